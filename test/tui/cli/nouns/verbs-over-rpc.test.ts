import {expect, test} from 'vitest';
import {GatewayError} from '../../../../src/shared/gateway-error.ts';
import {type Given, parseArguments} from '../../../../src/tui/cli/arguments.ts';
import {ENTRIES, ROOT_OPTIONS} from '../../../../src/tui/cli/verbs.ts';
import {settle} from '../../../support/fake-clock.ts';
import {commandWorld, type TestWorld, type TestWorldOptions} from '../command-world.ts';

const reminder = {
  id: 'rem_1',
  fireAt: '2026-11-21T11:20:00.000Z',
  message: 'stretch',
  mode: 'verbatim',
  delivery: ['terminal:default'],
  sourceSession: 'a:main',
  createdAt: '2026-11-21T11:00:00.000Z',
  state: 'pending',
  zone: 'Europe/Berlin',
} as const;

type Ran = TestWorld & {readonly code: number};

/** Runs a verb in the test's world, as `rooster` would. */
const rooster = async (argv: readonly string[], options: TestWorldOptions): Promise<Ran> => {
  const made = await commandWorld(options);
  const parsed = parseArguments(argv, ENTRIES, ROOT_OPTIONS);
  if (parsed.kind !== 'run') throw new Error(`no verb: ${JSON.stringify(parsed)}`);
  let over = false;
  const mark = (): void => {
    over = true;
  };
  const running = parsed.verb.run(made.world, parsed.given satisfies Given);
  running.then(mark, mark);
  // Time passes only where a daemon is waited for: what a verb says of a moment is said of this one.
  while (!over) await (options.running === false ? made.clock.advance(10) : settle());
  return {...made, code: await running};
};

test('with --json exactly the result of the method is printed, on one line where nobody looks', async () => {
  const {out, code} = await rooster(['reminders', '--json'], {
    answers: {'reminder.list': () => ({reminders: [reminder]})},
  });
  expect(code).toBe(0);
  expect(out()).toBe(`${JSON.stringify({reminders: [reminder]})}\n`);
});

test('a list shows ids, local times with how far away they are, and fits the terminal', async () => {
  const {out} = await rooster(['reminders'], {
    answers: {'reminder.list': () => ({reminders: [reminder, {...reminder, id: 'rem_2', message: 'x'.repeat(100)}]})},
    terminal: {columns: 80},
  });
  const [titles, first, second] = out().split('\n');
  expect(titles).toMatch(/^ID +WHEN +STATE +TO +MESSAGE$/u);
  expect(first).toMatch(/^rem_1 {2}today 11:20 \(in 20m\) +pending +terminal/u);
  expect(second).toHaveLength(80);
});

test.each([
  [['reminders'], 'reminder.list', {reminders: []}, 'rooster remind 20m'],
  [['sessions'], 'session.list', {sessions: []}, 'rooster chat'],
  [['runs'], 'run.list', {runs: []}, 'Nothing has run yet'],
  [['outbox'], 'outbox.list', {deliveries: []}, 'The outbox is empty'],
  [['cron'], 'cron.list', {jobs: [], invalid: []}, 'cron/NAME.md'],
])('an empty list of `rooster %s` says what would be there', async (argv, method, result, words) => {
  const {out} = await rooster(argv, {answers: {[method]: () => result}});
  expect(out()).toContain(words);
});

test('a reminder is set word for word unless the agent is to answer it, and what was understood is said back', async () => {
  const answers = {'reminder.set': () => reminder};
  const plain = await rooster(['remind', '20m', 'stretch'], {answers});
  expect(plain.daemon.asked).toEqual([['reminder.set', {when: '20m', message: 'stretch', mode: 'verbatim'}]]);
  expect(plain.out()).toBe(
    'Reminder rem_1 is set for today 12:20 CET (Europe/Berlin), in 20 minutes: stretch\nDelivered word for word to terminal:default.\n',
  );
  const asked = await rooster(['remind', '20m', 'x', '--agent', '--user', 'bob', '--to', 'signal:bob'], {answers});
  expect(asked.daemon.asked).toEqual([
    ['reminder.set', {when: '20m', message: 'x', mode: 'agent', user: 'bob', to: 'signal:bob'}],
  ]);
});

