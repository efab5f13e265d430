// Every line of the command is sanitized where it is written, whatever it quotes.
import {expect, test} from 'vitest';
import {createPrint} from '../../../src/tui/cli/print.ts';

const HOSTILE = [
  '\u001b]52;c;ZXZpbA==\u0007', // the clipboard
  '\u001b]0;owned\u001b\\', // the window's title
  '\u001bc', // reset
  '\u001b[2J\u001b[31m', // the screen, a colour
  '\u009b31m\u009d0;t\u009c', // the same in C1
  '\u202e\u2066', // the direction
  '\u200b\u2060\ufeff', // zero width
  '\u{e0041}\u{e0042}', // tags
  '\u0007\b\0',
].join('');

const openPrint = async (isTTY: boolean) => {
  const written = {stdout: '', stderr: ''};
  const outlet = (name: 'stdout' | 'stderr') => ({
    isTTY,
    write: (text: string) => {
      written[name] += text;
    },
  });
  return {written, print: createPrint(outlet('stdout'), () => outlet('stderr'), {})};
};

test.each([true, false])('a line, a note and a failure are sanitized when printed (on a terminal: %j)', async isTTY => {
  const {written, print} = await openPrint(isTTY);
  print.line(`data ${HOSTILE}\tin\ntwo lines`);
  print.note(`note ${HOSTILE}`);
  print.failure(`failed ${HOSTILE}`);
  expect(written).toEqual({
    stdout: 'data \tin\ntwo lines\n',
    stderr: isTTY ? 'note \n\u001b[31merror:\u001b[39m failed \n' : 'note \nerror: failed \n',
  });
});

test("our own colours pass, and colours in a text don't, inside ours or beside", async () => {
  const {written, print} = await openPrint(true);
  print.line(`${print.paint('good', `yes${HOSTILE}`)} \u001b[32mno\u001b[39m ${print.paint('quiet', 'dim')}`);
  expect(written.stdout).toBe('\u001b[32myes\u001b[39m no \u001b[2mdim\u001b[22m\n');
});

test('JSON keeps texts whole', async () => {
  const {written, print} = await openPrint(true);
  print.jsonLine({text: HOSTILE});
  print.json({text: HOSTILE});
  const [line = '', ...document] = written.stdout.split('\n');
  expect([JSON.parse(line), JSON.parse(document.join('\n'))]).toEqual([{text: HOSTILE}, {text: HOSTILE}]);
});
