import {expect, test} from 'vitest';
import type {Session} from '../../../src/shared/records/session.ts';
import {lastCode, markdownCopy} from '../../../src/tui/items/markdown-copy.ts';

test.each<[text: string, code: string | undefined]>([
  ['no code', undefined],
  ['```\none\n```\nand\n~~~ sh\ntwo\nlines\n~~~', 'two\nlines'],
  ['````md\n```\ninside\n```\n````', '```\ninside\n```'],
  ['  ```\na\n  `````  \nend', 'a'],
  ['```\n```', ''],
  ['```\nwhole\n```\n```\ncut off', 'whole'],
  ['```\n~~~\n``` not its end\n```', '~~~\n``` not its end'],
])('the last code of %j is %j', (text, code) => {
  expect(lastCode(text)).toBe(code);
});

test.each(['`', '```\n', '~~~\nx\n'])('a text of only %j takes less than quadratic time', sign => {
  const before = process.cpuUsage();
  lastCode(`${sign.repeat(100_000)}x`);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});

test('a copied conversation has the text that people saw: a sentinel is empty', () => {
  const at = Date.UTC(2026, 10, 21, 12);
  const said = {session: MAIN.key, role: 'assistant', at, source: {kind: 'agent'}} as const;
  const copy = markdownCopy(MAIN, [
    {...said, id: 'msg_1', text: 'HEARTBEAT_OK'},
    {...said, id: 'msg_2', text: 'All is well.\n\nHEARTBEAT_OK'},
  ]);
  expect(copy).toMatch(/^# main\n/u);
  expect(copy).toMatch(/All is well\.\n$/u);
  expect(copy).not.toContain('HEARTBEAT');
});

const MAIN: Session = {
  key: 'rooster:main',
  kind: 'main',
  title: 'main',
  trust: 'full',
  lastActivityAt: 0,
  messages: 2,
  unread: 0,
  busy: false,
  queued: 0,
};