test.each([
  [['remind', '20m', 'x', '--to', 'nowhere'], "'nowhere' is no address"],
  [['reminders', 'cancel', 'dlv_1'], "'dlv_1' is no id of this kind (one begins with rem_)"],
  [['reminders', '--limit', 'many'], "--limit takes a whole number from 1 on, not 'many'"],
  [['sessions', 'show', 'main'], "'main' is no session key"],
  [['inject', 'a:main', ' '], 'TEXT is empty'],
  [['watch', '--since', '-1'], "--since takes the number of an event, not '-1'"],
])('`rooster %j` is refused before the daemon is asked', async (argv, sentence) => {
  await expect(rooster(argv, {})).rejects.toThrow(sentence);
});

test('an error of the daemon is the error of the command', async () => {
  const answers = {
    'reminder.cancel': () => {
      throw new GatewayError('not_found', 'There is no reminder rem_9.');
    },
  };
  await expect(rooster(['reminders', 'cancel', 'rem_9'], {answers})).rejects.toThrow('There is no reminder rem_9.');
});

test.each([
  ['status', 0],
  ['daemon status', 3],
])('`rooster %s` works without a daemon, says so, starts none, and ends with %d', async (line, expected) => {
  const {code, out, starts} = await rooster(line.split(' '), {running: false});
  expect(code).toBe(expected);
  expect(out()).toContain('No daemon is running.');
  expect(starts()).toBe(0);
  const json = await rooster([...line.split(' '), '--json'], {running: false});
  expect(JSON.parse(json.out())).toMatchObject({running: false, home: {config: '/home/alice/r/config.json'}});
});

const STATUS = {
  version: '0.0.9',
  pid: 4321,
  bootId: 'boot',
  startedAt: '2026-11-21T09:00:00.000Z',
  now: '2026-11-21T11:00:00.000Z',
  seq: 9,
  home: {config: '/c', database: '/d', workspace: '/w', log: '/l', socket: '/s'},
  agent: 'rooster',
  model: {name: 'anthropic/x', ready: false, detail: 'ANTHROPIC_API_KEY is not set'},
  clients: 1,
  sessions: {total: 3, busy: 1, queued: 0},
  reminders: {pending: 2},
  outbox: {waiting: 1, dead: 2},
  nextWakes: [
    {kind: 'reminder', name: 'rem_1', what: 'stretch', wakeAt: '2026-11-21T11:20:00.000Z'},
    {kind: 'cron', name: 'morning', what: '', wakeAt: '2026-11-22T08:00:00.000Z'},
  ],
  channels: [{channel: 'signal', inbound: 'up', outbound: 'down', detail: 'no network'}],
  problems: [{key: 'users[0].trust', reason: 'There is no trust "king".', inForce: 'full'}],
} as const;

test('the status is one screen, and says what is to be done about what is wrong', async () => {
  const {out} = await rooster(['status'], {answers: {'daemon.status': () => STATUS}});
  expect(out().split('\n')).toEqual([
    'Rooster 0.0.9 (this command is 0.1.0: rooster daemon restart), pid 4321, up for 2 hours',
    'Agent      rooster',
    'Model      anthropic/x, not ready (ANTHROPIC_API_KEY is not set)',
    'Channels   signal in up, out down (no network)',
    'Sessions   3, 1 busy, 0 queued',
    'Reminders  2 waiting',
    'Outbox     1 waiting, 2 given up (rooster outbox --state dead)',
    'Clients    1',
    'Config     /c',
    'Workspace  /w',
    'Log        /l',
    '',
    'NEXT                        KIND      WHAT',
    'today 11:20 (in 20m)        reminder  stretch',
    'tomorrow 08:00 (in 21h 0m)  cron      morning',
    '',
    'users[0].trust: There is no trust "king". In force: full',
    '',
  ]);
});

test('stopping where none runs is done already', async () => {
  const {code, out, starts} = await rooster(['daemon', 'stop'], {running: false});
  expect({code, out: out(), starts: starts()}).toEqual({code: 0, out: 'No daemon is running.\n', starts: 0});
});

test('other verbs start the daemon they need', async () => {
  const {starts} = await rooster(['reminders'], {running: false, answers: {'reminder.list': () => ({reminders: []})}});
  expect(starts()).toBe(1);
});

const PROBLEM = {key: 'agent.model', reason: 'There is no provider "x".', inForce: 'offline'};

