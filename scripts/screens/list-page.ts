// The page beside the pictures: how they are made, and a row for each scene.
import type {Scene} from './stage.ts';
import {formatSize, type Size} from './tmux.ts';

export const listPage = (scenes: readonly Scene[], sizes: readonly Size[]): string =>
  [
    '# Every state of the terminal UI',
    '',
    '`npm run screens -- --all --to docs/pictures/states` draws these pictures, and this page, with the built program, a real daemon and',
    'tmux. The models, Signal and their servers are stand-ins on the same machine. It is always the afternoon: the zone is chosen for that.',
    'Add `--theme mono`, `--theme NAME` or `--ascii` for other looks, and `--text` for the text of each picture.',
    '',
    `| scene | what it shows | ${sizes.map(formatSize).join(' | ')} |`,
    `|---|---|${sizes.map(() => '---|').join('')}`,
    ...scenes.map(({name, title, fixed}) => {
      const drawn = sizes.map((size, index) =>
        fixed === true && index > 0 ? '' : `[svg](${formatSize(size)}/${name}.svg)`,
      );
      return `| ${name} | ${title} | ${drawn.join(' | ')} |`;
    }),
    '',
  ].join('\n');
