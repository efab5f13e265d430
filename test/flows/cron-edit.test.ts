// Jobs created, changed and removed by request.

import {existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Params} from '../../src/ipc/method-table.ts';
import {RemoteError} from '../../src/ipc/wire/index.ts';
import {type CronFixture, openCronFixture} from '../support/cron-fixture.ts';

test("a created job is a file, in the requester's zone, and the answer has its next three instants", async () => {
  await using fixture = await openCronFixture();
  const job = await fixture
    .now()
    .call('cron.create', {name: 'standup', schedule: '0 9 * * 1-5', prompt: 'What matters?'});
  expect(job).toMatchObject({
    name: 'standup',
    origin: 'cron/standup.md',
    zone: 'Europe/Berlin',
    deliver: ['signal:alice-uuid'],
    next: ['2026-11-23T08:00:00.000Z', '2026-11-24T08:00:00.000Z', '2026-11-25T08:00:00.000Z'],
  });
  expect(fileOf(fixture, 'standup')).toBe('---\nschedule: 0 9 * * 1-5\ntimezone: Europe/Berlin\n---\nWhat matters?\n');
  expect(statSync(join(fixture.home, 'workspace/cron/standup.md')).mode & 0o777).toBe(0o600);
  expect((await fixture.now().call('cron.list', {})).jobs.map(({name}) => name)).toEqual(['standup']);
});

test('each field of a request is a key of the file', async () => {
  await using fixture = await openCronFixture();
  const job = await fixture.now().call('cron.create', {
    name: 'all of it',
    schedule: '*/5 * * * *',
    timezone: 'UTC',
    prompt: 'Look.',
    gate: 'test -e "a: b"',
    user: 'alice',
    deliver: ['terminal:default', 'signal:bob-uuid'],
    announce: 'direct',
    missed: 'once',
    overlap: 'allow',
    retry: 'never',
    limits: {tokensPerDay: 5_000},
    timeout: '90s',
    enabled: false,
    carryLastOutput: true,
  });
  expect(job).toMatchObject({
    cron: '*/5 * * * *',
    gate: 'test -e "a: b"',
    deliver: ['terminal:default', 'signal:bob-uuid'],
    retry: 'never',
    limits: {tokensPerDay: 5_000},
    timeoutMs: 90_000,
    carryLastOutput: true,
    enabled: false,
    next: [],
  });
});

test('a job at an exact instant runs then, whatever its zone', async () => {
  await using fixture = await openCronFixture();
  const job = await fixture
    .now()
    .call('cron.create', {name: 'sing', at: '2026-12-24T18:00+01:00', timezone: 'Asia/Tokyo', run: 'echo la'});
  expect(job).toMatchObject({at: '2026-12-24T17:00:00Z', next: ['2026-12-24T17:00:00.000Z']});
  const past = fixture.now().call('cron.create', {name: 'past', at: '2026-11-20T09:00:00Z', run: 'echo x'});
  await expect(past).rejects.toThrow(/at: 2026-11-20T09:00:00Z is past/u);
});

