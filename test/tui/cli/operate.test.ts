import {expect, test} from 'vitest';
import {OPERATIONS} from '../../../src/shared/operations/operations.ts';
import {isNoun} from '../../../src/tui/cli/arguments.ts';
import {ENTRIES} from '../../../src/tui/cli/verbs.ts';

test('every operation is a verb of the command', () => {
  const verbs = ENTRIES.flatMap(entry => (isNoun(entry) ? entry.verbs.map(({help}) => help) : [entry.help]));
  expect(Object.values(OPERATIONS).filter(({help}) => !verbs.includes(help))).toEqual([]);
});
