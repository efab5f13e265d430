import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {databaseCheck} from '../../../../src/tui/cli/admin/doctor-database.ts';
import type {Finding} from '../../../../src/tui/cli/admin/finding.ts';
import {type TempDir, tempDir} from '../../../support/temp-dir.ts';
import {commandWorld} from '../command-world.ts';

/** What the check says where the daemon's program answers this of a database that is there. */
const checked = async (home: TempDir, answer: unknown): Promise<readonly Finding[]> => {
  writeFileSync(join(home.path, 'rooster.db'), '');
  const ask = async () => ({code: 0, stdout: JSON.stringify(answer), stderr: ''});
  const {world} = await commandWorld({env: {ROOSTER_HOME: home.path}, ask});
  return await databaseCheck(world);
};

const mend = 'rooster restore FILE, where FILE is a backup';

test('a damaged database is named by its path with the first fault, whatever words the fault has', async () => {
  using home = tempDir();
  const what = `${home.path}/rooster.db is damaged: /tmp/other.db could not be read`;
  const found = ['/tmp/other.db could not be read', 'row 3 missing from index remindersInState'];
  expect(await checked(home, {suspected: false, found})).toEqual([{name: 'database', verdict: 'bad', what, mend}]);
});

test('the reason why a database cannot be checked is shown as it came, without a second path', async () => {
  using home = tempDir();
  for (const refused of [`${home.path}/rooster.db is damaged: no header.`, 'Words that name no file.'])
    expect(await checked(home, {suspected: false, found: [], refused})).toEqual([
      {name: 'database', verdict: 'bad', what: refused, mend},
    ]);
});

test('a sound database is good, and one with the mark of an earlier error is noted with the path of the mark', async () => {
  using home = tempDir();
  expect(await checked(home, {suspected: false, found: []})).toMatchObject([{verdict: 'good'}]);
  expect(await checked(home, {suspected: true, found: []})).toMatchObject([
    {verdict: 'odd', what: expect.stringContaining(`${home.path}/rooster.db.suspect`)},
  ]);
});

test('where there is no database, nothing is checked', async () => {
  using home = tempDir();
  const ask = () => Promise.reject(new Error('the program was asked'));
  const {world} = await commandWorld({env: {ROOSTER_HOME: home.path}, ask});
  expect(await databaseCheck(world)).toEqual([]);
});