test.each([
  [{schedule: '0 99 * * *', prompt: 'x'}, 'cron/bad.md', 2, /^"0 99 \* \* \*" isn't a valid cron expression/u],
  [{schedule: '0 9 * * *', prompt: 'x', model: 'nosuch/x'}, 'cron/bad.md', 4, /^model: No provider/u],
  [{schedule: '0 9 * * *'}, 'cron/bad.md', 5, /^No prompt/u],
  [{after: 'nothing', run: 'echo x'}, 'cron/bad.md', 2, /^after: no valid job is named "nothing"/u],
  [{at: '2026-11-20 09:00', run: 'echo x'}, 'cron/bad.md', 2, /^at: 2026-11-20 09:00 in Europe\/Berlin is past\./u],
  [{run: 'echo x'}, 'cron/bad.md', 1, /^schedule is missing/u],
  [{words: 'gibberish', run: 'echo x'}, 'cron/bad.md', 2, /Examples: "0 8/u],
])('%j is refused with file, line and reason, and not written', async (fields, file, line, reason) => {
  await using fixture = await openCronFixture();
  const refused = await fixture
    .now()
    .call('cron.create', {name: 'bad', ...fields})
    .catch((error: unknown) => error);
  if (!(refused instanceof RemoteError)) throw new Error('it was taken');
  expect(refused.code).toBe('invalid');
  expect(refused.data).toMatchObject({code: 'invalid', file, line});
  expect((refused.data as {reason: string}).reason.replace(/^schedule: (?=")/u, '')).toMatch(reason);
  expect(existsSync(join(fixture.home, 'workspace', file))).toBe(false);
});

test.each([
  [{limits: {bogus: 1}}, "'limits' must be an object with tokensPerDay, moneyPerDay or both"],
  [{limits: {moneyPerDay: '5'}}, "'limits' must be"],
  [{words: 'every day at 9'}, "'schedule' and 'words' are the same; give one of them."],
])('%j is refused by name, not ignored', async (fields, sentence) => {
  await using fixture = await openCronFixture();
  const asked = {name: 'a', schedule: '0 9 * * *', prompt: 'x', ...fields};
  await expect(fixture.now().call('cron.create', asked as Params<'cron.create'>)).rejects.toThrow(sentence);
});

test.each(['../x', '.hidden', 'a/b', '', 'x '])("%j isn't a file name", async name => {
  await using fixture = await openCronFixture();
  await expect(fixture.now().call('cron.create', {name, schedule: '0 9 * * *', prompt: 'x'})).rejects.toThrow(/name/u);
});

test("a second job with the same name doesn't change the first", async () => {
  await using fixture = await openCronFixture({jobs: [{name: 'conf', cron: '0 9 * * *', message: 'x'}]});
  const create = (name: string, prompt: string) =>
    fixture.now().call('cron.create', {name, schedule: '0 9 * * *', prompt});
  await create('a', 'first');
  await expect(create('a', 'second')).rejects.toThrow('A job named "a" already exists.');
  await expect(create('conf', 'second')).rejects.toThrow('A job named "conf" already exists.');
  expect(fileOf(fixture, 'a')).toContain('first');
});

test('an edit keeps comments, unusual order and unnamed keys', async () => {
  const file =
    '---\n# every working day\nschedule: "0 9 * * 1-5" # early\nmodel: offline\n\nannounce: none\n---\n\nKeep  this.\n';
  await using fixture = await openCronFixture({files: {'cron/a.md': file}});
  const job = await fixture
    .now()
    .call('cron.edit', {name: 'a', schedule: '30 8 * * *', retry: 'never', unset: ['model']});
  expect(job).toMatchObject({cron: '30 8 * * *', retry: 'never', message: 'Keep  this.'});
  expect(job).not.toHaveProperty('model');
  expect(fileOf(fixture, 'a')).toBe(
    '---\n# every working day\nschedule: "30 8 * * *" # early\n\nannounce: none\nretry: never\n---\n\nKeep  this.\n',
  );
  await fixture.now().call('cron.edit', {name: 'a', prompt: 'New words.'});
  expect(fileOf(fixture, 'a').endsWith('---\nNew words.\n')).toBe(true);
});

test('an edit that would break a job is refused, and the job stays as it was', async () => {
  const file = '---\nschedule: "0 9 * * 1-5"\nannounce: none\n---\nHello\n';
  await using fixture = await openCronFixture({files: {'cron/a.md': file}});
  await expect(fixture.now().call('cron.edit', {name: 'a', timezone: 'Mars'})).rejects.toThrow(
    'cron/a.md, line 4: timezone: "Mars" isn\'t a time zone',
  );
  expect(fileOf(fixture, 'a')).toBe(file);
  await expect(fixture.now().call('cron.edit', {name: 'a', unset: 'colour'})).rejects.toThrow('A job has no "colour".');
});

test("a whole file is accepted only if it hasn't changed since it was read", async () => {
  const file = '---\nschedule: "0 9 * * 1-5"\nannounce: none\n---\nHello\n';
  await using fixture = await openCronFixture({files: {'cron/a.md': file}});
  const {content} = await fixture.now().call('cron.source', {name: 'a'});
  expect(content).toBe(file);
  fixture.write('cron/a.md', file.replace('Hello', 'Somebody else'));
  const edited = file.replace('Hello', 'Mine');
  await expect(fixture.now().call('cron.edit', {name: 'a', content: edited, was: content})).rejects.toThrow(
    'cron/a.md has changed meanwhile.',
  );
  const again = await fixture.now().call('cron.source', {name: 'a'});
  await fixture.now().call('cron.edit', {name: 'a', content: edited, was: again.content});
  expect(fileOf(fixture, 'a')).toBe(edited);
});

test('an invalid file can be read, replaced and removed by its name', async () => {
  await using fixture = await openCronFixture({files: {'cron/bad.md': '---\nschedul: x\n---\nHello\n'}});
  expect((await fixture.now().call('cron.source', {name: 'bad'})).content).toContain('schedul: x');
  const content = '---\nschedule: 0 9 * * *\n---\nHello\n';
  expect(await fixture.now().call('cron.edit', {name: 'bad', content})).toMatchObject({name: 'bad', cron: '0 9 * * *'});
  expect(await fixture.now().call('cron.remove', {name: 'bad'})).toEqual({removed: 'cron/bad.md'});
  expect(await fixture.now().call('cron.list', {})).toEqual({jobs: [], invalid: []});
  await expect(fixture.now().call('cron.remove', {name: 'bad'})).rejects.toThrow('No job "bad".');
});

test('a file behind a link out of the workspace runs, and an edit says where to change it', async () => {
  await using fixture = await openCronFixture({files: {'cron/plain.md': '---\nschedule: 0 8 * * *\n---\nHello\n'}});
  const outside = join(fixture.home, 'linked.md');
  writeFileSync(outside, '---\nschedule: 0 9 * * *\n---\nHello\n', {mode: 0o600});
  symlinkSync(outside, join(fixture.home, 'workspace/cron/linked.md'));
  await fixture.now().clock.advance(31_000);
  const {call} = fixture.now();
  await fixture.sees('it', async () => (await call('cron.list', {})).jobs.some(({name}) => name === 'linked'));
  const refused = 'cron/linked.md is behind a link that leads outside the workspace. Use its target.';
  await expect(call('cron.edit', {name: 'linked', prompt: 'x'})).rejects.toThrow(refused);
  await expect(call('cron.remove', {name: 'linked'})).rejects.toThrow(refused);
});

test.each(['gate', 'run'])('a line of dashes in %s stays in it', async field => {
  await using fixture = await openCronFixture();
  const command = 'echo a\n---\necho b';
  const job = {name: 'a', schedule: '0 9 * * *', [field]: command, ...(field === 'gate' && {prompt: 'Hello'})};
  expect(await fixture.now().call('cron.create', job)).toMatchObject({[field]: command});
  expect(await fixture.now().call('cron.edit', {name: 'a', schedule: '0 8 * * *'})).toMatchObject({[field]: command});
});

test('an empty file can be read and replaced, and an empty text is refused as a job', async () => {
  await using fixture = await openCronFixture({files: {'cron/bad.md': ''}});
  const {call} = fixture.now();
  expect((await call('cron.source', {name: 'bad'})).content).toBe('');
  const content = '---\nschedule: 0 9 * * *\n---\nHello\n';
  expect(await call('cron.edit', {name: 'bad', content, was: ''})).toMatchObject({name: 'bad'});
  await expect(call('cron.edit', {name: 'bad', content: ''})).rejects.toThrow(
    'cron/bad.md, line 1: A cron file begins with front matter between --- lines.',
  );
});

test('a prompt that makes the file too large is refused, and not written', async () => {
  await using fixture = await openCronFixture();
  const job = {name: 'big', schedule: '0 9 * * *', prompt: 'x'.repeat(300 * 1024)};
  await expect(fixture.now().call('cron.create', job)).rejects.toThrow('It is larger than 256 KiB');
  expect(existsSync(join(fixture.home, 'workspace/cron/big.md'))).toBe(false);
});

test('a job of the configuration is changed there', async () => {
  await using fixture = await openCronFixture({jobs: [{name: 'conf', cron: '0 9 * * *', message: 'x'}]});
  await expect(fixture.now().call('cron.edit', {name: 'conf', prompt: 'y'})).rejects.toThrow(
    'conf is defined in the configuration. Change it there',
  );
});

test('a job is switched off and on in its file', async () => {
  await using fixture = await openCronFixture({files: {'cron/a.md': '---\nschedule: 0 9 * * *\n---\nHello\n'}});
  expect(await fixture.now().call('cron.enable', {name: 'a', enabled: false})).toMatchObject({
    enabled: false,
    next: [],
  });
  expect(fileOf(fixture, 'a')).toContain('enabled: false');
  expect(await fixture.now().call('cron.enable', {name: 'a'})).toMatchObject({enabled: true});
});

test('a dry run shows the planned run, and nothing runs', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/a.md': '---\nschedule: 0 9 * * *\ngate: touch ran\n---\nHello\n'},
  });
  expect(await fixture.now().call('cron.run', {name: 'a', dry: true})).toEqual({
    dry: {prompt: 'Hello', gate: 'touch ran', deliver: ['signal:alice-uuid'], announce: 'rephrase', preTools: []},
  });
  expect((await fixture.now().call('run.list', {})).runs).toEqual([]);
  expect(existsSync(join(fixture.home, 'workspace/ran'))).toBe(false);
});

test('a job in a subfolder gets an error that says what to do', async () => {
  await using fixture = await openCronFixture();
  mkdirSync(join(fixture.home, 'workspace/cron/work/deeper/.hidden'), {recursive: true});
  mkdirSync(join(fixture.home, 'workspace/cron/.state'), {recursive: true});
  for (const file of ['a', 'deeper/b', 'deeper/.hidden/c'])
    writeFileSync(join(fixture.home, `workspace/cron/work/${file}.md`), '---\nschedule: 0 9 * * *\n---\nHello\n');
  symlinkSync('a.md', join(fixture.home, 'workspace/cron/work/link.md'));
  writeFileSync(join(fixture.home, 'workspace/cron/.state/a.last.md'), 'x');
  await fixture.now().clock.advance(31_000);
  const invalid = await fixture.sees('it', async () => {
    const list = await fixture.now().call('cron.list', {});
    return list.invalid.length > 0 && list.invalid;
  });
  const reason = 'A job in a subfolder does not run. Move the file into cron/.';
  expect(invalid).toEqual(['a', 'link', 'deeper/b'].map(name => ({file: `cron/work/${name}.md`, line: 1, reason})));
});

const fileOf = ({home}: CronFixture, name: string): string =>
  readFileSync(join(home, `workspace/cron/${name}.md`), 'utf8');

test.each([
  ['every weekday at 8', '0 8 * * 1-5', '2026-11-23T07:00:00.000Z'],
  ['every day at 9 and 18', '0 9,18 * * *', '2026-11-21T17:00:00.000Z'],
  ['on the last day of every month at 18:00', '0 18 L * *', '2026-11-30T17:00:00.000Z'],
  ['jeden Montag um 9 Uhr', '0 9 * * 1', '2026-11-23T08:00:00.000Z'],
])('a schedule in words, %j, is %s', async (schedule, cron, next) => {
  await using fixture = await openCronFixture();
  const job = await fixture.now().call('cron.create', {name: 'a', schedule, prompt: 'x'});
  expect(job).toMatchObject({cron, next: [next, expect.anything(), expect.anything()]});
});

test('words that mean one time make a job that comes once', async () => {
  await using fixture = await openCronFixture();
  const job = await fixture.now().call('cron.create', {name: 'a', schedule: 'tomorrow at 18:00', prompt: 'x'});
  expect(job).toMatchObject({at: '2026-11-22T18:00', next: ['2026-11-22T17:00:00.000Z']});
});

test.each([
  ['every night', '"every night" names no time of day. Say it too: "every night at 2:00".'],
  ['every day at 6:45', '"every day at 6:45" can mean two times. Say "every day at 06:45" or "every day at 18:45".'],
])('a schedule without one plain time, %j, is refused with a question', async (schedule, message) => {
  await using fixture = await openCronFixture();
  const created = fixture.now().call('cron.create', {name: 'a', schedule, prompt: 'Hi'});
  await expect(created).rejects.toMatchObject({message});
});

test.each(['every other weekday at 9', 'gibberish', 'every weekday at 8 feed the cat'])(
  'words that are no schedule of a job, %j, are refused with examples',
  async schedule => {
    await using fixture = await openCronFixture();
    await expect(fixture.now().call('cron.create', {name: 'a', schedule, prompt: 'x'})).rejects.toThrow(
      /Examples: "0 8/u,
    );
  },
);

test('a recurrence that counts from a day is written with its first day, and other fields remove it', async () => {
  await using fixture = await openCronFixture();
  const {call} = fixture.now();
  const job = await call('cron.create', {name: 'a', schedule: 'every other tuesday at 9', prompt: 'x'});
  expect(job.next).toEqual(['2026-11-24T08:00:00.000Z', '2026-12-08T08:00:00.000Z', '2026-12-22T08:00:00.000Z']);
  const head = '---\nschedule: every other tuesday at 9\nstart: 2026-11-24\n';
  expect(fileOf(fixture, 'a')).toBe(`${head}timezone: Europe/Berlin\n---\nx\n`);
  const moved = await call('cron.edit', {name: 'a', start: '2026-12-01'});
  expect(moved.next[0]).toBe('2026-12-01T08:00:00.000Z');
  await call('cron.edit', {name: 'a', schedule: 'every tuesday at 9'});
  expect(fileOf(fixture, 'a')).toBe('---\nschedule: 0 9 * * 2\ntimezone: Europe/Berlin\n---\nx\n');
  const shown = await call('cron.preview', {expression: 'every 3 days at 9', timezone: 'Europe/Berlin', count: 2});
  expect(shown).toEqual({
    instants: ['2026-11-22T08:00:00.000Z', '2026-11-25T08:00:00.000Z'],
    schedule: 'every 3 days at 09:00 in Europe/Berlin',
  });
});

test('"every hour" is the full hour, unless the words name a minute', async () => {
  await using fixture = await openCronFixture();
  const {call, clock} = fixture.now();
  await clock.advance(13 * 60_000);
  const nextOf = async (expression: string) =>
    (await call('cron.preview', {expression, timezone: 'UTC', count: 1})).instants[0]?.slice(14, 16);
  expect(await nextOf('every hour')).toBe('00');
  expect(await nextOf('every 6 hours')).toBe('00');
  expect(await nextOf('every 45 minutes')).not.toBe('00');
});

test('a schedule in words is read in the time zone that the file names, even an invalid file', async () => {
  const files = {
    'cron/a.md': '---\nschedule: 0 9 * * 9\ntimezone: Asia/Tokyo\n---\nHello\n',
    'cron/b.md': '---\nschedule: every day at 9 in New York\ntimezone: Asia/Tokyo\n---\nHello\n',
  };
  await using fixture = await openCronFixture({files});
  for (const name of ['a', 'b']) {
    const {zone} = await fixture.now().call('cron.edit', {name, schedule: 'every day at 7'});
    expect(zone).toBe('Asia/Tokyo');
    expect(fileOf(fixture, name)).toBe('---\nschedule: 0 7 * * *\ntimezone: Asia/Tokyo\n---\nHello\n');
  }
});

test('an invalid time zone beside a schedule in words is refused with its line', async () => {
  const wrong = '---\nschedule: 0 9 * * *\ntimezone: Berlin\n---\nHello\n';
  await using fixture = await openCronFixture({files: {'cron/a.md': wrong}});
  const {call} = fixture.now();
  const [schedule, prompt] = ['every day at 9', 'x'];
  await expect(call('cron.create', {name: 'b', schedule, timezone: 'Mars/Phobos', prompt})).rejects.toThrow(
    'timezone: "Mars/Phobos" isn\'t a time zone',
  );
  await expect(call('cron.edit', {name: 'a', schedule})).rejects.toThrow(
    'cron/a.md, line 3: timezone: "Berlin" isn\'t a time zone; did you mean "Europe/Berlin"?',
  );
  expect(fileOf(fixture, 'a')).toBe(wrong);
});

test('a new rhythm takes the place of the old one', async () => {
  await using fixture = await openCronFixture({files: {'cron/a.md': '---\nat: 2026-12-24 18:00\n---\nHello\n'}});
  await fixture.now().call('cron.edit', {name: 'a', schedule: 'every day at 7'});
  expect(fileOf(fixture, 'a')).toBe('---\nschedule: 0 7 * * *\ntimezone: UTC\n---\nHello\n');
});
