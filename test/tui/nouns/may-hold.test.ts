// A reminder or an alarm whose text may be from elsewhere says so where it is shown in full.
import {expect, test} from 'vitest';
import {documentOf} from '../../../src/tui/nouns/nouns.ts';

const limits = [{trust: 'public', by: {kind: 'web', name: 'figs.example'}}];
const reminder = {
  id: 'rem_1',
  fireAt: 0,
  message: 'prune',
  mode: 'verbatim',
  delivery: [],
  sourceSession: 'rooster:main',
  createdAt: 0,
  state: 'pending',
  zone: 'UTC',
};
const alarm = {
  id: 'alm_1',
  kind: 'once',
  state: 'active',
  zone: 'UTC',
  message: 'prune',
  session: 'rooster:main',
  user: 'alice',
  createdAt: 0,
  failures: 0,
  skipped: 0,
};

test.each([
  ['reminder', reminder],
  ['alarm', alarm],
] as const)('a %s names the texts from elsewhere that its text may hold', (kind, item) => {
  const factsOf = (shown: object): string => JSON.stringify(documentOf({kind, item: shown} as never)?.facts);
  expect(factsOf({...item, limits})).toContain('text from figs.example');
  expect(factsOf(item)).not.toContain('may hold');
});
