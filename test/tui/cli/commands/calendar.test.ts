import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {rooster} from '../rooster.ts';

const ICS = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
const answers = {'calendar.export': () => ({ics: ICS, reminders: 2, jobs: 1})};

test('export prints the file, or the result as JSON', async () => {
  expect((await rooster(['calendar', 'export'], {answers})).out()).toBe(ICS);
  expect(JSON.parse((await rooster(['calendar', 'export', '--json'], {answers})).out())).toEqual({
    ics: ICS,
    reminders: 2,
    jobs: 1,
  });
});

test('export writes a file that only its owner reads, and replaces one only with --force', async () => {
  using dir = tempDir();
  const file = join(dir.path, 'plan.ics');
  expect((await rooster(['calendar', 'export', file], {answers})).err()).toBe(
    `Wrote 2 reminders and 1 job to ${file}.\n`,
  );
  expect(readFileSync(file, 'utf8')).toBe(ICS);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, 'mine');
  await expect(rooster(['calendar', 'export', file], {answers})).rejects.toThrow(/exists already\. Add --force/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  await rooster(['calendar', 'export', file, '--force'], {answers});
  expect(readFileSync(file, 'utf8')).toBe(ICS);
});

test('import sends the file and says what became of it', async () => {
  using dir = tempDir();
  const file = join(dir.path, 'in.ics');
  writeFileSync(file, ICS);
  const asked: unknown[] = [];
  const {out, code} = await rooster(['calendar', 'import', file], {
    answers: {
      'calendar.import': request => {
        asked.push(request);
        return {added: 2, updated: 1, own: 27, skipped: [{uid: 'a@x', reason: 'Its time has passed.'}]};
      },
    },
  });
  expect(code).toBe(0);
  expect(asked).toEqual([{ics: ICS}]);
  expect(out()).toBe(
    'Reminders: 2 added, 1 updated, 1 skipped.\n27 entries came from here and changed nothing.\n  a@x: Its time has passed.\n',
  );
});

test.each([
  ['little endian', Buffer.from(`\uFEFF${ICS}`, 'utf16le')],
  ['big endian', Buffer.from(`\uFEFF${ICS}`, 'utf16le').swap16()],
  ['without a mark', Buffer.from(ICS, 'utf16le')],
])('import reads a UTF-16 file, %s', async (_, bytes) => {
  using dir = tempDir();
  const file = join(dir.path, 'in.ics');
  writeFileSync(file, bytes);
  const asked: {readonly ics: string}[] = [];
  await rooster(['calendar', 'import', file], {
    answers: {
      'calendar.import': request => {
        asked.push(request);
        return {added: 0, updated: 0, skipped: []};
      },
    },
  });
  expect(asked[0]?.ics.replace('\uFEFF', '')).toBe(ICS);
});

test('import of many reminders asks; where nobody can answer, it says how many and needs --yes', async () => {
  using dir = tempDir();
  const file = join(dir.path, 'in.ics');
  writeFileSync(file, ICS);
  const many = {
    'calendar.import': ({confirm}: {readonly confirm?: boolean}) => {
      if (confirm !== true) throw new GatewayError('refused', 'Too many.', {fault: 'too-many', count: 5_000});
      return {added: 5_000, updated: 0, skipped: []};
    },
  };
  await expect(rooster(['calendar', 'import', file], {answers: many})).rejects.toThrow(
    'The file makes 5000 reminders. Add --yes to set them all.',
  );
  const {out} = await rooster(['calendar', 'import', file, '--yes'], {answers: many});
  expect(out()).toBe('Reminders: 5000 added, 0 updated, 0 skipped.\n');
});

test("an export that can't be written says why", async () => {
  await expect(rooster(['calendar', 'export', '/nosuch/plan.ics'], {answers})).rejects.toThrow(
    "Couldn't write /nosuch/plan.ics: its folder does not exist.",
  );
});

test("import refuses a folder, and a file that isn't UTF-8, and counts what it cancelled", async () => {
  using dir = tempDir();
  const file = join(dir.path, 'latin1.ics');
  writeFileSync(file, Buffer.from('SUMMARY:Caf\xE9', 'latin1'));
  await expect(rooster(['calendar', 'import', file], {answers})).rejects.toThrow(`${file} isn't UTF-8 text.`);
  await expect(rooster(['calendar', 'import', dir.path], {answers})).rejects.toThrow(`${dir.path} is a folder.`);
  const asked: unknown[] = [];
  const bytes = Buffer.from('SUMMARY:Café');
  writeFileSync(file, Buffer.concat([bytes.subarray(0, -1), Buffer.from('\r\n '), bytes.subarray(-1)]));
  await rooster(['calendar', 'import', file], {
    answers: {'calendar.import': request => ({added: asked.push(request), updated: 0, skipped: []})},
  });
  expect(asked).toEqual([{ics: 'SUMMARY:Café'}]);
  writeFileSync(file, ICS);
  const imported = {'calendar.import': () => ({added: 0, updated: 0, cancelled: 3, skipped: []})};
  const {out} = await rooster(['calendar', 'import', file], {answers: imported});
  expect(out()).toBe('Reminders: 0 added, 0 updated, 3 cancelled, 0 skipped.\n');
});

test('import reads standard input', async () => {
  const asked: unknown[] = [];
  const running = rooster(['calendar', 'import', '-'], {
    piped: ICS,
    answers: {
      'calendar.import': request => {
        asked.push(request);
        return {added: 0, updated: 0, skipped: []};
      },
    },
  });
  expect((await running).code).toBe(0);
  expect(asked).toEqual([{ics: ICS}]);
});

test('a file that is not there is named', async () => {
  await expect(rooster(['calendar', 'import', '/nowhere/in.ics'], {})).rejects.toThrow('No file /nowhere/in.ics.');
});
