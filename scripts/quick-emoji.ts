// Puts our question after an emoji (emoji.ts) in the place of that of string-width, which Ink measures every text with: it makes
// the whole list of emoji as soon as it is loaded. A version that asks in other words stops the build.
import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import type {Plugin} from 'esbuild';

export const quickEmoji = (): Plugin => ({
  name: 'quick-emoji',
  setup: ({onLoad}) => {
    onLoad({filter: /[\\/]string-width[\\/]index\.js$/}, async ({path}) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes(THEIRS))
        throw new Error(`${path} does not ask for emoji as it did; see scripts/quick-emoji.ts`);
      return {
        contents: `import {isEmoji} from ${JSON.stringify(OURS)};\n${text.replace(THEIRS, 'const rgiEmojiRegex = {test: isEmoji};')}`,
      };
    });
  },
});

const THEIRS = String.raw`const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;`;
const OURS = fileURLToPath(new URL('emoji.ts', import.meta.url));
