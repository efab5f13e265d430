// A phone gets all text of one turn for the person, in one delivery, and nothing twice.

import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {MINUTE} from '../../src/shared/time/time.ts';
import {inMode, keyOf} from '../support/conversation-mode.ts';
import {aJob} from '../support/cron-fixture.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {jobsTold} from '../support/jobs-told.ts';
import {NOTHING_ASKS} from '../support/nothing-asks.ts';
import {type ScriptedAnswer, type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

/** Also stands for her one conversation over all addresses. */
const ALICE = 'rooster:dm:signal:alice-uuid';
const USERS = inMode([
  {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']},
  {name: 'bob', trust: 'full', match: ['signal:bob-uuid']},
]);

const open = async (answers: readonly ScriptedTurn[], config: Readonly<Record<string, unknown>> = {}) => {
  const home = tempDir();
  const model = scriptedModel(answers);
  const signal = fakeChannel();
  const options = {home: home.path, models: model.models, channels: [signal]};
  mkdirSync(join(home.path, 'workspace'), {recursive: true});
  writeFileSync(join(home.path, 'workspace/plan.txt'), 'Platform 3.');
  let fixture = await openTestDaemon({
    ...options,
    config: {
      users: USERS,
      signal: {account: '+15550000001'},
      heartbeat: {enabled: false},
      policy: NOTHING_ASKS,
      ...config,
    },
  });
  return {
    model,
    signal,
    now: () => fixture,
    /** A message that is answered on Signal. */
    ask: async () => {
      const {turnId} = await fixture.call('session.inject', {
        session: ALICE,
        text: 'When does it leave?',
        deliver: true,
      });
      return turnId;
    },
    ended: (turnId: string) => fixture.event('turn.ended', each => each.turnId === turnId),
    sent: async () => (await fixture.call('outbox.list', {limit: 20})).deliveries.map(({text}) => text).toReversed(),
    restart: async () => {
      fixture = await fixture.restart();
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
      model[Symbol.dispose]();
    },
  };
};

const looks = (text: string): ScriptedAnswer => ({text: [text], calls: [{name: 'schedule', input: {}}]});
const sends = (input: Readonly<Record<string, unknown>>, text: readonly string[] = []): ScriptedAnswer => ({
  text,
  calls: [{name: 'signal_send', input}],
});

test.each<[string, readonly ScriptedAnswer[], readonly string[]]>([
  [
    'the answer beside a call, before the end',
    [looks('The train leaves at 9:14.'), 'Done.'],
    ['The train leaves at 9:14.\n\nDone.'],
  ],
  [
    'the answer beside a call, and an end without words',
    [looks('The train leaves at 9:14.'), ''],
    ['The train leaves at 9:14.'],
  ],
  [
    'the answer beside a call, and an end that needs none',
    [looks('The train leaves at 9:14.'), 'NO_ACTION_NEEDED'],
    ['The train leaves at 9:14.'],
  ],
  [
    'the answer beside a call, and an end that repeats it',
    [looks('It leaves at 9:14.'), looks('And comes at 10.'), 'It leaves at **9:14**.'],
    ['And comes at 10.\n\nIt leaves at **9:14**.'],
  ],
  ['the same text sent and said', [sends({text: 'At 9:14.'}), 'At 9:14.'], ['At 9:14.']],
  ['one text sent and another said', [sends({text: 'At 9:14.'}, ['I send it.']), 'I have sent it.'], ['At 9:14.']],
  ['a text sent by name', [sends({to: 'alice', text: 'At 9:14.'}), 'I have sent it.'], ['At 9:14.']],
  ['the same text sent twice', [sends({text: 'At 9:14.'}), sends({text: ' At 9:14.'}), 'Sent.'], ['At 9:14.']],
  [
    'two texts sent',
    [sends({text: 'At 9:14.'}), sends({text: 'From platform 3.'}), 'Sent.'],
    ['At 9:14.', 'From platform 3.'],
  ],
  ['a text sent to somebody else', [sends({to: 'bob', text: 'Alice asks.'}), 'At 9:14.'], ['Alice asks.', 'At 9:14.']],
  ['a file sent', [sends({files: ['plan.txt']}), 'Here is the plan.'], ['', 'Here is the plan.']],
  ['a file sent with a text', [sends({files: ['plan.txt'], text: 'Here.'}), 'I have sent it.'], ['Here.']],
  ['a reaction that could not be', [{calls: [{name: 'signal_react', input: {emoji: '👍'}}]}, 'At 9:14.'], ['At 9:14.']],
])("a turn's answer is sent once and completely: %s", async (_, answers, texts) => {
  await using fixture = await open(answers);
  expect(await fixture.ended(await fixture.ask())).toMatchObject({outcome: 'replied'});
  expect(await fixture.sent()).toEqual(texts);
});

test('the agent learns that the message it sent is its answer', async () => {
  await using fixture = await open([sends({text: 'At 9:14.'}), 'Sent.']);
  await fixture.ended(await fixture.ask());
  expect(JSON.stringify(fixture.model.asked[1]?.prompt)).toContain('This is your answer in this conversation');
});

test('after a kill between sending and the end of the turn, nothing more is sent', async () => {
  await using fixture = await open([sends({text: 'At 9:14.'}, ['I send it.']), {hang: true}]);
  await fixture.ask();
  await until('the tool has sent', () => fixture.model.asked.length === 2);
  await fixture.restart();
  await fixture.now().clock.advance(MINUTE);
  expect(await fixture.sent()).toEqual(['At 9:14.']);
});

test('after a kill, an answer written beside a call is sent once', async () => {
  await using fixture = await open([looks('The train leaves at 9:14.'), {hang: true}]);
  await fixture.ask();
  await until('the tool was used', () => fixture.model.asked.length === 2);
  await fixture.restart();
  await fixture.restart();
  expect(await fixture.sent()).toEqual(['The train leaves at 9:14.']);
});

const JOB = aJob({cron: '1 11 * * *', timezone: 'UTC', deliver: {channel: 'signal', target: 'alice-uuid'}});

test.each<[string, readonly ScriptedTurn[], readonly string[]]>([
  ['sent, then said', [sends({text: 'Busy day.'}), 'I told Alice.'], ['Busy day.']],
  ['sent twice', [sends({text: 'Busy day.'}), sends({text: 'Very busy.'}), 'Told.'], ['Busy day.']],
  [
    'sent, then failed',
    [sends({text: 'Busy day.'}), {error: Object.assign(new Error('x'), {statusCode: 400})}],
    ['Busy day.'],
  ],
  ['said beside a call', [looks('Busy day.'), ''], ['Busy day.']],
])('one announcement is one delivery: %s', async (_, answers, texts) => {
  await using fixture = await open(['Two meetings.', ...answers], {cron: [JOB]});
  await jobsTold(fixture.now(), fixture.now().clock);
  await fixture.now().clock.advance(MINUTE);
  await fixture.now().whileTimePasses(fixture.now().event('run.ended'));
  expect(await fixture.sent()).toEqual(texts);
  // The turn id tells a screen which message was delivered, even if it is only a part of it.
  const told = await fixture.now().event('turn.ended', ({session}) => session === keyOf('alice'));
  expect(await fixture.now().call('outbox.list', {})).toMatchObject({deliveries: [{turnId: told.turnId}]});
});

test.each<[string, readonly ScriptedAnswer[], object]>([
  [
    'before its end',
    [looks('Two meetings.'), 'And a deadline.'],
    {status: 'ran', output: 'Two meetings.\n\nAnd a deadline.'},
  ],
  ['before an end without words', [looks('Two meetings.'), ''], {status: 'ran', output: 'Two meetings.'}],
  ['before an end that has nothing to tell', [looks('I look.'), 'HEARTBEAT_OK'], {status: 'suppressed'}],
])('the result of a job includes text beside its calls: %s', async (_, answers, run) => {
  await using fixture = await open(answers, {cron: [{...JOB, announce: 'none'}]});
  await jobsTold(fixture.now(), fixture.now().clock);
  await fixture.now().clock.advance(MINUTE);
  expect((await fixture.now().event('run.ended')).run).toMatchObject(run);
});
