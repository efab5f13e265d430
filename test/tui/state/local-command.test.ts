import {expect, test} from 'vitest';
import {type LocalCommand, linesOf, messageOf, outputOf, withOutput} from '../../../src/tui/state/local-command.ts';

const begun: LocalCommand = {
  id: 'local:1',
  place: 'main',
  line: 'make',
  sends: true,
  at: 0,
  output: '',
  partial: '',
  dropped: 0,
  stopped: false,
};

const after = (...pieces: readonly string[]): LocalCommand => pieces.reduce(withOutput, begun);

const END = {kind: 'exit', code: 0, tookMs: 1_200} as const;

test('output has no colours, cursor moves or other control codes, even cut between two pieces', () => {
  expect(outputOf(after('\x1b[31mred\x1b', '[0m\x07\x1b]0;title\x07 \x9b2Jend\n'))).toBe('red end');
  expect(outputOf(after('b\x08bo\x08old\n'))).toBe('bold');
});

test('a progress line shows what was written over it last', () => {
  expect(outputOf(after('10%\r', '55%\r'))).toBe('55%');
  expect(outputOf(after('10%\r55%\r', 'done\r\nnext'))).toBe('done\nnext');
});

test('a tab stays in what is sent', () => {
  expect(outputOf(after('all:\n\tcc\n'))).toBe('all:\n\tcc');
});

test('much output keeps its end, and counts the lines that it dropped', () => {
  const line = `${'x'.repeat(99)}\n`;
  const long = Array.from({length: 100}, () => line.repeat(100)).reduce(withOutput, begun);
  expect(outputOf(long).length).toBeLessThanOrEqual(262_144);
  expect(long.dropped).toBeGreaterThan(7_000);
  expect(linesOf(long)).toBe(10_000);
  expect(outputOf(long).startsWith('x'.repeat(99))).toBe(true);
});

test('a line without an end is cut into lines, so it stays cheap', () => {
  const long = Array.from({length: 40}, () => 'y'.repeat(10_000)).reduce(withOutput, begun);
  expect(long.partial.length).toBeLessThanOrEqual(65_536);
});

test('the message has the folder, the line, its end and its output, in a fence that the output cannot close', () => {
  expect(messageOf(after('one\n```\n'), END, '1.2s', {folder: '/home/anna', files: []}).text).toBe(
    'I ran this in /home/anna (exit 0 after 1.2s):\n\n````\n$ make\none\n```\n````',
  );
  expect(messageOf(begun, {...END, code: 1}, '0.0s', {folder: '/', files: []}).text).toContain(
    '(exit 1 after 0.0s):\n\n```\n$ make\n(no output)\n```',
  );
});

test('the message says when it has only the end of the output', () => {
  const {text} = messageOf(after('z'.repeat(40_000)), END, '1.2s', {folder: '/', files: []});
  expect(text).toContain('(exit 0 after 1.2s, the last 30,000 characters of its output)');
  expect(text.length).toBeLessThan(30_200);
});
