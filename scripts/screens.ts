// `npm run screens`: draws the pictures of docs/pictures. `-- --all [--to FOLDER]`: every scene at every size, as text and as a
// picture. `-- NAME…`: shows these, as text. `-- --demo`: records `rooster demo` as a moving picture. All from the running program.
import {mkdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {recordDemo} from './screens/record.ts';
import {OVERLAYS} from './screens/scenes/overlays.ts';
import {PICTURES} from './screens/scenes/pictures.ts';
import {NARROW, ROOMY, SMALL, USUAL, WIDE} from './screens/scenes/playing.ts';
import {STATES} from './screens/scenes/states.ts';
import {VIEWS} from './screens/scenes/views.ts';
import type {Scene} from './screens/stage.ts';
import {type Still, takeStills} from './screens/take.ts';
import {hasTmux, type Size} from './screens/tmux.ts';

const SCENES = [...PICTURES, ...VIEWS, ...OVERLAYS, ...STATES];
const SIZES: readonly [Size, ...Size[]] = [USUAL, WIDE, ROOMY, SMALL, NARROW];

const main = async (): Promise<number> => {
  const {values, positionals} = parseArgs({
    options: {
      all: {type: 'boolean', default: false},
      demo: {type: 'boolean', default: false},
      to: {type: 'string', default: join(tmpdir(), 'rooster-screens')},
    },
    allowPositionals: true,
  });
  const unknown = positionals.filter(name => !SCENES.some(scene => scene.name === name));
  if (!hasTmux()) {
    console.error('The pictures are taken in tmux, which was not found. Install it and try again.');
    return 1;
  }
  if (unknown.length > 0) {
    console.error(`There is no scene ${unknown.join(', ')}: there are ${SCENES.map(({name}) => name).join(', ')}.`);
    return 2;
  }
  if (values.demo) {
    save(join(PICTURE_FOLDER, 'demo.svg'), await recordDemo(USUAL));
    return 0;
  }
  if (positionals.length > 0) {
    return playAll(
      SCENES.filter(({name}) => positionals.includes(name)),
      async scene => show(scene, await takeStills(scene, SIZES)),
    );
  }
  if (values.all) return playAll(SCENES, async scene => keep(values.to, scene, await takeStills(scene, SIZES)));
  return playAll(PICTURES, async scene => {
    const [still] = await takeStills(scene, [scene.picture ?? USUAL]);
    if (still !== undefined) save(join(PICTURE_FOLDER, `${scene.name}.svg`), still.svg);
  });
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

const keep = (folder: string, {name}: Scene, stills: readonly Still[]): void => {
  for (const {size, text, svg} of stills) {
    const path = join(folder, `${name}-${size.columns}x${size.rows}`);
    save(`${path}.txt`, text);
    save(`${path}.svg`, svg);
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
