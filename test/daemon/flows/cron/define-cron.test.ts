import {expect, test} from 'vitest';
import {defineCron, mistakenJobs} from '../../../../src/daemon/flows/cron/define-cron.ts';
import type {Address} from '../../../../src/shared/records/address.ts';
import type {CronDefinition} from '../../../../src/shared/records/jobs/cron-job.ts';
import {jobSchedules} from '../../../support/job-schedules.ts';
import {testConfig} from '../../../support/test-config.ts';

const people = {
  zoneOf: (user: string | undefined) => (user === 'alice' ? 'Europe/Berlin' : 'UTC'),
  targetsOf: (user: string | undefined) => (user === 'alice' ? (['signal:alice-uuid'] as const) : undefined),
  canonical: (address: Address) => address,
};
const users = [
  {name: 'alice', trust: 'full', match: ['signal:alice-uuid']},
  {name: 'bob', trust: 'inner', match: ['signal:bob-uuid']},
];
const signal = {groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']};
const defined = (job: object) =>
  defineCron({
    config: testConfig({users, signal, cron: [{name: 'morning', cron: '0 8 * * *', message: 'Hi', ...job}]}),
    files: NONE,
    ...around,
  }).jobs[0];
const around = {
  readSchedule: jobSchedules.read,
  people,
  configFile: '/config.json',
  lineOf: (key: string) => key.length,
};
const NONE = {jobs: [], invalid: []};

test.each([
  [{}, {zone: 'UTC', deliver: ['terminal:default']}],
  [{user: 'alice'}, {zone: 'Europe/Berlin', deliver: ['signal:alice-uuid'], user: 'alice'}],
  [{user: 'alice', timezone: 'Asia/Tokyo'}, {zone: 'Asia/Tokyo'}],
  [
    {user: 'alice', deliver: {channel: 'signal', target: 'group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='}},
    {deliver: ['signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']},
  ],
  [{deliver: 'signal:bob-uuid'}, {deliver: ['signal:bob-uuid']}],
  [
    {deliver: ['terminal:default', {channel: 'signal', target: 'bob-uuid'}, 'signal:bob-uuid']},
    {deliver: ['terminal:default', 'signal:bob-uuid']},
  ],
  [
    {announce: 'direct', missed: 'once', enabled: false},
    {announce: 'direct', missed: 'once', enabled: false},
  ],
  [
    {model: 'openai/x', timeout: '90s', overlap: 'allow'},
    {model: 'openai/x', timeoutMs: 90_000, overlap: 'allow'},
  ],
  [
    {cron: 'on every weekday at 8', user: 'alice'},
    {cron: '0 8 * * 1-5', words: 'on every weekday at 8', zone: 'Europe/Berlin'},
  ],
  [{}, {announce: 'rephrase', missed: 'skip', overlap: 'skip', enabled: true, origin: 'config'}],
])('%j in the configuration gives %j', (job, expected) => {
  expect(defined(job)).toMatchObject(expected);
});

test('a file with the name of a configured job is reported, and the other files stay', () => {
  const config = testConfig({cron: [{name: 'morning', cron: '0 8 * * *', message: 'Hi'}]});
  const files = ['morning', 'evening'].map(
    name => ({...defined({}), name, origin: `cron/${name}.md`}) as CronDefinition,
  );
  const {jobs, invalid} = defineCron({config, files: {jobs: files, invalid: []}, ...around});
  expect(jobs.map(({origin}) => origin)).toEqual(['config', 'cron/evening.md']);
  expect(invalid).toEqual([
    {file: 'cron/morning.md', line: 1, reason: 'A job in the configuration is already named "morning".'},
  ]);
});

test('an invalid configured job is listed among the problems, and nothing else of it is', () => {
  const problems = [
    {key: 'cron[0].cron', reason: '"zz" is no cron expression.', inForce: 'x does not run'},
    {key: 'cronies', reason: 'It is not known.', inForce: 'nothing'},
    {key: 'agent.model', reason: 'It is none.', inForce: 'offline'},
  ];
  expect(mistakenJobs(problems, '/home/config.json', key => key.length)).toEqual([
    {file: '/home/config.json', line: 12, reason: 'cron[0].cron: "zz" is no cron expression.'},
  ]);
});

test('an unreadable configuration may hold jobs, so it is a problem too', () => {
  const [file, inForce] = ['/home/config.json', 'the earlier value'];
  const invalid = {key: 'config.json', reason: 'It ends too early.', inForce, line: 7};
  expect(mistakenJobs([invalid], file, () => 1)).toEqual([{file, line: 7, reason: 'It ends too early.'}]);
  const closed = {key: 'config.json', reason: 'It cannot be read; see in line 9 of the log.', inForce};
  expect(mistakenJobs([closed], file, () => 1)).toEqual([{file, line: 1, reason: closed.reason}]);
});
