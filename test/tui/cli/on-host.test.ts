// Answers of commands that use the daemon of another machine.
import {expect, test} from 'vitest';
import {rooster} from './rooster.ts';

const host = {name: 'den', destination: 'ssh://me@den'};
const person = {name: 'alice', presence: 'away', reach: ['signal:1'], held: 0} as const;
const preview = {session: 'a:main', message: 'look', source: {kind: 'operator'}, trust: 'inner', effects: []} as const;
const answers = {
  'reach.quiet': () => person,
  'reminder.list': () => ({reminders: []}),
  'session.preview': () => preview,
  'calendar.export': () => ({ics: '', reminders: 0, jobs: 0}),
};

test.each([{argv: ['quiet', 'saturday 8 to 18']}, {argv: ['quiet', 'bob', 'off']}])(
  '$argv sets something there, and says where',
  async ({argv}) => {
    const {code, err} = await rooster(argv, {host, answers});
    expect([code, err()]).toEqual([0, 'On den.\n']);
  },
);

test.each([
  {argv: ['quiet']},
  {argv: ['quiet', 'bob']},
  {argv: ['timer']},
  {argv: ['inject', 'a:main', 'look', '--dry']},
  {argv: ['calendar', 'export']},
])('$argv changes nothing, and names no machine', async ({argv}) => {
  const {code, err} = await rooster(argv, {host, answers});
  expect([code, err()]).toEqual([0, '']);
});
