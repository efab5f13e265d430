// Alarms and results of jobs for other programs, against real servers on loopback: another program, and another Rooster.
import {createHmac} from 'node:crypto';
import {expect, test} from 'vitest';
import type {Models} from '../../../src/daemon/ports/model.ts';
import {HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {type ScriptedTurn, scriptedModel} from '../../support/scripted-model.ts';
import {startTargetServer, type TargetAnswer} from '../../support/target-server.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {openTestHouse, type TestHouse} from '../../support/test-house.ts';
import {until} from '../../support/until.ts';

const SECRET = 'the-secret-of-the-target';
const PAYLOAD = '{ "b": 1.0, "a": [9007199254740993, "\\u00e9", {"x": null}], "b": 2 }';

const openDesk = async ({answer, target = {}, config = {}}: DeskOptions = {}) => {
  const dir = tempDir();
  const program = await startTargetServer(answer);
  const targets = {neo: {url: program.url, secret: SECRET, ...target}};
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default']}];
  let house = await openTestHouse({home: dir.path, config: {users, targets, ...config}});
  return {
    program,
    dir: dir.path,
    get house() {
      return house;
    },
    restart: async () => {
      house = await house.restart();
    },
    [Symbol.asyncDispose]: async () => {
      await house[Symbol.asyncDispose]();
      await program[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
};

type DeskOptions = {
  readonly answer?: TargetAnswer;
  readonly target?: Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<string, unknown>>;
};

const setAlarm = (house: TestHouse, more: object = {}) =>
  house.call('alarm.set', {in: '1m', message: ' Go on \n🐓 "q" ', deliver: 'hook:neo', ...more});

const sentOf = (house: TestHouse) => house.whileTimePasses(house.event('delivery.sent'));

const bodyOf = (program: {readonly requests: readonly {readonly body: string}[]}, index = 0) =>
  JSON.parse(program.requests[index]?.body ?? 'null');

/** Advances while real requests are answered. */
const pass = async (house: TestHouse, ms: number, step = MINUTE): Promise<void> => {
  for (let passed = 0; passed < ms; passed += step) {
    await house.clock.advance(step);
    await new Promise(resolve => setTimeout(resolve, 1));
  }
};

test('an alarm is one request with the fields of a wake-up, message and payload to the byte', async () => {
  await using desk = await openDesk();
  const {house, program} = desk;
  const alarm = await setAlarm(house, {payload: PAYLOAD, conversation: 'thread-7', in: '20m'});
  await sentOf(house);
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
  const fired = await house.event('alarm.fired');
  expect(fired.alarm).toMatchObject({state: 'fired', failures: 0});
  expect((await house.call('run.list', {kind: 'alarm'})).runs).toMatchObject([{status: 'ran', name: alarm.id}]);
});

test('without conversation and payload those fields are absent', async () => {
  await using desk = await openDesk({target: {user: 'u-17', secret: undefined}});
  await setAlarm(desk.house);
  await sentOf(desk.house);
  expect(Object.keys(bodyOf(desk.program))).toEqual(['user_id', 'message', 'alarm_id', 'origin', 'scheduled_for']);
  expect(bodyOf(desk.program)).toMatchObject({user_id: 'u-17', origin: 'rooster'});
  expect(desk.program.requests[0]?.headers.authorization).toBeUndefined();
});

test('with scheme standard the request is signed, and the secret stays here', async () => {
  await using desk = await openDesk({target: {scheme: 'standard'}});
  await setAlarm(desk.house);
  await sentOf(desk.house);
  const {headers = {}, body = ''} = desk.program.requests[0] ?? {};
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
    await using desk = await openDesk({answer: {status, body: 'x'.repeat(1_000), headers: {location: '/elsewhere'}}});
    const {house, program} = desk;
    const {id} = await setAlarm(house);
    await house.whileTimePasses(house.event('alarm.delayed'));
    const waiting = await house.call('alarm.get', {id});
    expect(waiting).toMatchObject({state: 'active', failures: 1, lastError: expect.stringContaining(String(status))});
    expect([...(waiting.lastError ?? '')].length).toBeLessThanOrEqual(300);
    program.answer({status: 204});
    await sentOf(house);
    expect(await house.call('alarm.get', {id})).toMatchObject({state: 'fired', failures: 0});
    expect(new Set(program.requests.map(({path}) => path))).toEqual(new Set(['/wake']));
    expect(new Set(program.requests.map(({headers}) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(program.requests.map(({body}) => body)).size).toBe(1);
  },
);

test.each([400, 404, 409, 410, 413, 415, 422])(
  'status %d ends the delivery, and the operator is told',
  async status => {
    await using desk = await openDesk({answer: {status, body: '  no such\nconversation  '}});
    const {house, program} = desk;
    const {id} = await setAlarm(house);
    const {delivery} = await house.whileTimePasses(house.event('delivery.dead'));
    expect(delivery.lastError).toContain(`(${status}). no such conversation`);
    expect(await house.call('alarm.get', {id})).toMatchObject({state: 'failed'});
    const {messages} = await house.call('session.history', {session: 'rooster:main'});
    expect(messages.at(-1)).toMatchObject({
      role: 'system',
      text: expect.stringContaining('could not be delivered to hook:neo'),
    });
    expect((await house.call('outbox.list', {state: 'dead'})).deliveries).toHaveLength(1);
    program.answer({status: 200});
    await house.call('outbox.retry', {id: delivery.id});
    await sentOf(house);
    expect(program.requests[1]?.headers['idempotency-key']).toBe(program.requests[0]?.headers['idempotency-key']);
  },
);

test('a broken connection and a silence of 60 seconds are tried again, marked as a repeat', async () => {
  await using desk = await openDesk({answer: 'cut'});
  const {house, program} = desk;
  await setAlarm(house);
  await house.whileTimePasses(house.event('alarm.delayed'));
  program.answer('hang');
  await house.whileTimePasses(until('the second request', () => program.requests.length > 1));
  await house.whileTimePasses(house.event('alarm.delayed', ({alarm}) => alarm.failures === 2));
  const {lastError} = (await house.call('outbox.list', {})).deliveries[0] ?? {};
  expect(lastError).toContain('did not answer within 60 seconds');
  program.answer({status: 200});
  const {delivery} = await sentOf(house);
  expect(delivery).toMatchObject({repeat: true, attempts: 3});
  expect(program.requests.at(-1)?.headers['x-rooster-repeat']).toBe('true');
});

test('a target that is down for five hours gets the alarm; after six hours it is a dead letter', async () => {
  await using desk = await openDesk({answer: {status: 503}});
  const {house, program} = desk;
  await setAlarm(house);
  await pass(house, 5 * HOUR);
  program.answer({status: 200});
  await sentOf(house);
  program.answer({status: 503});
  const second = await setAlarm(house);
  await pass(house, 7 * HOUR);
  const dead = await house.event('delivery.dead');
  expect(dead.delivery.text).toBe(second.message);
  expect(await house.call('alarm.get', {id: second.id})).toMatchObject({state: 'failed'});
});

test('Retry-After is kept to', async () => {
  await using desk = await openDesk({answer: {status: 429, headers: {'retry-after': '600'}}});
  const {house, program} = desk;
  await setAlarm(house);
  await house.whileTimePasses(house.event('alarm.delayed'));
  program.answer({status: 200});
  await pass(house, 8 * MINUTE);
  expect(program.requests).toHaveLength(1);
  await sentOf(house);
  expect(program.requests).toHaveLength(2);
});

test('a recurring alarm passes over instants while its last wake-up is on its way, and keeps its timetable', async () => {
  await using desk = await openDesk({answer: {status: 503}});
  const {house, program} = desk;
  const {id} = await house.call('alarm.set', {cron: '0 * * * *', message: 'Look.', deliver: 'hook:neo'});
  await pass(house, 3 * HOUR);
  expect(await house.call('alarm.get', {id})).toMatchObject({state: 'active', skipped: 2});
  program.answer({status: 200});
  await pass(house, HOUR + 20 * MINUTE);
  expect(await house.call('alarm.get', {id})).toMatchObject({state: 'active', skipped: 2, failures: 0});
  expect(new Set(program.requests.map(({headers}) => headers['idempotency-key'])).size).toBe(2);
});

test('a cancelled alarm is not delivered any more', async () => {
  await using desk = await openDesk({answer: {status: 503}});
  const {house, program} = desk;
  const {id} = await setAlarm(house);
  await house.whileTimePasses(house.event('alarm.delayed'));
  await house.call('alarm.cancel', {id});
  program.answer({status: 200});
  await pass(house, HOUR);
  expect(program.requests).toHaveLength(1);
  expect(await house.call('alarm.get', {id})).toMatchObject({state: 'cancelled'});
  expect((await house.call('run.list', {kind: 'alarm'})).runs).toMatchObject([{status: 'skipped'}]);
});

test('a waiting delivery survives a restart, with the same body and key', async () => {
  await using desk = await openDesk({answer: {status: 503}});
  await setAlarm(desk.house, {payload: PAYLOAD});
  await desk.house.whileTimePasses(desk.house.event('alarm.delayed'));
  await desk.restart();
  desk.program.answer({status: 200});
  await sentOf(desk.house);
  const {requests} = desk.program;
  expect(new Set(requests.map(({body}) => body)).size).toBe(1);
  expect(new Set(requests.map(({headers}) => headers['idempotency-key'])).size).toBe(1);
  expect(await desk.house.call('alarm.list', {state: 'fired'})).toMatchObject({alarms: [{state: 'fired'}]});
});

test('the result of a job goes to its target, without a conversation of its own', async () => {
  const job = {
    name: 'report',
    cron: '0 9 * * *',
    timezone: 'UTC',
    run: 'printf "two  lines\\n{}"',
    deliver: 'hook:neo',
  };
  await using desk = await openDesk({config: {cron: [job]}});
  const {house, program} = desk;
  await house.call('cron.run', {name: 'report'});
  const {delivery} = await sentOf(house);
  expect(delivery).toMatchObject({address: 'hook:neo', runId: expect.stringMatching(/^run_/u)});
  expect(bodyOf(program)).toMatchObject({
    user_id: 'alice',
    alarm_id: 'report',
    message: 'two  lines\n{}',
    origin: 'rooster',
  });
  const {sessions} = await house.call('session.list', {});
  expect(sessions.map(({key}) => key).filter(key => key.includes('hook'))).toEqual([]);
});

test('an unknown target is refused, in an alarm and in a job', async () => {
  const job = {name: 'report', cron: '0 9 * * *', message: 'x', deliver: 'hook:nobody'};
  await using desk = await openDesk({config: {cron: [job]}});
  const {house} = desk;
  await expect(setAlarm(house, {deliver: 'hook:nobody'})).rejects.toThrow(/"hook:nobody" isn't a target/u);
  await expect(setAlarm(house, {deliver: 'signal:1'})).rejects.toThrow(/hook:NAME/u);
  await expect(setAlarm(house, {deliver: undefined, conversation: 'x'})).rejects.toThrow(/needs deliver/u);
  const {problems} = await house.call('daemon.status', {});
  expect(problems).toContainEqual(
    expect.objectContaining({reason: expect.stringContaining('add "nobody" to targets')}),
  );
});

test('a target whose secret is missing keeps its deliveries until the secret is there', async () => {
  await using desk = await openDesk({target: {secret: {env: 'NEO_SECRET'}}});
  const {house, program} = desk;
  await setAlarm(house);
  await house.whileTimePasses(house.event('alarm.delayed'));
  expect(program.requests).toHaveLength(0);
  const {channels} = await house.call('daemon.status', {});
  expect(channels.find(({channel}) => channel === 'hook')?.warnings).toEqual([
    expect.stringContaining('targets.neo.secret: The environment variable NEO_SECRET is not set'),
  ]);
  await house.call('config.set', {key: 'targets.neo.secret', value: SECRET});
  await sentOf(house);
  expect(program.requests).toHaveLength(1);
});

test('without targets no such channel is loaded', async () => {
  using dir = tempDir();
  await using house = await openTestHouse({home: dir.path, config: {}});
  expect((await house.call('daemon.status', {})).channels.map(({channel}) => channel)).not.toContain('hook');
});

test('two daemons that wake each other stop at the daily limit, and say so', async () => {
  using dirs = tempDir();
  const clock = fakeClock();
  const open = (name: string, targets: object) =>
    openTestHouse({
      home: `${dirs.path}/${name}`,
      clock,
      models: settingAlarms(),
      config: {
        users: [{name: 'alice', trust: 'full', match: ['terminal:default']}],
        limits: {wakesPerDay: 5},
        http: {listen: '127.0.0.1:0', wake: {secret: SECRET, trust: 'full'}},
        targets,
      },
    });
  const wakeOf = async (house: TestHouse) => {
    const {http} = await house.call('daemon.status', {});
    return {url: `http://${http?.listen}/wake`, secret: SECRET};
  };
  await using first = await open('first', {});
  await using second = await open('second', {other: await wakeOf(first)});
  await first.call('config.set', {key: 'targets', value: {other: await wakeOf(second)}});
  await second.call('alarm.set', {in: '1m', message: 'Again.', deliver: 'hook:other'});
  const woken = (house: TestHouse): number => house.events.filter(({type}) => type === 'turn.started').length;
  await first.whileTimePasses(until('five turns each', () => woken(first) + woken(second) === 10));
  const refused = await first.whileTimePasses(
    Promise.any([first, second].map(house => house.event('delivery.failed', ({delivery}) => delivery.attempts > 2))),
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
