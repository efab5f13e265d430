import {expect, test} from 'vitest';
import {notificationFor} from '../../../src/tui/terminal/calling.ts';

const NOTE = {title: 'rooster, reminder', text: 'tea; then rest'};

test.each([
  ['most terminals', {TERM: 'xterm-256color'}, '\x1b]9;rooster, reminder: tea; then rest\x1b\\'],
  ['rxvt', {TERM: 'rxvt-unicode-256color'}, '\x1b]777;notify;rooster, reminder;tea; then rest\x1b\\'],
  ['VTE', {TERM: 'xterm-256color', VTE_VERSION: '7600'}, '\x1b]777;notify;rooster, reminder;tea; then rest\x1b\\'],
  [
    'tmux, which hands it on',
    {TERM: 'tmux-256color', TMUX: '/tmp/tmux-1/default,1,0'},
    '\x1bPtmux;\x1b\x1b]9;rooster, reminder: tea; then rest\x1b\x1b\\\x1b\\',
  ],
  ['the console of Linux', {TERM: 'linux'}, ''],
  ['GNU screen', {TERM: 'screen', STY: '1.x'}, ''],
  ['a terminal that says nothing of itself', {}, ''],
])('on %s', (_, env, bytes) => {
  expect(notificationFor(env)(NOTE)).toBe(bytes);
});

test('no text ends the sequence, makes it a command, or fills the screen', () => {
  const bytes = notificationFor({TERM: 'xterm'})({title: 'a\x1b\\b', text: `4;1\x07\x9c\n${'x'.repeat(9_999)}`});
  expect(bytes.slice(4, -2)).toMatch(/^[^\x00-\x1f\x7f-\x9f]{1,200}$/u);
  const semicolon = notificationFor({TERM: 'rxvt'})({title: 'a;b', text: 'c'});
  expect(semicolon).toBe('\x1b]777;notify;a,b;c\x1b\\');
});
