// Alarms, from the RPC to the model: the numbers are those of the checklist drawn from the wake seed (test/seeds.md).

import type {LanguageModelV4CallOptions} from '@ai-sdk/provider';
import {expect, test} from 'vitest';
import {nameOfSource} from '../../src/shared/records/message.ts';
import {DAY, HOUR, isoOf, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {ALICE, BOB, lastSaid, MAIN, openAlarmFixture, USERS} from '../support/alarm-fixture.ts';
import type {ScriptedTurn} from '../support/scripted-model.ts';
import {until} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

test('CH-01, CH-11, CH-14: a due alarm wakes its conversation with a turn, and is fired', async () => {
  await using fixture = await openAlarmFixture({answers: ['Going on with 241.']});
  const {call, event} = fixture.now();
  const set = await call('alarm.set', {in: '10m', message: 'Resume the airdrop at 241.'});
  expect(set).toMatchObject({
    kind: 'once',
    state: 'active',
    nextAt: isoOf(fixture.clock.now() + 10 * MINUTE),
    session: MAIN,
    user: 'alice',
  });
  await fixture.clock.advance(10 * MINUTE - 1);
  expect(fixture.model.asked).toEqual([]);
  await fixture.clock.advance(1);
  expect(await event('turn.ended')).toMatchObject({outcome: 'replied', source: {kind: 'alarm', name: set.id}});
  const fired = await fixture.alarm(set.id);
  expect(fired).toMatchObject({state: 'fired', lastFiredAt: set.nextAt, failures: 0});
  expect(fired).not.toHaveProperty('nextAt');
  expect(await call('run.list', {})).toMatchObject({
    runs: [{kind: 'alarm', name: set.id, session: MAIN, status: 'ran', scheduledFor: set.nextAt, late: false}],
  });
  await fixture.clock.advance(DAY);
  expect(fixture.model.asked).toHaveLength(1);
});

test('CH-26, CH-28: message and payload arrive byte for byte, in the store, in the message and at the model', async () => {
  await using fixture = await openAlarmFixture({answers: ['Done.']});
  const {call, event} = fixture.now();
  const message = `  \n\t"quotes" and 'these', 🌍 ünïcode\r\n${'word '.repeat(2_000)}\n\n  `;
  const payload = '{ "z":1.0, "a" : 12345678901234567890123, "n":[ [1e400, -0.0], "\\u0041é🌍" ],\n "a":null }\n ';
  expect(message.length).toBeGreaterThan(10_000);
  const {id} = await call('alarm.set', {in: '1m', message, payload});
  expect(await fixture.alarm(id)).toMatchObject({message, payload});
  await fixture.clock.advance(MINUTE);
  await event('turn.ended');
  const {messages} = await call('session.history', {session: MAIN});
  expect(messages[0]).toMatchObject({role: 'user', text: message, payload});
  const [asked] = fixture.model.asked;
  const said = asked === undefined ? '' : lastSaid(asked);
  expect(said).toContain(`⟧\n\n${message}\n⟦End⟧\n\n⟦Payload of ${id},`);
  expect(said).toContain(`⟧\n${payload}\n⟦End⟧`);
});

test('CH-12, CH-30: the agent resumes that conversation with its earlier messages', async () => {
  await using fixture = await openAlarmFixture({answers: ['I will look again later.', 'It is through.']});
  const {call, say, event} = fixture.now();
  await say('Watch the build 4711.');
  const {id} = await call('alarm.set', {in: '1h', message: 'Look at the build.'});
  await fixture.clock.advance(HOUR);
  await event('turn.ended', ({source}) => nameOfSource(source) === id);
  const told = JSON.stringify(fixture.model.asked[1]?.prompt);
  for (const words of ['Watch the build 4711.', 'I will look again later.', 'Look at the build.'])
    expect(told).toContain(words);
});

test('CH-18, CH-31, CH-32: the turn says that a timer woke it, by which alarm, and that nobody typed it', async () => {
  await using fixture = await openAlarmFixture({answers: ['Good.']});
  const {call, event} = fixture.now();
  const {id} = await call('alarm.set', {in: '1h', message: 'Look at the build.'});
  await fixture.clock.advance(HOUR);
  await event('turn.ended');
  const {messages} = await call('session.history', {session: MAIN});
  expect(messages[0]).toMatchObject({text: 'Look at the build.', source: {kind: 'alarm', name: id}});
  const [asked] = fixture.model.asked;
  const said = asked === undefined ? '' : lastSaid(asked);
  expect(said).toContain(`Alarm ${id} woke you. A timer sent this message, not a person.`);
  expect(said).toContain('It was due 2026-11-21 13:00 CET.');
  expect(JSON.stringify(asked?.prompt[0])).toContain(`An alarm \\"${id}\\" that the operator set by hand`);
});

test('CH-31: the prompt mentions it when the agent set the alarm itself', async () => {
  const set = {calls: [{name: 'alarm', input: {action: 'set', when: 'in 1 hour', message: 'Look at the build.'}}]};
  await using fixture = await openAlarmFixture({answers: [set, 'I will.', 'Good.']});
  await fixture.now().say('watch the build');
  await fixture.clock.advance(HOUR);
  await fixture.now().event('alarm.fired');
  await until('it is woken', () => fixture.model.asked.length === 3);
  expect(JSON.stringify(fixture.model.asked[2]?.prompt[0])).toContain('that you set for yourself in this conversation');
});

test('the answer of a woken turn goes to the address of its conversation, like any reply', async () => {
  await using fixture = await openAlarmFixture({answers: ['The build is through, Bob.']});
  const {call, event, whileTimePasses} = fixture.now();
  await call('alarm.set', {in: '1h', message: 'Look at the build.', session: BOB});
  await fixture.clock.advance(HOUR);
  await event('turn.ended');
  await whileTimePasses(event('delivery.sent'));
  expect(fixture.signal.sent).toMatchObject([{to: 'signal:bob-uuid', text: 'The build is through, Bob.'}]);
  const [run] = (await call('run.list', {kind: 'alarm'})).runs;
  expect(await call('outbox.list', {})).toMatchObject({deliveries: [{runId: run?.id, address: 'signal:bob-uuid'}]});
});

test('the answer of an alarm in the main conversation also reaches the phone, and is once in each conversation', async () => {
  await using fixture = await openAlarmFixture({answers: ['The deploy failed!', 'NO_ACTION_NEEDED']});
  const {call, event, whileTimePasses} = fixture.now();
  await call('alarm.set', {in: '1h', message: 'Look at the deploy.'});
  await fixture.clock.advance(HOUR);
  await whileTimePasses(event('delivery.sent', ({delivery}) => delivery.address === 'signal:alice-uuid'));
  expect(fixture.signal.sent).toMatchObject([{to: 'signal:alice-uuid', text: 'The deploy failed!'}]);
  expect((await call('session.history', {session: MAIN})).messages.at(-1)?.text).toBe('The deploy failed!');
  const told = (await call('session.history', {session: ALICE})).messages.filter(({role}) => role === 'assistant');
  expect(told).toMatchObject([{text: 'The deploy failed!'}]);
  // An answer with nothing to say rings nowhere.
  const quiet = await call('alarm.set', {in: '1h', message: 'Look again.'});
  await fixture.clock.advance(HOUR);
  await event('turn.ended', ({source}) => nameOfSource(source) === quiet.id);
  await fixture.clock.advance(MINUTE);
  expect(fixture.signal.sent).toHaveLength(1);
});

test('a model outage uses up no alarm: it is retried later, without a trace of the failed attempts', async () => {
  const out = {error: new Error('reset'), after: ['Loo']};
  await using fixture = await openAlarmFixture({answers: [out, out, 'The build is through.']});
  const {id} = await fixture.now().call('alarm.set', {in: '1h', message: 'Look at the build.', session: BOB});
  await fixture.clock.advance(HOUR);
  expect(await fixture.becomes(id, ({failures}) => failures === 1)).toMatchObject({
    state: 'active',
    lastError: expect.stringContaining('stopped in the middle'),
  });
  await fixture.restart();
  await fixture.now().whileTimePasses(fixture.becomes(id, ({state, failures}) => state === 'fired' && failures === 0));
  await fixture.now().whileTimePasses(until('the alarm is delivered', () => fixture.signal.sent.length === 1));
  expect(fixture.signal.texts).toEqual(['The build is through.']);
  const {messages} = await fixture.now().call('session.history', {session: BOB});
  expect(messages.map(({text}) => text)).toEqual(['Look at the build.', 'The build is through.']);
  expect((await fixture.now().call('run.list', {kind: 'alarm'})).runs).toMatchObject([{status: 'ran'}]);
});

test('after six hours of outage an alarm reaches the person unchanged, with a note, even half done', async () => {
  let isOut = true;
  const out: ScriptedTurn = () => (isOut ? {error: new Error('reset'), after: ['Loo']} : 'NO_ACTION_NEEDED');
  const tries = Array.from({length: 40}, () => out);
  await using fixture = await openAlarmFixture({answers: tries});
  const {id} = await fixture.now().call('alarm.set', {in: '1h', message: 'Look at the build.', session: BOB});
  for (let minute = 0; minute < 460; minute += 1) await fixture.clock.advance(MINUTE);
  expect(await fixture.becomes(id, ({state}) => state === 'failed')).toMatchObject({
    lastError: expect.stringMatching(/Rooster tried \d+ times in 6 hours/u),
  });
  await fixture.now().whileTimePasses(until('the words', () => fixture.signal.sent.length === 1));
  expect(fixture.signal.sent).toMatchObject([{to: 'signal:bob-uuid', text: 'Alarm: Look at the build.'}]);
  const {messages} = await fixture.now().call('session.history', {session: MAIN});
  expect(messages).toHaveLength(1);
  expect(messages[0]?.text).toContain('was given up');
  isOut = false;
  const left = 40 - fixture.model.asked.length;
  for (let times = 0; times < left; times += 1) await fixture.now().say('hello');
});

test("an alarm whose turn failed after a tool call isn't repeated: its person gets the text and a note", async () => {
  const answers = [{calls: [{name: 'bash', input: {command: 'true'}}]}, {error: new Error('reset'), after: ['Loo']}];
  await using fixture = await openAlarmFixture({answers});
  const {id} = await fixture.now().call('alarm.set', {in: '1h', message: 'Look at the build.'});
  await fixture.clock.advance(HOUR);
  expect(await fixture.becomes(id, ({state}) => state === 'failed')).toMatchObject({state: 'failed'});
  await fixture.now().whileTimePasses(until('the words', () => fixture.signal.sent.length === 1));
  expect(fixture.signal.sent).toMatchObject([{to: 'signal:alice-uuid', text: 'Alarm: Look at the build.'}]);
  await fixture.clock.advance(HOUR);
  expect(fixture.model.asked).toHaveLength(2);
});

test('wakes are counted across restarts: at most wakesPerDay in any 24 hours', async () => {
  const config = {limits: {wakesPerDay: 3}};
  await using fixture = await openAlarmFixture({answers: ['1', '2', '3', '4', '5', '6'], config});
  await fixture.now().call('alarm.set', {cron: '* * * * *', message: 'Again.'});
  const wakes = () => fixture.now().events.filter(({type}) => type === 'alarm.fired').length;
  await fixture.clock.advance(3 * MINUTE);
  await until('three wakes', () => wakes() === 3);
  await fixture.restart();
  for (let hours = 0; hours < 23; hours += 1) await fixture.clock.advance(HOUR);
  expect(fixture.model.asked).toHaveLength(3);
  for (let quarters = 0; quarters < 8; quarters += 1) await fixture.clock.advance(15 * MINUTE);
  await until('the next day', () => fixture.model.asked.length === 6);
});

test('CH-41, CH-48: an alarm that came due while the daemon was down wakes on start, and says how late', async () => {
  await using fixture = await openAlarmFixture({answers: ['Late, but done.']});
  const start = fixture.clock.now();
  const {id} = await fixture.now().call('alarm.set', {in: '10m', message: 'Look.'});
  // However long the daemon took to stop.
  await fixture.restart(() => fixture.clock.set(start + 3 * HOUR));
  await fixture.clock.advance(SECOND);
  await fixture.now().event('turn.ended');
  expect(await fixture.now().event('alarm.fired')).toMatchObject({late: true});
  expect(await fixture.now().call('run.list', {})).toMatchObject({runs: [{name: id, late: true, status: 'ran'}]});
  const [asked] = fixture.model.asked;
  expect(asked && lastSaid(asked)).toMatch(
    /It was due 2026-11-21 12:10 CET and is 2 hours 50 minutes late: it is 2026-11-21 15:00(?::\d\d)? CET now/u,
  );
});

test('an alarm that was due five seconds before the daemon started is late', async () => {
  await using fixture = await openAlarmFixture({answers: ['Done.']});
  const due = fixture.clock.now() + 10 * MINUTE;
  await fixture.now().call('alarm.set', {in: '10m', message: 'Look.'});
  await fixture.restart(() => fixture.clock.set(due + 5 * SECOND));
  await fixture.clock.advance(SECOND);
  await fixture.now().event('turn.ended');
  expect(await fixture.now().event('alarm.fired')).toMatchObject({late: true});
});

test('CH-27, CH-38, CH-51: the agent sets, lists, reads and cancels an alarm with its tool', async () => {
  const call = (input: unknown) => ({calls: [{name: 'alarm', input}]});
  const outputs: string[] = [];
  const heard = (next: ScriptedTurn) => (asked: LanguageModelV4CallOptions) => {
    outputs.push(toolAnswerIn(asked));
    return typeof next === 'function' ? next(asked) : next;
  };
  const set = {action: 'set', when: 'in 2 hours', message: ' I watch build 4711. Look at it.', payload: '{"n":1.0}'};
  await using fixture = await openAlarmFixture({
    answers: [
      call(set),
      heard(call({action: 'list'})),
      heard(asked => call({action: 'get', id: /alm_\w+/u.exec(toolAnswerIn(asked))?.[0]})),
      heard(asked => call({action: 'cancel', id: /alm_\w+/u.exec(toolAnswerIn(asked))?.[0]})),
      heard(call({action: 'set', when: 'in 2 hours', message: 'x', user: 'bob'})),
      heard('Cancelled again.'),
    ],
  });
  await fixture.now().say('Watch build 4711.');
  const [made, list, whole, cancelled, refused] = outputs;
  const [, id = ''] = /\(id: (alm_\w+)\)/u.exec(made ?? '') ?? [];
  expect(made).toBe(`Alarm set (id: ${id}): it wakes this conversation at 2026-11-21T13:00:00.000Z = today 14:00 CET.`);
  expect(list).toBe(
    `- [${id}] wakes at 2026-11-21T13:00:00.000Z = today 14:00 CET → "I watch build 4711. Look at it."`,
  );
  expect(whole).toContain('Message:  I watch build 4711. Look at it.\nPayload: {"n":1.0}');
  expect(cancelled).toContain(`Alarm ${id} cancelled`);
  expect(refused).toBe('alarm has no argument "user".');
  expect(await fixture.alarm(`alm_${id.slice(4)}`)).toMatchObject({user: 'alice', turnId: expect.any(String)});
});

test('CH-43: a turn that was queued when the daemon stopped runs once after the restart', async () => {
  await using fixture = await openAlarmFixture({answers: [{hang: true}, 'Done.']});
  const {call} = fixture.now();
  await call('session.send', {text: 'Think for a while.'});
  await until('the model thinks', () => fixture.model.asked.length === 1);
  const {id} = await call('alarm.set', {in: '5s', message: 'Look.'});
  await fixture.clock.advance(5 * SECOND);
  await fixture.becomes(id, ({state}) => state === 'fired');
  await fixture.restart();
  const ended = await fixture.now().event('run.ended', ({run}) => run.name === id);
  expect(ended.run).toMatchObject({status: 'ran', attempt: 1, output: 'Done.'});
  await fixture.clock.advance(HOUR);
  expect(fixture.model.asked).toHaveLength(2);
});

test('a woken turn that the person withdraws before it begins is over, even after a restart', async () => {
  await using fixture = await openAlarmFixture({answers: [{hang: true}]});
  const {call} = fixture.now();
  await call('session.send', {text: 'Think for a while.'});
  await until('the model thinks', () => fixture.model.asked.length === 1);
  const {id} = await call('alarm.set', {in: '5s', message: 'Look.'});
  await fixture.clock.advance(5 * SECOND);
  await fixture.becomes(id, ({state}) => state === 'fired');
  await call('session.reset', {session: MAIN});
  const {run} = await fixture.now().event('run.ended', ({run: one}) => one.name === id);
  expect(run).toMatchObject({status: 'failed', error: 'The message was taken back before its turn started.'});
  await fixture.restart();
  await fixture.clock.advance(HOUR);
  expect(fixture.model.asked).toHaveLength(1);
});

test('CH-43: an interrupted turn starts again and learns that it was interrupted', async () => {
  await using fixture = await openAlarmFixture({answers: [{hang: true}, 'Done now.']});
  const {call} = fixture.now();
  const {id} = await call('alarm.set', {in: '1m', message: 'Look.'});
  await fixture.clock.advance(MINUTE);
  await until('the model thinks', () => fixture.model.asked.length === 1);
  await fixture.restart();
  await fixture.clock.advance(SECOND);
  const ended = await fixture.now().event('run.ended', ({run}) => run.name === id);
  expect(ended.run).toMatchObject({status: 'ran', attempt: 2, output: 'Done now.'});
  expect(JSON.stringify(fixture.model.asked[1]?.prompt[0])).toContain('This is attempt 2');
  expect(await fixture.alarm(id)).toMatchObject({state: 'fired'});
  await fixture.clock.advance(HOUR);
  expect(fixture.model.asked).toHaveLength(2);
});

test("CH-44: an alarm of a removed user doesn't fire; the operator and the agent's next turn get a note", async () => {
  await using fixture = await openAlarmFixture({answers: ['I see.']});
  const {id} = await fixture.now().call('alarm.set', {in: '1h', message: 'Look.', session: BOB});
  await fixture.restart(() => writeConfig(fixture.home, {users: USERS.filter(({name}) => name !== 'bob')}));
  await fixture.clock.advance(HOUR);
  const failed = await fixture.becomes(id, ({state}) => state === 'failed');
  expect(failed.lastError).toBe("bob isn't a configured user.");
  expect(fixture.model.asked).toEqual([]);
  await fixture.now().say('What happened?');
  const told = JSON.stringify(fixture.model.asked[0]?.prompt);
  expect(told).toContain(
    `⟦Note: Alarm ${id} (“Look.”), due 2026-11-21 07:00 EST, could not wake this agent and was given up`,
  );
});

test("an alarm wakes with its person's current trust", async () => {
  await using fixture = await openAlarmFixture({answers: ['Fine.']});
  await fixture.now().call('alarm.set', {in: '1h', message: 'Look.', session: BOB});
  const lower = USERS.map(user => (user.name === 'bob' ? {...user, trust: 'familiar'} : user));
  await fixture.restart(() => writeConfig(fixture.home, {users: lower}));
  await fixture.clock.advance(HOUR);
  expect(await fixture.now().event('turn.ended')).toMatchObject({trust: 'familiar'});
  expect(fixture.model.asked[0]?.tools ?? []).toEqual([]);
});

test('CH-30: a conversation that was started over is still woken, and the agent learns of it', async () => {
  await using fixture = await openAlarmFixture({answers: ['Yes.', 'Looked.']});
  const {call, say, event} = fixture.now();
  await say('Watch the build.');
  const {id} = await call('alarm.set', {in: '1h', message: 'Look.'});
  await fixture.clock.advance(MINUTE);
  await call('session.reset', {session: MAIN});
  await fixture.clock.advance(HOUR);
  await event('turn.ended', ({source}) => nameOfSource(source) === id);
  const [, asked] = fixture.model.asked;
  expect(asked && lastSaid(asked)).toContain(
    'This conversation started over on 2026-11-21 12:01 CET. Messages from before that are no longer in it.',
  );
  expect(JSON.stringify(asked?.prompt.slice(1))).not.toContain('Watch the build.');
});

test('a busy conversation queues the woken turn, and the person comes first', async () => {
  const first = Promise.withResolvers<void>();
  await using fixture = await openAlarmFixture({
    answers: [
      async () => {
        await first.promise;
        return 'One.';
      },
      'Two, for the person.',
      'Three, for the alarm.',
    ],
  });
  const {call, event} = fixture.now();
  await call('session.send', {text: 'First.'});
  await until('the model thinks', () => fixture.model.asked.length === 1);
  const {id} = await call('alarm.set', {in: '5s', message: 'Look.'});
  await fixture.clock.advance(5 * SECOND);
  await call('session.send', {text: 'Second.'});
  first.resolve();
  await event('turn.ended', ({source}) => nameOfSource(source) === id);
  const {messages} = await call('session.history', {session: MAIN});
  expect(messages.filter(({role}) => role === 'assistant').map(({text}) => text)).toEqual([
    'One.',
    'Two, for the person.',
    'Three, for the alarm.',
  ]);
});

test('why of an alarm and why of its turn give the same trace, from setting to answer', async () => {
  const set = {action: 'set', when: 'in 1 hour', message: 'Look at the build.'};
  await using fixture = await openAlarmFixture({
    answers: [{calls: [{name: 'alarm', input: set}]}, 'I will.', 'It is through.'],
  });
  const {call, say, event} = fixture.now();
  await say('Watch the build.');
  await fixture.clock.advance(HOUR);
  const {turnId} = await event('turn.ended', ({source}) => source.kind === 'alarm');
  const {alarms} = await call('alarm.list', {state: 'fired'});
  const told = (await call('why', {id: alarms[0]?.id ?? ''})).steps.map(({what}) => what);
  for (const words of [
    'message from user alice terminal in main: "Watch the build."',
    'alarm set in turn_',
    'was due',
    'started in main',
    'main was woken: "Look at the build."',
    'answered in main: "It is through."',
    'run ended: ran',
  ])
    expect(
      told.some(what => what.includes(words)),
      words,
    ).toBe(true);
  const ofTurn = (await call('why', {id: turnId})).steps.map(({what}) => what);
  expect(ofTurn).toEqual(told);
});

test('the status and the list of upcoming events include alarms', async () => {
  await using fixture = await openAlarmFixture();
  const {call} = fixture.now();
  const {id} = await call('alarm.set', {in: '1h', message: 'Look.'});
  expect(await call('daemon.status', {})).toMatchObject({
    alarms: {active: 1},
    nextWakes: [{kind: 'alarm', name: id, what: 'Look.', wakeAt: isoOf(fixture.clock.now() + HOUR)}],
  });
});

test('an agent that sets the next alarm at each wake is limited to a number of wakes per day', async () => {
  const answers = Array.from({length: 20}, (): ScriptedTurn[] => [
    {calls: [{name: 'alarm', input: {action: 'set', when: 'in 1 minute', message: 'Look again.'}}]},
    'Looking again soon.',
  ]).flat();
  await using fixture = await openAlarmFixture({answers, config: {limits: {wakesPerDay: 10}}});
  const {call, events, say} = fixture.now();
  await call('alarm.set', {in: '1m', message: 'Look again.'});
  const woken = () => events.filter(({type}) => type === 'alarm.fired').length;
  const ended = () => events.filter(({type}) => type === 'turn.ended').length;
  for (let minute = 0; minute < DAY; minute += 5 * MINUTE) {
    await fixture.clock.advance(5 * MINUTE);
    await until('what was woken has answered', () => ended() === woken());
  }
  expect(woken()).toBe(10);
  // The eleventh waited for six hours, and then its text went to the person.
  const {alarms} = await call('alarm.list', {state: 'failed'});
  expect(alarms).toMatchObject([{lastError: expect.stringContaining('Alarms sent more than 10 messages in a day.')}]);
  // The remaining answers.
  for (let turn = woken(); turn < 20; turn += 1) await say('Go on.');
});

test('a hundred alarms of one instant each wake once, as fast as the limit allows', async () => {
  const count = 100;
  await using fixture = await openAlarmFixture({answers: Array.from({length: count}, () => 'Done.')});
  const {call, events} = fixture.now();
  const sessions = Array.from({length: 4}, (_, index) => `rooster:group:signal:G${index}` as const);
  for (let index = 0; index < count; index += 1)
    await call('alarm.set', {in: '1h', message: `Look ${index}.`, session: sessions[index % 4] ?? MAIN});
  await fixture.clock.advance(HOUR);
  const fired = () => events.flatMap(event => (event.type === 'alarm.fired' ? [event.alarm.message] : []));
  const ended = () => events.filter(({type}) => type === 'turn.ended').length;
  for (let tries = 0; tries < 1_000 && fired().length < count; tries += 1) {
    await fixture.clock.advance(10 * SECOND);
    // The clock must not overtake a turn.
    await until('what was woken has answered', () => ended() === fired().length);
  }
  await until('all have answered', () => ended() === count);
  const woken = fired();
  expect(new Set(woken).size).toBe(count);
  expect(woken).toHaveLength(count);
  expect(await call('alarm.list', {})).toEqual({alarms: []});
});

const toolAnswerIn = ({prompt}: LanguageModelV4CallOptions): string => {
  const last = prompt.findLast(({role}) => role === 'tool');
  const [part] = last?.role === 'tool' ? last.content : [];
  return part?.type === 'tool-result' && 'value' in part.output ? String(part.output.value) : '';
};
