// Jobs in a conversation: the agent's cron tool, used from Signal.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ALICE, type CronFixture, openCronFixture} from '../support/cron-fixture.ts';
import type {ScriptedTurn} from '../support/scripted-model.ts';

const uses = (input: object): ScriptedTurn => ({calls: [{name: 'cron', input}]});

test('a job requested on Signal is a file for its requester, in their zone, and announces there', async () => {
  await using fixture = await openCronFixture({
    answers: [
      uses({action: 'create', name: 'standup', schedule: '0 9 * * 1-5', prompt: 'What matters today?'}),
      'Done: every weekday at nine.',
      'Two meetings.',
      'You have two meetings.',
    ],
  });
  await fixture.signal.says('alice-uuid', 'every weekday at nine, tell me what matters');
  await fixture.sent(1);
  expect(fileOf(fixture, 'standup')).toBe(
    '---\nschedule: 0 9 * * 1-5\ntimezone: Europe/Berlin\ndeliver: signal:alice-uuid\n---\nWhat matters today?\n',
  );
  expect(await toolAnswer(fixture)).toBe(
    'Created standup (cron/standup.md). Next: 2026-11-23T08:00:00.000Z (Mon 23 Nov 09:00 CET); ' +
      '2026-11-24T08:00:00.000Z (Tue 24 Nov 09:00 CET); 2026-11-25T08:00:00.000Z (Wed 25 Nov 09:00 CET). ' +
      'The agent rephrases the result and sends it to signal:alice-uuid.',
  );
  await fixture.now().call('cron.run', {name: 'standup'});
  expect((await fixture.sent(2)).at(-1)).toBe('You have two meetings.');
});

test('an invalid job is refused with its line, and not written', async () => {
  await using fixture = await openCronFixture({
    answers: [uses({action: 'create', name: 'bad', schedule: '0 99 * * *', prompt: 'x'}), 'That did not work.'],
  });
  await fixture.signal.says('alice-uuid', 'a job please');
  await fixture.sent(1);
  expect(await toolAnswer(fixture)).toMatch(
    /^cron\/bad\.md, line 2: schedule: "0 99 \* \* \*" isn't a valid cron expression/u,
  );
  expect(existsSync(join(fixture.home, 'workspace/cron/bad.md'))).toBe(false);
});

