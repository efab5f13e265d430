// Alarms and results of jobs for other programs, against real servers on loopback: another program, and another Rooster.
// @module-tag deep
import {createHmac} from 'node:crypto';
import {expect, test} from 'vitest';
import type {Models} from '../../../src/daemon/ports/model.ts';
import {HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {NOTHING_ASKS} from '../../support/nothing-asks.ts';
import {type ScriptedTurn, scriptedModel} from '../../support/scripted-model.ts';
import {startTargetServer, type TargetAnswer} from '../../support/target-server.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../../support/test-daemon.ts';
import {until} from '../../support/until.ts';

const SECRET = 'the-secret-of-the-target';
const PAYLOAD = '{ "b": 1.0, "a": [9007199254740993, "\\u00e9", {"x": null}], "b": 2 }';

const openScene = async ({answer, target = {}, config = {}}: SceneOptions = {}) => {
  const dir = tempDir();
  const program = await startTargetServer(answer);
  const targets = {neo: {url: program.url, secret: SECRET, ...target}};
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default']}];
  let fixture = await openTestDaemon({home: dir.path, config: {users, targets, ...config}});
  return {
    program,
    dir: dir.path,
    get fixture() {
      return fixture;
    },
    restart: async () => {
      fixture = await fixture.restart();
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      await program[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

type SceneOptions = {
  readonly answer?: TargetAnswer;
  readonly target?: Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<string, unknown>>;
};

const setAlarm = (fixture: TestDaemon, more: object = {}) =>
  fixture.call('alarm.set', {in: '1m', message: ' Go on \n🐓 "q" ', deliver: 'hook:neo', ...more});

const sentOf = (fixture: TestDaemon) => fixture.whileTimePasses(fixture.event('delivery.sent'));

const bodyOf = (program: {readonly requests: readonly {readonly body: string}[]}, index = 0) =>
  JSON.parse(program.requests[index]?.body ?? 'null');

/** Advances while real requests are answered. */
const pass = async (fixture: TestDaemon, ms: number, step = MINUTE): Promise<void> => {
  for (let passed = 0; passed < ms; passed += step) {
    await fixture.clock.advance(step);
    await new Promise(resolve => setTimeout(resolve, 1));
  }
};

test.each(['http://169.254.169.254/latest', 'http://[fe80::1]/wake'])(
  'an alarm for %s, which is never asked, is dead at once and says why',
  {tags: ['fast']},
  async url => {
    await using scene = await openScene({target: {url, private: true}});
    const {fixture} = scene;
    await setAlarm(fixture);
    const {delivery} = await fixture.whileTimePasses(fixture.event('delivery.dead'));
    expect(delivery).toMatchObject({attempts: 1, lastError: expect.stringMatching(/never asked\.$/u)});
  },
);

test('an alarm is one request with the fields of a wake-up, message and payload to the byte', {
  tags: ['fast'],
}, async () => {
  await using scene = await openScene();
  const {fixture, program} = scene;
  const alarm = await setAlarm(fixture, {payload: PAYLOAD, conversation: 'thread-7', in: '20m'});
  await sentOf(fixture);
  const [request] = program.requests;
  const due = JSON.stringify(alarm.at);
  expect(request?.body).toBe(
    `{"user_id":"alice","conversation_id":"thread-7","message":" Go on \\n🐓 \\"q\\" ","payload":${PAYLOAD},` +
      `"alarm_id":"${alarm.id}","origin":"rooster","scheduled_for":${due}}`,
  );
  expect(request?.headers).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    'content-type': 'application/json',
    'idempotency-key': expect.stringMatching(/^run_.+@hook:neo$/u),
  });
  expect(program.requests).toHaveLength(1);
  const fired = await fixture.event('alarm.fired');
  expect(fired.alarm).toMatchObject({state: 'fired', failures: 0});
  expect((await fixture.call('run.list', {kind: 'alarm'})).runs).toMatchObject([{status: 'ran', name: alarm.id}]);
});

test('without conversation and payload those fields are absent', async () => {
  await using scene = await openScene({target: {user: 'u-17', secret: undefined}});
  await setAlarm(scene.fixture);
  await sentOf(scene.fixture);
  expect(Object.keys(bodyOf(scene.program))).toEqual(['user_id', 'message', 'alarm_id', 'origin', 'scheduled_for']);
  expect(bodyOf(scene.program)).toMatchObject({user_id: 'u-17', origin: 'rooster'});
  expect(scene.program.requests[0]?.headers.authorization).toBeUndefined();
});

test('with scheme standard the request is signed, and the secret stays here', async () => {
  await using scene = await openScene({target: {scheme: 'standard'}});
  await setAlarm(scene.fixture);
  await sentOf(scene.fixture);
  const {headers = {}, body = ''} = scene.program.requests[0] ?? {};
  const id = String(headers['webhook-id']);
  const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', SECRET).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  expect(id).toBe(headers['idempotency-key']);
  expect(JSON.stringify(headers)).not.toContain(SECRET);
});

test.each([301, 304, 401, 403, 408, 425, 429, 500, 502, 503])(
  'status %d is tried again, and the alarm is not done',
  async status => {
    const body = `${'x'.repeat(299)}yz${'z'.repeat(700)}`;
    await using scene = await openScene({answer: {status, body, headers: {location: '/elsewhere'}}});
    const {fixture, program} = scene;
    const {id} = await setAlarm(fixture);
    await fixture.whileTimePasses(fixture.event('alarm.delayed'));
    const waiting = await fixture.call('alarm.get', {id});
    expect(waiting).toMatchObject({state: 'active', failures: 1, lastError: expect.stringContaining(String(status))});
    // An answer with status 304 has no body.
    expect(waiting.lastError).toMatch(status === 304 ? /304/u : / x{299}y$/u);
    program.answer({status: 204});
    await sentOf(fixture);
    expect(await fixture.call('alarm.get', {id})).toMatchObject({state: 'fired', failures: 0});
    expect(new Set(program.requests.map(({path}) => path))).toEqual(new Set(['/wake']));
    expect(new Set(program.requests.map(({headers}) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(program.requests.map(({body}) => body)).size).toBe(1);
  },
);

test.each([400, 404, 409, 410, 413, 415, 422])(
  'status %d ends the delivery, and the operator is told',
  async status => {
    await using scene = await openScene({answer: {status, body: '  no such\nconversation  '}});
    const {fixture, program} = scene;
    const {id} = await setAlarm(fixture);
    const {delivery} = await fixture.whileTimePasses(fixture.event('delivery.dead'));
    expect(delivery.lastError).toContain(`(${status}). no such conversation`);
    expect(await fixture.call('alarm.get', {id})).toMatchObject({state: 'failed'});
    const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
    expect(messages.at(-1)).toMatchObject({
      role: 'system',
      text: expect.stringContaining('could not be delivered to hook:neo'),
    });
    expect((await fixture.call('outbox.list', {state: 'dead'})).deliveries).toHaveLength(1);
    program.answer({status: 200});
    await fixture.call('outbox.retry', {id: delivery.id});
    await sentOf(fixture);
    expect(program.requests[1]?.headers['idempotency-key']).toBe(program.requests[0]?.headers['idempotency-key']);
  },
);

test('a broken connection and a silence of 60 seconds are tried again, marked as a repeat', async () => {
  await using scene = await openScene({answer: 'cut'});
  const {fixture, program} = scene;
  await setAlarm(fixture);
  await fixture.whileTimePasses(fixture.event('alarm.delayed'));
  program.answer('hang');
  await fixture.whileTimePasses(until('the second request', () => program.requests.length > 1));
  await fixture.whileTimePasses(fixture.event('alarm.delayed', ({alarm}) => alarm.failures === 2));
  const {lastError} = (await fixture.call('outbox.list', {})).deliveries[0] ?? {};
  expect(lastError).toContain('did not answer within 60 seconds');
  program.answer({status: 200});
  const {delivery} = await sentOf(fixture);
  expect(delivery).toMatchObject({repeat: true, attempts: 3});
  expect(program.requests.at(-1)?.headers['x-rooster-repeat']).toBe('true');
});

test.each<[string, TargetAnswer, string | undefined]>([
  ['a cut connection', 'cut', 'true'],
  ['a gateway without an answer (502)', {status: 502}, 'true'],
  ['a gateway that waited in vain (504)', {status: 504}, 'true'],
  ['a refusal for now (503)', {status: 503}, undefined],
])('after %s the second request is marked as a repeat only if the first may have arrived', async (_, answer, mark) => {
  await using scene = await openScene({answer});
  const {fixture, program} = scene;
  await setAlarm(fixture);
  await fixture.whileTimePasses(fixture.event('alarm.delayed'));
  program.answer({status: 200});
  await sentOf(fixture);
  expect(program.requests.map(({headers}) => headers['x-rooster-repeat'])).toEqual([undefined, mark]);
});

test('a target that is down for five hours gets the alarm; after six hours it is a dead letter', async () => {
  await using scene = await openScene({answer: {status: 503}});
  const {fixture, program} = scene;
  await setAlarm(fixture);
  await pass(fixture, 5 * HOUR);
  program.answer({status: 200});
  await sentOf(fixture);
  program.answer({status: 503});
  const second = await setAlarm(fixture);
  await pass(fixture, 7 * HOUR);
  const dead = await fixture.event('delivery.dead');
  expect(dead.delivery.text).toBe(second.message);
  expect(await fixture.call('alarm.get', {id: second.id})).toMatchObject({state: 'failed'});
});

test('Retry-After is kept to', async () => {
  await using scene = await openScene({answer: {status: 429, headers: {'retry-after': '600'}}});
  const {fixture, program} = scene;
  await setAlarm(fixture);
  await fixture.whileTimePasses(fixture.event('alarm.delayed'));
  program.answer({status: 200});
  await pass(fixture, 8 * MINUTE);
  expect(program.requests).toHaveLength(1);
  await sentOf(fixture);
  expect(program.requests).toHaveLength(2);
});

test('a recurring alarm passes over instants while its last wake-up is on its way, and keeps its timetable', async () => {
  await using scene = await openScene({answer: {status: 503}});
  const {fixture, program} = scene;
  const {id} = await fixture.call('alarm.set', {cron: '0 * * * *', message: 'Look.', deliver: 'hook:neo'});
  await pass(fixture, 3 * HOUR);
  expect(await fixture.call('alarm.get', {id})).toMatchObject({state: 'active', skipped: 2});
  program.answer({status: 200});
  await pass(fixture, HOUR + 20 * MINUTE);
  expect(await fixture.call('alarm.get', {id})).toMatchObject({state: 'active', skipped: 2, failures: 0});
  expect(new Set(program.requests.map(({headers}) => headers['idempotency-key'])).size).toBe(2);
});

test('a cancelled alarm is not delivered any more', async () => {
  await using scene = await openScene({answer: {status: 503}});
  const {fixture, program} = scene;
  const {id} = await setAlarm(fixture);
  await fixture.whileTimePasses(fixture.event('alarm.delayed'));
  await fixture.call('alarm.cancel', {id});
  program.answer({status: 200});
  await pass(fixture, HOUR);
  expect(program.requests).toHaveLength(1);
  expect(await fixture.call('alarm.get', {id})).toMatchObject({state: 'cancelled'});
  expect((await fixture.call('run.list', {kind: 'alarm'})).runs).toMatchObject([{status: 'skipped'}]);
});

test('a waiting delivery survives a restart, with the same body and key', async () => {
  await using scene = await openScene({answer: {status: 503}});
  await setAlarm(scene.fixture, {payload: PAYLOAD});
  await scene.fixture.whileTimePasses(scene.fixture.event('alarm.delayed'));
  await scene.restart();
  scene.program.answer({status: 200});
  await sentOf(scene.fixture);
  const {requests} = scene.program;
  expect(new Set(requests.map(({body}) => body)).size).toBe(1);
  expect(new Set(requests.map(({headers}) => headers['idempotency-key'])).size).toBe(1);
  expect(await scene.fixture.call('alarm.list', {state: 'fired'})).toMatchObject({alarms: [{state: 'fired'}]});
});

test('the result of a job goes to its target, without a conversation of its own', async () => {
  const job = {
    name: 'report',
    cron: '0 9 * * *',
    timezone: 'UTC',
    run: 'printf "two  lines\\n{}"',
    deliver: 'hook:neo',
  };
  await using scene = await openScene({config: {cron: [job]}});
  const {fixture, program} = scene;
  await fixture.call('cron.run', {name: 'report'});
  const {delivery} = await sentOf(fixture);
  expect(delivery).toMatchObject({address: 'hook:neo', runId: expect.stringMatching(/^run_/u)});
  expect(bodyOf(program)).toMatchObject({
    user_id: 'alice',
    alarm_id: 'report',
    message: 'two  lines\n{}',
    origin: 'rooster',
  });
  const {sessions} = await fixture.call('session.list', {});
  expect(sessions.map(({key}) => key).filter(key => key.includes('hook'))).toEqual([]);
});

test('an unknown target is refused, in an alarm and in a job', async () => {
  const job = {name: 'report', cron: '0 9 * * *', message: 'x', deliver: 'hook:nobody'};
  await using scene = await openScene({config: {cron: [job]}});
  const {fixture} = scene;
  await expect(setAlarm(fixture, {deliver: 'hook:nobody'})).rejects.toThrow(/"hook:nobody" isn't a target/u);
  await expect(setAlarm(fixture, {deliver: 'signal:1'})).rejects.toThrow(/hook:NAME/u);
  await expect(setAlarm(fixture, {deliver: undefined, conversation: 'x'})).rejects.toThrow(/needs deliver/u);
  const {problems} = await fixture.call('daemon.status', {});
  expect(problems).toContainEqual(
    expect.objectContaining({reason: expect.stringContaining('add "nobody" to targets')}),
  );
});

test('a target whose secret is missing keeps its deliveries until the secret is there', async () => {
  await using scene = await openScene({target: {secret: {env: 'NEO_SECRET'}}});
  const {fixture, program} = scene;
  await setAlarm(fixture);
  await fixture.whileTimePasses(fixture.event('alarm.delayed'));
  expect(program.requests).toHaveLength(0);
  const {channels} = await fixture.call('daemon.status', {});
  expect(channels.find(({channel}) => channel === 'hook')?.warnings).toEqual([
    expect.stringContaining('targets.neo.secret: The environment variable NEO_SECRET is not set'),
  ]);
  await fixture.call('config.set', {key: 'targets.neo.secret', value: SECRET});
  await sentOf(fixture);
  expect(program.requests).toHaveLength(1);
});

test('without targets no such channel is loaded', async () => {
  using dir = tempDir();
  await using fixture = await openTestDaemon({home: dir.path, config: {}});
  expect((await fixture.call('daemon.status', {})).channels.map(({channel}) => channel)).not.toContain('hook');
});

test('an alarm resumes a conversation of another Rooster, with its payload', async () => {
  using dirs = tempDir();
  const clock = fakeClock();
  let seen = '';
  const model = scriptedModel([
    'It is at holder 240.',
    ({prompt}) => {
      seen = JSON.stringify(prompt);
      return 'Done.';
    },
  ]);
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default']}];
  const http = {listen: '127.0.0.1:0', wake: {secret: SECRET, trust: 'full'}};
  const {models} = model;
  await using woken = await openTestDaemon({home: `${dirs.path}/woken`, clock, models, config: {users, http}});
  const url = `http://${(await woken.call('daemon.status', {})).http?.listen}/wake`;
  const targets = {other: {url, secret: SECRET}};
  await using timer = await openTestDaemon({home: `${dirs.path}/timer`, clock, config: {users, targets}});
  await woken.say('Where is the airdrop?');
  const wish = {conversation: 'rooster:main', payload: PAYLOAD, deliver: 'hook:other'} as const;
  await timer.call('alarm.set', {in: '20m', message: 'Continue.', ...wish});
  await timer.whileTimePasses(until('it is woken', () => seen !== ''));
  expect(seen).toContain('It is at holder 240.');
  expect(seen).toContain('Alarm alm_');
  const {messages} = await woken.call('session.history', {session: 'rooster:main'});
  expect(messages.find(({source}) => source.kind === 'wake')).toMatchObject({text: 'Continue.', payload: PAYLOAD});
});

test('two daemons that wake each other stop at the daily limit, with that reason', async () => {
  using dirs = tempDir();
  const clock = fakeClock();
  const open = (name: string, targets: object) =>
    openTestDaemon({
      home: `${dirs.path}/${name}`,
      clock,
      models: settingAlarms(),
      config: {
        users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
        limits: {wakesPerDay: 5},
        policy: NOTHING_ASKS,
        http: {listen: '127.0.0.1:0', wake: {secret: SECRET, trust: 'full'}},
        targets,
      },
    });
  const wakeOf = async (fixture: TestDaemon) => {
    const {http} = await fixture.call('daemon.status', {});
    return {url: `http://${http?.listen}/wake`, secret: SECRET};
  };
  await using first = await open('first', {});
  await using second = await open('second', {other: await wakeOf(first)});
  await first.call('config.set', {key: 'targets', value: {other: await wakeOf(second)}});
  await second.call('alarm.set', {in: '1m', message: 'Again.', deliver: 'hook:other'});
  const woken = (fixture: TestDaemon): number => fixture.events.filter(({type}) => type === 'turn.started').length;
  await first.whileTimePasses(until('five turns each', () => woken(first) + woken(second) === 10));
  const refused = await first.whileTimePasses(
    Promise.any(
      [first, second].map(fixture => fixture.event('delivery.failed', ({delivery}) => delivery.attempts > 2)),
    ),
  );
  expect(refused.delivery.lastError).toContain('answered 429');
  expect([woken(first), woken(second)]).toEqual([5, 5]);
});

/** A model that sets an alarm for the other daemon in each turn. */
const settingAlarms = (): Models => {
  const again = {action: 'set', when: 'in 1 minute', message: 'Again.', deliver: 'hook:other'};
  const turn: ScriptedTurn = ({prompt}) =>
    prompt.at(-1)?.role === 'tool' ? 'Set.' : {calls: [{name: 'alarm', input: again}]};
  return scriptedModel(Array.from({length: 60}, () => turn)).models;
};
