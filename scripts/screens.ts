// `npm run screens [NAME…]`: draws the pictures of docs/pictures from the running program.
import {mkdirSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {SCENES} from './screens/scenes.ts';
import {takePicture} from './screens/take.ts';
import {hasTmux} from './screens/tmux.ts';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !SCENES.some(scene => scene.name === name));

if (!hasTmux()) {
  console.error('The pictures are taken in tmux, which was not found. Install it and try again.');
  process.exitCode = 1;
} else if (unknown.length > 0) {
  console.error(`There is no picture ${unknown.join(', ')}: there are ${SCENES.map(({name}) => name).join(', ')}.`);
  process.exitCode = 2;
} else {
  mkdirSync(folder, {recursive: true});
  const scenes = SCENES.filter(({name}) => wanted.length === 0 || wanted.includes(name));
  // Each has a home and a terminal of its own, and is waited for: it has a daemon to end, also when another failed.
  const taken = await Promise.allSettled(
    scenes.map(async scene => {
      const svg = await takePicture(scene);
      writeFileSync(`${folder}${scene.name}.svg`, svg);
      console.log(`docs/pictures/${scene.name}.svg  ${Math.ceil(svg.length / 1024)} KiB`);
    }),
  );
  for (const [index, outcome] of taken.entries()) {
    if (outcome.status === 'fulfilled') continue;
    console.error(`${scenes[index]?.name}: ${outcome.reason}`);
    process.exitCode = 1;
  }
}