test('the list includes broken files, with file, line and reason', async () => {
  await using fixture = await openCronFixture({
    files: {
      'cron/a.md': '---\nschedule: 0 9 * * *\n---\nHello\n',
      'cron/b.md': '---\nschedul: x\n---\nHello\n',
      'cron/c.md': '---\nafter: a\n---\nHello\n',
    },
    answers: [uses({action: 'list'}), 'Two.'],
  });
  await fixture.signal.says('alice-uuid', 'which jobs?');
  await fixture.sent(1);
  const lines = (await toolAnswer(fixture)).split('\n');
  expect(lines[0]).toMatch(/^- a \(cron\/a\.md\): 0 9 \* \* \* in UTC, next 2026-11-22T09:00:00\.000Z/u);
  expect(lines[1]).toMatch(/^- c \(cron\/c\.md\): after a\. /u);
  expect(lines[2]).toMatch(/^- INVALID, does not run: cron\/b\.md, line 2: "schedul" isn't a key/u);
});

test('a job is changed, paused, resumed, run and deleted by its name', async () => {
  await using fixture = await openCronFixture({
    files: {'cron/a.md': '---\n# mine\nschedule: 0 9 * * *\nannounce: none\n---\nHello\n'},
    answers: [
      uses({action: 'edit', name: 'a', schedule: '30 9 * * *', unset: ['announce']}),
      uses({action: 'pause', name: 'a'}),
      uses({action: 'resume', name: 'a'}),
      uses({action: 'run', name: 'a', dry: true}),
      uses({action: 'preview', schedule: '@daily'}),
      uses({action: 'delete', name: 'a'}),
      uses({action: 'delete', name: 'a'}),
      'All done.',
    ],
  });
  await fixture.signal.says('alice-uuid', 'do things');
  await fixture.sent(1);
  const answers = (await fixture.history(ALICE)).filter(({role}) => role === 'tool').map(({text}) => text);
  expect(answers.map(text => text.split('. ')[0])).toEqual([
    'Changed a (cron/a.md)',
    'Paused a',
    'Resumed a',
    expect.stringMatching(/^Nothing ran/u),
    '@daily in Europe/Berlin',
    'Deleted cron/a.md.',
    'No job "a".',
  ]);
  expect(existsSync(join(fixture.home, 'workspace/cron/a.md'))).toBe(false);
});

test("a person without full trust doesn't have the tool", async () => {
  await using fixture = await openCronFixture({
    answers: [uses({action: 'create', name: 'x', schedule: '0 9 * * *', run: 'id'}), 'I may not.'],
  });
  await fixture.signal.says('bob-uuid', 'a job please');
  await fixture.sent(1);
  expect(fixture.model.asked[0]?.tools?.map(({name}) => name)).not.toContain('cron');
  expect(existsSync(join(fixture.home, 'workspace/cron/x.md'))).toBe(false);
});

test('a job is made, edited, broken, fixed and deleted in one conversation', async () => {
  await using fixture = await openCronFixture({
    answers: [
      uses({action: 'create', name: 'standup', schedule: 'every weekday at 9', prompt: 'What matters?'}),
      'Made.',
      uses({action: 'edit', name: 'standup', schedule: 'every weekday at 9:30', prompt: 'What matters today?'}),
      'Edited.',
      uses({action: 'edit', name: 'standup', schedule: '0 99 * * *'}),
      'It was refused.',
      uses({action: 'list'}),
      uses({action: 'edit', name: 'standup', schedule: '30 9 * * 1-5', unset: ['schedul']}),
      'Mended.',
      uses({action: 'delete', name: 'standup'}),
      'Deleted.',
    ],
  });
  const says = async (text: string, answer: string): Promise<string> => {
    await fixture.signal.says('alice-uuid', text);
    await fixture.sees(answer, async () => fixture.signal.texts.at(-1) === answer);
    return (await fixture.history(ALICE)).findLast(({role}) => role === 'tool')?.text ?? '';
  };
  expect(await says('a standup job please, weekdays at nine', 'Made.')).toMatch(/^Created standup /u);
  expect(await says('half an hour later', 'Edited.')).toMatch(/^Changed standup .*Mon 23 Nov 09:30 CET/u);
  const before = fileOf(fixture, 'standup');
  expect(await says('at 99 o clock', 'It was refused.')).toMatch(/^cron\/standup\.md, line \d+: schedule: "0 99/u);
  expect(fileOf(fixture, 'standup')).toBe(before);
  // Somebody breaks the file by hand; the daemon says so, and the agent mends it.
  fixture.write('cron/standup.md', before.replace('schedule:', 'schedul:'));
  await fixture.sees('the broken file', async () => (await fixture.now().call('cron.list', {})).invalid.length === 1);
  expect(await says('what is wrong?', 'Mended.')).toMatch(/^Changed standup /u);
  expect(fileOf(fixture, 'standup')).toContain('schedule: 30 9 * * 1-5');
  expect(await says('no longer needed', 'Deleted.')).toContain('Deleted cron/standup.md');
  expect((await fixture.now().call('cron.list', {})).jobs).toEqual([]);
});

const fileOf = ({home}: CronFixture, name: string): string =>
  readFileSync(join(home, `workspace/cron/${name}.md`), 'utf8');
const toolAnswer = async (fixture: CronFixture): Promise<string> =>
  (await fixture.history(ALICE)).find(({role}) => role === 'tool')?.text ?? '';

const DISK = '---\nschedule: 0 6 * * *\nrun: df -h\nsandbox: workspace\n---\n';

test.each([
  [{sandbox: 'read-only'}, 'own', 'edit the job disk'],
  [{sandbox: 'workspace'}, 'own', 'edit the job disk'],
  [{unset: ['sandbox']}, 'jobs', 'edit the job disk, whose commands then run without a sandbox'],
  [{run: 'du -s'}, 'jobs', 'edit the job disk, which runs du -s in the workspace sandbox'],
] as const)('a job with the sandbox workspace: the edit %j is an effect of kind %s', async (change, kind, says) => {
  await using fixture = await openCronFixture({
    files: {'cron/disk.md': DISK},
    answers: [uses({action: 'edit', name: 'disk', ...change}), 'Done.'],
    config: {policy: {ask: {own: 'always'}}},
  });
  void fixture.now().call('session.send', {text: 'change it'});
  const {approval} = await fixture.now().event('approval.asked');
  expect(approval.effects).toMatchObject([{kind, says}]);
  expect(fileOf(fixture, 'disk')).toBe(DISK);
  await fixture.now().call('approval.answer', {id: approval.id, answer: 'approve'});
  await fixture.now().event('turn.ended');
});

test('a job is made with its sandbox, by the command as by the agent, and the question names it', async () => {
  const made = {schedule: '0 6 * * *', run: 'df -h', sandbox: 'read-only'};
  await using fixture = await openCronFixture({answers: [uses({action: 'create', name: 'disk', ...made}), 'Done.']});
  void fixture.now().call('session.send', {text: 'a job please'});
  const {approval} = await fixture.now().event('approval.asked');
  expect(approval.effect).toBe('Create the job disk, which runs df -h in the read-only sandbox.');
  await fixture.now().call('approval.answer', {id: approval.id, answer: 'approve'});
  await fixture.now().event('turn.ended');
  expect(fileOf(fixture, 'disk')).toContain('sandbox: read-only\n');
  await fixture.now().call('cron.create', {name: 'again', ...made});
  expect(fileOf(fixture, 'again')).toContain('sandbox: read-only\n');
  const {jobs} = await fixture.now().call('cron.list', {});
  expect(jobs.map(({name, sandbox}) => [name, sandbox])).toEqual([
    ['again', 'read-only'],
    ['disk', 'read-only'],
  ]);
});
