import {expect, test} from 'vitest';
import {TIME_LANGUAGES} from '../../../../src/daemon/schedule/words/language-in.ts';
import {LANGUAGES} from '../../../../src/shared/languages/languages.ts';
import {runReadmeExample} from '../../../support/readme-example.ts';

test('the example of the README runs', async () => {
  await runReadmeExample('src/daemon/schedule/words/README.md');
});

test('times are read in every language', () => {
  expect(TIME_LANGUAGES.map(({code}) => code)).toEqual(LANGUAGES.map(({code}) => code));
});
