// `rooster policy`: what asks a person, and a change that is only tried.
import {expect, test} from 'vitest';
import {ASK_KINDS, type AskTable} from '../../../../src/shared/records/approval.ts';
import {rooster} from '../rooster.ts';

const ALWAYS: AskTable = {
  outside: 'always',
  messages: 'always',
  mail: 'always',
  hooks: 'always',
  jobs: 'always',
  rules: 'always',
  fetch: 'always',
  own: 'always',
};

const answers = {
  'approval.policy': ({ask}: {readonly ask?: Partial<AskTable>}) => ({
    ask: {...ALWAYS, ...ask},
    deadlineMs: 3_600_000,
    preview: {
      since: 0,
      calls: 9,
      asked: 3,
      atNight: 1,
      refused: 1,
      byKind: ASK_KINDS.map(kind => ({kind, asked: kind === 'outside' ? 3 : 0})),
    },
  }),
};

test('it shows each kind with the time at which it asks, how often that would have been, and how to try a change', async () => {
  const {out} = await rooster(['policy'], {answers});
  expect(out()).toContain('The agent asks, and waits up to 1 hour for an answer:\n  outside   always ');
  expect(out()).toContain(
    'In the last 7 days it would have asked 3 times about 9 calls, 1 in the night. 1 call would have been refused: nobody was there.\n  outside   3 times\nTo try a change: rooster policy own=never\n',
  );
});

test('a change is marked as tried, and the line that keeps it is shown', async () => {
  const {out, daemon} = await rooster(['policy', 'own=never'], {answers});
  expect(daemon.asked).toContainEqual(['approval.policy', {ask: {own: 'never'}, days: 7}]);
  expect(out()).toMatch(/ {2}own +never .*\(tried\)\n/u);
  expect(out()).toContain('To keep it: rooster config set policy.ask.own never\n');
});

test.each([
  ['own', 'When to ask? own=always, own=after-reading, own=never.'],
  ['own=nver', 'Unknown time to ask about own "nver". Did you mean never?'],
  ['foo=never', 'Unknown kind of effect "foo". There are outside, '],
])('%s is refused with the words that would do', async (word, problem) => {
  await expect(rooster(['policy', word], {answers})).rejects.toThrow(problem);
});
