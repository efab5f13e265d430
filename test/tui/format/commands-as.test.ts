import {expect, test} from 'vitest';
import {isNoun} from '../../../src/tui/cli/arguments.ts';
import {ENTRIES} from '../../../src/tui/cli/verbs.ts';
import {commandsAs, quotedCommandsAs, WORDS_OF_HOST} from '../../../src/tui/format/commands-as.ts';

const DEN = 'rooster --host den';

test.each([
  ['Run "rooster doctor".', 'Run "rooster --host den doctor".'],
  ['run: rooster alarms cancel a1', 'run: rooster --host den alarms cancel a1'],
  ['Connect a model: `rooster setup`.', 'Connect a model: `rooster --host den setup`.'],
  ['To list them: rooster host list', 'To list them: rooster host list'],
  ['rooster --host den daemon start', 'rooster --host den daemon start'],
  ['the rooster next door', 'the rooster next door'],
  ['/opt/rooster status, rooster-status, a rooster sings', '/opt/rooster status, rooster-status, a rooster sings'],
])('%s', (sentence, shown) => {
  expect(commandsAs(DEN, sentence)).toBe(shown);
  expect(commandsAs(undefined, sentence)).toBe(sentence);
});

test('a text that tells of roosters keeps them', () => {
  const text = 'The rooster next door wakes me. Run `rooster next`.';
  expect(quotedCommandsAs(DEN, text)).toBe('The rooster next door wakes me. Run `rooster --host den next`.');
});

test('every verb that uses the daemon or its machine is known', () => {
  const isOfHost = ENTRIES.filter(entry =>
    isNoun(entry) ? entry.verbs.some(({place}) => place !== 'here') : entry.place !== 'here',
  );
  expect(WORDS_OF_HOST).toEqual(isOfHost.map(({name}) => name).toSorted());
});