test('the configuration is checked by the daemon where one runs, and by its program where none does', async () => {
  const running = await rooster(['config', 'check', '--json'], {answers: {'config.check': () => ({problems: []})}});
  expect({code: running.code, out: running.out()}).toEqual({code: 0, out: '{"problems":[]}\n'});
  const asked: (readonly string[])[] = [];
  const alone = await rooster(['config', 'check'], {
    running: false,
    ask: async words => {
      asked.push(words);
      return {code: 1, stdout: JSON.stringify({problems: [PROBLEM]}), stderr: ''};
    },
  });
  expect({code: alone.code, asked, starts: alone.starts()}).toEqual({code: 1, asked: [['check-config']], starts: 0});
  expect(alone.out()).toBe('agent.model: There is no provider "x". In force: offline\n');
});

test('a value is set as JSON where it is JSON, and as a text otherwise', async () => {
  const asked: (readonly string[])[] = [];
  const ask = async (words: readonly string[]) => {
    asked.push(words);
    return {code: 0, stdout: '{"problems":[]}', stderr: ''};
  };
  await rooster(['config', 'set', 'heartbeat.idleMinutes', '7'], {ask});
  const {out} = await rooster(['config', 'set', 'agent.model', 'offline'], {ask});
  expect(asked).toEqual([
    ['set-config', 'heartbeat.idleMinutes', '7'],
    ['set-config', 'agent.model', '"offline"'],
  ]);
  expect(out()).toBe('Set agent.model in /home/alice/r/config.json.\n');
});

test('a value that would be a mistake is not written, and the command fails with the reason', async () => {
  const ask = async () => ({code: 1, stdout: JSON.stringify({problems: [PROBLEM]}), stderr: ''});
  const {code, out, err} = await rooster(['config', 'set', 'agent.model', 'x/y'], {ask});
  expect({code, out: out()}).toEqual({code: 1, out: ''});
  expect(err()).toBe('error: agent.model was not changed. agent.model: There is no provider "x".\n');
});

test('cron jobs are checked without a daemon, and a mistake has its file, line and reason', async () => {
  const invalid = [{file: 'cron/a.md', line: 3, reason: 'There is no 25th hour.'}];
  const ask = async () => ({code: 1, stdout: JSON.stringify({jobs: [], invalid}), stderr: ''});
  const words = await rooster(['cron', 'check'], {running: false, ask});
  expect({code: words.code, out: words.out()}).toEqual({code: 1, out: 'cron/a.md:3: There is no 25th hour.\n'});
  const json = await rooster(['cron', 'check', '--json'], {running: false, ask});
  expect(JSON.parse(json.out())).toEqual({jobs: [], invalid});
});

test('a program that answers nothing fails with its own sentence', async () => {
  const ask = async () => ({code: 1, stdout: '', stderr: 'warning\nThe folder cannot be read.\n'});
  await expect(rooster(['cron', 'check'], {running: false, ask})).rejects.toThrow('The folder cannot be read.');
});

test('a setting that is a text is printed as it is, anything else as JSON', async () => {
  const get = (config: unknown) => ({'config.get': () => ({path: '/c', config})});
  expect((await rooster(['config', 'get', 'agent.model'], {answers: get('offline')})).out()).toBe('offline\n');
  expect((await rooster(['config', 'get', 'agent'], {answers: get({id: 'a'})})).out()).toBe('{\n  "id": "a"\n}\n');
});

test('the story behind an id is one line a step, its instants aligned', async () => {
  const steps = [
    {at: '2026-11-20T11:00:00.000Z', what: 'reminder set', id: 'rem_1'},
    {at: '2026-11-21T10:00:00.000Z', what: 'it came due', id: 'run_1'},
  ];
  const {out} = await rooster(['why', 'rem_1'], {answers: {why: () => ({steps})}});
  expect(out()).toBe('11-20 11:00:00  reminder set  rem_1\n      10:00:00  it came due  run_1\n');
});

test('on a terminal words are coloured and cut, unless NO_COLOR says otherwise', async () => {
  const answers = {'reminder.list': () => ({reminders: [reminder]})};
  const coloured = await rooster(['reminders'], {answers, terminal: {columns: 80}, env: {NO_COLOR: ''}});
  expect(coloured.out()).toContain('\u001b[32mpending\u001b[39m');
  const plain = await rooster(['reminders'], {answers, terminal: {columns: 80}, env: {NO_COLOR: '1'}});
  expect(plain.out()).not.toContain('\u001b');
});
