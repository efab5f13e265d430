import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Finding} from '../../../../../src/shared/records/problem.ts';
import {contentFindings} from '../../../../../src/tui/cli/admin/doctor/places.ts';
import {type TempDir, tempDir} from '../../../../support/temp-dir.ts';
import {commandWorld} from '../../command-world.ts';

/** The check's finding when the daemon's program answers this for an existing database. */
const checked = async (home: TempDir, answer: unknown): Promise<readonly Finding[]> => {
  writeFileSync(join(home.path, 'rooster.db'), '');
  const ask = async () => ({code: 0, stdout: JSON.stringify(answer), stderr: ''});
  const {world} = await commandWorld({env: {ROOSTER_HOME: home.path}, ask});
  return await contentFindings(world);
};

const fix = 'rooster restore FILE, where FILE is a backup';

test('a damaged database is named by its path with the first error, whatever the error says', async () => {
  using home = tempDir();
  const what = `${home.path}/rooster.db is damaged: /tmp/other.db could not be read`;
  const found = ['/tmp/other.db could not be read', 'row 3 missing from index remindersInState'];
  expect(await checked(home, {suspected: false, found})).toEqual([
    {name: 'database', label: 'integrity', verdict: 'bad', what, fix},
  ]);
});

test("the reason why a database can't be checked is shown unchanged, without a second path", async () => {
  using home = tempDir();
  for (const refused of [`${home.path}/rooster.db is damaged: no header.`, 'Words that name no file.'])
    expect(await checked(home, {suspected: false, found: [], refused})).toEqual([
      {name: 'database', label: 'integrity', verdict: 'bad', what: refused, fix},
    ]);
});

test('a sound database is good, and a leftover mark of an earlier error is noted with its path', async () => {
  using home = tempDir();
  expect(await checked(home, {suspected: false, found: []})).toMatchObject([{verdict: 'good'}]);
  expect(await checked(home, {suspected: true, found: []})).toMatchObject([
    {verdict: 'odd', what: expect.stringContaining(`${home.path}/rooster.db.suspect`)},
  ]);
});

test('without a database nothing is checked', async () => {
  using home = tempDir();
  const ask = () => Promise.reject(new Error('the program was asked'));
  const {world} = await commandWorld({env: {ROOSTER_HOME: home.path}, ask});
  expect(await contentFindings(world)).toEqual([]);
});
