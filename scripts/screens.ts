// `npm run screens`: draws the pictures of docs/pictures. `-- --all [--to FOLDER]`: every scene at every size, as FOLDER/SIZE/SCENE.svg,
// with a page that lists them; `--text` writes the text of each beside it. `-- NAME…`: shows these, as text. `-- --demo`: records
// `rooster demo` as a moving picture. `--size 80x24`, `--theme NAME` and `--ascii` choose how. All from the running program.
import {mkdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {THEMES} from '../src/tui/state/ui-state.ts';
import {listPage} from './screens/list-page.ts';
import {recordDemo} from './screens/record.ts';
import {HANDS} from './screens/scenes/hands.ts';
import {OVERLAYS} from './screens/scenes/overlays.ts';
import {PICTURES} from './screens/scenes/pictures.ts';
import {NARROW, ROOMY, SMALL, USUAL, WIDE} from './screens/scenes/playing.ts';
import {STATES} from './screens/scenes/states.ts';
import {VIEWS} from './screens/scenes/views.ts';
import type {Look, Scene} from './screens/stage.ts';
import {type Still, takeStills} from './screens/take.ts';
import {formatSize, hasTmux, type Size} from './screens/tmux.ts';

const SCENES = [...PICTURES, ...VIEWS, ...OVERLAYS, ...HANDS, ...STATES];
const SIZES: readonly [Size, ...Size[]] = [USUAL, WIDE, ROOMY, SMALL, NARROW];

const main = async (): Promise<number> => {
  const {values, positionals} = parseArgs({
    options: {
      all: {type: 'boolean', default: false},
      demo: {type: 'boolean', default: false},
      to: {type: 'string', default: join(tmpdir(), 'rooster-screens')},
      text: {type: 'boolean', default: false},
      size: {type: 'string', multiple: true, default: []},
      theme: {type: 'string', default: 'auto'},
      ascii: {type: 'boolean', default: false},
    },
    allowPositionals: true,
  });
  const problem = problemIn(positionals, values.size, values.theme);
  if (!hasTmux()) {
    console.error('The pictures are taken in tmux, which was not found. Install it and try again.');
    return 1;
  }
  if (problem !== undefined) {
    console.error(problem);
    return 2;
  }
  const look: Look = {theme: values.theme, ascii: values.ascii};
  const [first = USUAL, ...more] = SIZES.filter(
    size => values.size.length === 0 || values.size.includes(formatSize(size)),
  );
  const take = (scene: Scene): Promise<readonly Still[]> => takeStills(scene, [first, ...more], look);
  if (values.demo) {
    save(join(PICTURE_FOLDER, 'demo.svg'), await recordDemo(USUAL));
    return 0;
  }
  if (values.all) {
    const scenes = positionals.length === 0 ? SCENES : chosenOf(positionals);
    const failed = await playAll(scenes, async scene => keep(values.to, scene, await take(scene), values.text));
    if (positionals.length === 0) save(join(values.to, 'README.md'), listPage(SCENES, [first, ...more]));
    return failed;
  }
  if (positionals.length > 0) return playAll(chosenOf(positionals), async scene => show(scene, await take(scene)));
  return playAll(
    SCENES.filter(({picture}) => picture !== undefined),
    async scene => {
      const [still] = await takeStills(scene, [scene.picture ?? USUAL], look);
      if (still !== undefined) save(join(PICTURE_FOLDER, `${scene.name}.svg`), still.svg);
    },
  );
};

const chosenOf = (names: readonly string[]): readonly Scene[] => SCENES.filter(({name}) => names.includes(name));

const problemIn = (names: readonly string[], sizes: readonly string[], theme: string): string | undefined => {
  const unknown = names.filter(name => !SCENES.some(scene => scene.name === name));
  if (unknown.length > 0) return `Unknown scene ${unknown.join(', ')}. Use ${SCENES.map(({name}) => name).join(', ')}.`;
  const known = SIZES.map(formatSize);
  const size = sizes.find(one => !known.includes(one));
  if (size !== undefined) return `Unknown size ${size}. Use ${known.join(', ')}.`;
  return THEMES.some(one => one === theme) ? undefined : `Unknown theme ${theme}. Use ${THEMES.join(', ')}.`;
};

/** A few at a time; each is waited for, since it has a daemon to end, also when another failed. */
const playAll = async (scenes: readonly Scene[], take: (scene: Scene) => Promise<void>): Promise<number> => {
  const waiting = [...scenes];
  let failed = 0;
  const player = async (): Promise<void> => {
    for (let scene = waiting.shift(); scene !== undefined; scene = waiting.shift()) {
      try {
        await take(scene);
      } catch (thrown) {
        failed += 1;
        console.error(`${scene.name}: ${thrown}`);
      }
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, player));
  return failed === 0 ? 0 : 1;
};

const show = ({name, title}: Scene, stills: readonly Still[]): void => {
  for (const {size, text} of stills) {
    const head = `══ ${name}, ${size.columns}×${size.rows}: ${title} `;
    console.log(`${head.padEnd(size.columns, '═')}\n${text}`);
  }
};

const keep = (folder: string, {name}: Scene, stills: readonly Still[], withText: boolean): void => {
  for (const {size, text, svg} of stills) {
    const path = join(folder, formatSize(size), name);
    save(`${path}.svg`, svg);
    if (withText) save(`${path}.txt`, text);
  }
};

const save = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), {recursive: true});
  writeFileSync(path, text);
  console.log(path);
};

const PICTURE_FOLDER = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const AT_ONCE = 4;

process.exitCode = await main();
