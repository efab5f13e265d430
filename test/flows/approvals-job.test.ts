// Nobody is there when a job runs: what needs a person is refused at once and told, unless the file of the job allows it.
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {allowFault, JOB_TOOLS} from '../../src/shared/records/approval.ts';
import type {CommandWorld} from '../../src/tui/cli/command.ts';
import {type CheckedJobs, cronChecked} from '../../src/tui/cli/format/format-cron.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const CONFIG = {
  users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
  heartbeat: {enabled: false},
  reflection: {enabled: false},
  policy: {ask: {own: 'always'}},
};

const runJob = async (allow: string, said = 'I could not write the news down.') => {
  using dir = tempDir();
  mkdirSync(join(dir.path, 'workspace', 'cron'), {recursive: true});
  const matter = `---\nschedule: 0 12 * * *\nannounce: direct\n${allow}---\n\nWrite the news down.\n`;
  writeFileSync(join(dir.path, 'workspace', 'cron', 'news.md'), matter);
  const {models} = scriptedModel([{calls: [{name: 'write_file', input: {path: 'news.md', content: 'None.'}}]}, said]);
  await using daemon = await openTestDaemon({home: dir.path, models, config: CONFIG});
  const started = await daemon.call('cron.run', {name: 'news'});
  const runId = 'runId' in started ? started.runId : 'run_none';
  await daemon.whileTimePasses(daemon.event('run.ended', ({run}) => run.id === runId));
  const {transcript} = await daemon.call('run.get', {id: runId});
  return {
    written: existsSync(join(dir.path, 'workspace', 'news.md')),
    output: transcript.find(({role}) => role === 'tool')?.text,
    told: (await daemon.call('outbox.list', {})).deliveries.map(({text}) => text),
    approvals: (await daemon.call('approval.list', {})).approvals,
    invalid: (await daemon.call('cron.list', {})).invalid,
  };
};

test('a call that needs a person is refused, and the agent is told how the person can allow it', async () => {
  const {written, output, approvals} = await runJob('');
  expect(written).toBe(false);
  expect(output).toBe(
    'Not run. It would write news.md. It needs a person\'s yes, and nobody can be asked now. The person can allow it in the file of the job: allow: ["path news.md"]. Go on without it, and say what was left out.',
  );
  expect(approvals).toMatchObject([{state: 'denied', way: 'nobody', tool: 'write_file'}]);
});

test.each([
  ['allow: [write_file]\n', true],
  ['allow: path news.md\n', true],
  ['allow: ["path other.md"]\n', false],
  ['allow: [bash]\n', false],
])('a job with %s writes the file: %s', async (allow, does) => {
  const {written, approvals} = await runJob(allow);
  expect(written).toBe(does);
  expect(approvals).toMatchObject([does ? {state: 'approved', way: 'job'} : {state: 'denied', way: 'nobody'}]);
});

test('each entry of allow that allows nothing is named, with what was meant', () => {
  const fault = allowFault(['bsh', 'bash', 'host', 'hst example.org', 'web_fetch']);
  expect(fault).toMatch(
    /^"bsh" allows nothing: did you mean "bash"\? "host" allows nothing\. "hst example\.org" allows nothing: did you mean "host example\.org"\? "web_fetch" allows nothing\. Write a tool with effects \(alarm, bash, /u,
  );
  expect(allowFault(['bash', 'host example.org', 'outside npm ci'])).toBeUndefined();
});

test.each(['I could not write the news down.', 'HEARTBEAT_OK'])(
  'the person is told in words of Rooster, whatever the agent says: %s',
  async said => {
    const {told} = await runJob('', said);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(
      /^(?:I could not write the news down\.\n\n)?Not run, because nobody could be asked: Write news\.md\. You can allow it in the file of the job: allow: \["path news\.md"\]\.$/u,
    );
  },
);

test('each tool with effects that a job has can be allowed', () => {
  for (const tool of JOB_TOOLS) expect(allowFault([tool])).toBeUndefined();
});

test('the check of job files says what each entry of allow means', () => {
  const allow = ['bash', 'write_file', 'host example.org', 'to bob', 'command npm ci', 'outside npm ci', 'program git'];
  const job = {origin: 'cron/news.md', allow};
  const checked = {jobs: [job], invalid: []} as unknown as CheckedJobs;
  expect(cronChecked({} as CommandWorld, checked)).toEqual([
    '1 job is valid.',
    'cron/news.md needs no yes for: any command, also without the sandbox; any call of write_file; commands that reach example.org; messages to bob; "npm ci" in the sandbox only; "npm ci" without the sandbox; any simple command of git in the sandbox only.',
  ]);
});
