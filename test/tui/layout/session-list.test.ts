import {expect, test} from 'vitest';
import {sessionListRows} from '../../../src/tui/layout/panes/session-list.ts';
import {rowText} from '../../../src/tui/text/row.ts';

const MODEL = {
  ...{more: '^N', sessions: [], open: undefined, busy: new Set<never>()},
  ...{isKnown: true, channels: [], running: 0, pending: 2, people: []},
};

const drawn = (more: Partial<Parameters<typeof sessionListRows>[0]>): readonly string[] =>
  sessionListRows({...MODEL, ...more}, 26, 20).map(row => rowText(row).trimEnd());

test('the agent: what it does, its model, how full its context is, tokens of today', () => {
  expect(
    drawn({
      running: 1,
      model: {name: 'fast-2', ready: true},
      context: {read: 76_000, of: 200_000},
      tokensToday: 41_300,
    }).slice(-6),
  ).toEqual([
    ' AGENT',
    '  now          answering',
    '  model           fast-2',
    '  context    38% of 200k',
    '  today       41k tokens',
    '  reminders    2 pending',
  ]);
  expect(drawn({}).slice(-3)).toEqual([' AGENT', '  now               idle', '  reminders    2 pending']);
});

test('before the daemon has answered, nothing is claimed about the agent', () => {
  expect(drawn({isKnown: false}).slice(-2)).toEqual([' AGENT', '  now      not known yet']);
});

test('people: where they are, and until when it is quiet for them', () => {
  const rows = drawn({
    people: [
      {name: 'alice', where: 'here'},
      {name: 'bob', where: 'away', quietUntil: 'Tue 17:00'},
    ],
  });
  const from = rows.indexOf(' PEOPLE');
  expect(rows.slice(from, from + 4)).toEqual([
    ' PEOPLE',
    '  alice             here',
    '  bob               away',
    '   quiet until Tue 17:00',
  ]);
});

test('conversations of jobs stand apart from those of people', () => {
  const conversation = {trust: 'full', lastActivityAt: 0, messages: 1, unread: 0, queued: 0} as const;
  const sessions = [
    {...conversation, key: 'rooster:main', kind: 'main', title: 'main'},
    {...conversation, key: 'cron:standup', kind: 'cron', title: 'standup'},
  ] as unknown as NonNullable<Parameters<typeof drawn>[0]['sessions']>;
  const rows = drawn({sessions}).slice(0, 5);
  expect(rows[0]).toMatch(/CONVERSATIONS +1$/u);
  expect(rows[1]).toMatch(/main/u);
  expect(rows[3]).toMatch(/JOBS +1$/u);
  expect(rows[4]).toMatch(/standup/u);
});
