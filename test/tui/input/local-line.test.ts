import {expect, test} from 'vitest';
import {localLine} from '../../../src/tui/input/local-line.ts';
import {readTyped} from '../../../src/tui/input/slash-commands.ts';

test('a draft that begins with ! is a command line, and with !! its output is sent', () => {
  expect(localLine('!df -h ')).toEqual({line: 'df -h', sends: false});
  expect(localLine('!! make test\nmake lint')).toEqual({line: 'make test\nmake lint', sends: true});
  expect(localLine('df -h!')).toBeUndefined();
});

test('exclamation marks alone run nothing', () => {
  for (const text of ['!', '!!', '!!!', '! ']) expect(localLine(text)?.line).toBe('');
});

test('a space or a backslash before the ! makes it a message, without the mark', () => {
  expect(readTyped(' !important')).toEqual({kind: 'message', text: '!important'});
  expect(readTyped('\\!important')).toEqual({kind: 'message', text: '!important'});
  expect(readTyped('\\n is a line feed')).toEqual({kind: 'message', text: '\\n is a line feed'});
  expect(readTyped('  indented')).toEqual({kind: 'message', text: '  indented'});
});

test.each([
  ['vim notes.md', 'vim'],
  ['/usr/bin/less a', 'less'],
  ['git log | less', 'less'],
  ['cd src && EDITOR=x sudo nano a', 'nano'],
  ['less a | head', undefined],
  ['man ls > page.txt', undefined],
  ['echo vim', undefined],
])('the screen program of %s is %s', (line, program) => {
  expect(localLine(`!${line}`)?.screen).toBe(program);
});
