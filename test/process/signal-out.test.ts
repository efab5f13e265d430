// Signal's outbound side from end to end: the real daemon, and the stand-in for signal-cli as the process it starts.
// @module-tag deep
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {Address} from '../../src/shared/records/address.ts';
import {ALICE, CAROL, GROUP_ID, OWN} from '../signal-stand-in/signal/samples.ts';
import {startEchoModel} from '../support/echo-model.ts';
import type {RealDaemon} from '../support/real-daemon.ts';
import {type SignalHome, signalHome, text} from '../support/signal-home.ts';
import {until} from '../support/until.ts';
import {modelAt} from '../support/write-config.ts';

const TO_ALICE: Address = `signal:${ALICE.uuid}`;
const TO_GROUP: Address = `signal:group:${GROUP_ID}`;

test('long, emoji and right-to-left text arrive as written, signs too; only the markup of a model becomes style', async () => {
  await using home = await signalHome();
  await using daemon = await ready(home);
  const long = `שלום 👩‍👩‍👧 ${'wörter '.repeat(700)}`;
  expect(Buffer.byteLength(long)).toBeGreaterThan(5_000);
  await send(daemon, long);
  const signs = 'a **bold** 😀 `word` ~~gone~~ ||hidden||';
  await send(daemon, signs);
  home.server.enqueue(text(signs, 1));
  await until('the model answered', () => home.sends().length === 3);
  expect(home.sends()).toEqual([
    {recipient: ALICE.uuid, message: long},
    {recipient: ALICE.uuid, message: signs},
    {
      recipient: ALICE.uuid,
      message: 'You said: a bold 😀 word gone hidden',
      textStyle: ['12:4:BOLD', '20:4:MONOSPACE', '25:4:STRIKETHROUGH', '30:6:SPOILER'],
    },
  ]);
});

test('a verbatim reminder fires to Signal byte for byte without an open terminal, and is answered there', {
  tags: ['fast'],
}, async () => {
  await using home = await signalHome();
  await using daemon = await ready(home);
  const message = '  **Call** Bob ☎ עברית\n\t`now`';
  const {id} = await daemon.call('reminder.set', {in: '1s', message, user: 'alice', nag: '1h'});
  await daemon.event('delivery.sent');
  expect(home.sends()).toEqual([{recipient: ALICE.uuid, message}]);
  home.server.enqueue(text('snooze 10m', 1));
  const snoozed = await daemon.event('reminder.snoozed');
  expect(snoozed.reminder).toMatchObject({id, state: 'pending'});
  await until('it is confirmed', () => home.sends().length === 2);
  expect(home.sends()[1]?.['message']).toMatch(
    /^Snoozed: "\*\*Call\*\* Bob ☎ עברית `now`" returns (?:today|tomorrow)/u,
  );
  await daemon.call('reminder.snooze', {id, in: '1s'});
  await until('it fired again', () => home.sends().length === 3);
  await daemon.event('delivery.sent', ({delivery, seq}) => delivery.text === message && seq > snoozed.seq);
  home.server.enqueue(text('✅', 2));
  await daemon.event('reminder.done');
  await until('that is confirmed too', () => home.sends().length === 4);
  expect(home.sends()[3]?.['message']).toMatch(/^Done: /u);
  const {steps} = await daemon.call('why', {id});
  expect(steps.map(({what}) => what).join('\n')).toMatch(/alice signal answered it in [^:]+: "snooze 10m"[\s\S]*"✅"/u);
  expect(home.model.asked.size).toBe(0);
});

test('an unread reminder that was answered elsewhere is marked on the phone, or deleted if that is wanted', async () => {
  await using home = await signalHome();
  await using daemon = await ready(home);
  const users = (await daemon.call('config.get', {key: 'users'})).config as readonly {readonly name: string}[];
  const reached = users.map(user => (user.name === 'alice' ? {...user, reach: ['signal']} : user));
  await daemon.call('config.set', {key: 'users', value: reached});
  const answered = async (message: string) => {
    const {id} = await daemon.call('reminder.set', {in: '1s', message, user: 'alice'});
    await daemon.event('delivery.sent', ({delivery}) => delivery.text === message);
    await daemon.call('reminder.done', {id});
  };
  const called = (name: string) => home.server.calls().filter(({method}) => method === name);
  await answered('tea');
  await until('it is marked', () => called('sendReaction').length > 0);
  expect(called('sendReaction')).toMatchObject([{params: {recipient: ALICE.uuid, emoji: '✅'}}]);
  await daemon.call('config.set', {key: 'signal.withdraw', value: true});
  await answered('milk');
  await until('it is deleted', () => called('remoteDelete').length > 0);
  expect(called('remoteDelete')).toMatchObject([{params: {recipient: ALICE.uuid}}]);
  expect(called('sendReaction')).toHaveLength(1);
});

test('a person sees a typing sign while the answer is written, and none after it', async () => {
  await using home = await signalHome();
  await using daemon = await ready(home);
  home.server.enqueue(text('good morning', 1));
  await daemon.event('delivery.sent');
  const methods = home.server.calls().flatMap(({method}) => (/^send(?:Typing)?$/u.test(method) ? [method] : []));
  expect(methods).toEqual(['sendTyping', 'send']);
});

test('in a group the answer quotes its question', async () => {
  await using home = await signalHome();
  const command = `${home.path}/signal-cli`;
  home.configure({signal: {account: OWN.number, command, groups: [GROUP_ID], groupReplies: 'always'}});
  await using daemon = await ready(home);
  home.server.enqueue(
    text('when is it?', 1, ALICE, {
      groupInfo: {groupId: GROUP_ID, groupName: 'Allotment', revision: 7, type: 'DELIVER'},
    }),
  );
  await daemon.event('delivery.sent');
  expect(home.sends()).toMatchObject([
    {groupId: GROUP_ID, quoteTimestamp: 1_700_000_000_001, quoteAuthor: ALICE.uuid, quoteMessage: 'when is it?'},
  ]);
});

test('an unreached group member is named, and nobody gets the message twice', async () => {
  await using home = await signalHome();
  home.server.set('untrusted', [CAROL.uuid]);
  await using daemon = await ready(home);
  await send(daemon, 'hello all', TO_GROUP);
  const [delivery] = await deliveries(daemon);
  expect(delivery).toMatchObject({
    state: 'sent',
    attempts: 1,
    lastError: expect.stringContaining('Some members of the group did not get it'),
    missed: [{recipient: CAROL.uuid, reason: expect.stringContaining('safety number')}],
  });
  expect(home.sends()).toHaveLength(1);
});

test('messages to a changed safety number wait with the reason, and leave when any of its names is trusted', async () => {
  await using home = await signalHome();
  home.server.set('untrusted', [ALICE.uuid]);
  await using daemon = await ready(home);
  const {id} = await daemon.call('outbox.send', {to: TO_ALICE, text: 'hello'});
  const failed = await daemon.event('delivery.failed');
  expect(failed.delivery).toMatchObject({
    state: 'queued',
    attempts: 0,
    lastError: expect.stringContaining('safety number'),
  });
  const second = await daemon.call('outbox.send', {to: TO_ALICE, text: 'and this'});
  const third = await daemon.call('outbox.send', {to: TO_ALICE, text: 'and that'});
  // None waits for another's failure: each is tried, and waits for its own.
  for (const each of [second, third]) await daemon.event('delivery.failed', ({delivery}) => delivery.id === each.id);
  expect(await daemon.call('outbox.get', {id: second.id})).toMatchObject({
    state: 'queued',
    attempts: 0,
    lastError: failed.delivery.lastError,
  });
  expect(await daemon.call('signal.status', {})).toMatchObject({
    held: [{address: TO_ALICE, messages: 3, reason: failed.delivery.lastError, needs: 'trust'}],
  });
  const shown = await daemon.call('signal.trust', {contact: ALICE.number});
  expect(shown).toMatchObject({trusted: false, freed: 0});
  await expect(daemon.call('signal.trust', {contact: 'alice', safetyNumber: '1'.repeat(60)})).rejects.toThrow('digit');
  const {safetyNumber} = shown;
  const trusted = await daemon.call('signal.trust', {contact: ALICE.number, safetyNumber});
  expect(trusted).toMatchObject({trusted: true, freed: 3});
  expect((await daemon.event('delivery.sent')).delivery).toMatchObject({id, repeat: false});
});

test('a rate limit pauses the account and is reported once; waiting messages leave when it ends', async () => {
  await using home = await signalHome();
  home.server.set('rateLimit', {left: 1, retryAfterSeconds: 2});
  await using daemon = await ready(home);
  await daemon.call('outbox.send', {to: TO_ALICE, text: 'one'});
  const paused = await daemon.event(
    'channel.status',
    ({detail}) => detail?.includes('rate-limiting messages') === true,
  );
  expect(paused.outbound).toBe('down');
  await daemon.call('outbox.send', {to: `signal:${CAROL.uuid}`, text: 'two'});
  await daemon.event('channel.status', ({outbound, seq}) => outbound === 'up' && seq > paused.seq);
  for (const words of ['one', 'two']) {
    const sent = await daemon.event('delivery.sent', ({delivery}) => delivery.text === words);
    expect(sent.delivery).toMatchObject({attempts: 1, repeat: false});
  }
  expect(
    home
      .sends()
      .map(({message}) => message)
      .toSorted(),
  ).toEqual(['one', 'one', 'two']);
});

test('a requested proof is explained, and waiting messages leave once it is given', async () => {
  await using home = await signalHome();
  home.server.set('rateLimit', {left: 9, token: 'tok-1', retryAfterSeconds: 86_400});
  await using daemon = await ready(home);
  await daemon.call('outbox.send', {to: TO_ALICE, text: 'one'});
  const paused = await daemon.event('channel.status', ({detail}) => detail?.includes('tok-1') === true);
  expect(paused).toMatchObject({
    outbound: 'down',
    trouble: 'captcha',
    detail: expect.stringContaining('rooster signal captcha'),
  });
  expect((await deliveries(daemon))[0]).toMatchObject({state: 'queued', attempts: 0});
  expect(await daemon.call('signal.prove', {captcha: 'signalcaptcha://x'})).toEqual({freed: 1});
  await daemon.event('delivery.sent');
  await expect(daemon.call('signal.prove', {captcha: 'signalcaptcha://x'})).rejects.toThrow(
    "isn't asking for a captcha",
  );
});

test('after a kill during a send signal-cli is called once more, and the delivery is marked as a repeat', async () => {
  await using home = await signalHome();
  home.server.addRule({method: 'send', never: true});
  await using daemon = await ready(home);
  await daemon.call('outbox.send', {to: TO_ALICE, text: 'hello'});
  await until('it was asked', () => home.sends().length === 1);
  const up = await daemon.event('channel.status', ({outbound}) => outbound === 'up');
  process.kill(signalCliOf(home), 'SIGKILL');
  await daemon.event('channel.status', ({outbound, seq}) => outbound === 'up' && seq > up.seq);
  const failed = await daemon.event('delivery.failed');
  expect(failed.delivery).toMatchObject({
    state: 'queued',
    repeat: true,
    lastError: expect.stringContaining('unknown whether it was sent'),
  });
  await daemon.call('outbox.retry', {id: failed.delivery.id});
  expect((await daemon.event('delivery.sent')).delivery).toMatchObject({repeat: true});
  expect(home.sends()).toHaveLength(2);
});

test('a message whose send result is lost is sent once more, marked', async () => {
  await using home = await signalHome();
  home.server.addRule({method: 'send', dropAfterExecute: true});
  await using daemon = await ready(home);
  await daemon.call('outbox.send', {to: TO_ALICE, text: 'hello'});
  const failed = await daemon.event('delivery.failed');
  expect(failed.delivery).toMatchObject({state: 'queued', repeat: true});
  await daemon.call('outbox.retry', {id: failed.delivery.id});
  expect((await daemon.event('delivery.sent')).delivery).toMatchObject({repeat: true});
  expect(home.sends()).toHaveLength(2);
});

test('results that arrive out of order belong to their own deliveries', async () => {
  await using home = await signalHome();
  home.server.addRule({method: 'send', delayMs: 700});
  home.server.set('unregistered', [CAROL.uuid]);
  await using daemon = await ready(home);
  await daemon.call('outbox.send', {to: TO_ALICE, text: 'slow'});
  await until('it was asked', () => home.sends().length === 1);
  await daemon.call('outbox.send', {to: `signal:${CAROL.uuid}`, text: 'quick'});
  expect((await daemon.event('delivery.dead')).delivery).toMatchObject({text: 'quick', attempts: 1});
  expect((await daemon.event('delivery.sent')).delivery).toMatchObject({text: 'slow', attempts: 1, repeat: false});
});

test('the agent sends a file and a text to others, and reacts, through the outbox, once', async () => {
  await using model = await startEchoModel(words => {
    if (!words.startsWith('send')) return undefined;
    const call = (id: string, name: string, input: object) => ({id, name, arguments: [JSON.stringify(input)]});
    return {
      kind: 'tools',
      calls: [
        call('c1', 'signal_react', {emoji: '👍'}),
        call('c2', 'signal_send', {files: ['plan.pdf']}),
        call('c3', 'signal_send', {to: 'carol', text: 'The plan is **done**.'}),
        call('c4', 'signal_send', {to: '+15559999999', text: 'to a stranger'}),
      ],
    };
  });
  await using home = await signalHome();
  mkdirSync(`${home.path}/workspace`, {recursive: true});
  writeFileSync(`${home.path}/workspace/plan.pdf`, 'a plan');
  home.configure({
    ...modelAt(model.baseUrl),
    users: [
      {name: 'alice', trust: 'full', match: ['terminal:default', TO_ALICE]},
      {name: 'carol', trust: 'familiar', match: [`signal:${CAROL.uuid}`]},
    ],
    signal: {account: OWN.number, command: `${home.path}/signal-cli`},
  });
  await using daemon = await ready(home);
  home.server.enqueue(text('send the plan', 1));
  const ended = await daemon.event('turn.ended');
  expect(ended.outcome).toBe('replied');
  await until('all is sent', () => home.sends().length === 3);
  const sent = home.sends();
  expect(sent.filter(({recipient}) => recipient === CAROL.uuid)).toEqual([
    {recipient: CAROL.uuid, message: 'The plan is done.', textStyle: ['12:4:BOLD']},
  ]);
  const [file, reply] = sent.filter(({recipient}) => recipient === ALICE.uuid);
  expect(file).toEqual({recipient: ALICE.uuid, attachment: [`${home.path}/workspace/plan.pdf`]});
  // The refused call to a stranger is the last thing the model saw.
  expect(reply?.['message']).toContain('not in the configuration');
  const reactions = home.server.calls().filter(({method}) => method === 'sendReaction');
  expect(reactions.map(({params}) => params)).toEqual([
    {recipient: ALICE.uuid, emoji: '👍', targetAuthor: ALICE.uuid, targetTimestamp: 1_700_000_000_001},
  ]);
  const told = await daemon.call('session.history', {session: `rooster:dm:signal:${CAROL.uuid}`});
  expect(told.messages.map(({role, text: words}) => [role, words])).toEqual([['assistant', 'The plan is **done**.']]);
});

test("after a kill between the agent's own send and the end of its turn, the person has one answer", async () => {
  const call = {id: 'c1', name: 'signal_send', arguments: [JSON.stringify({text: 'At 9:14.'})]};
  let asked = 0;
  await using model = await startEchoModel(words => {
    if (words === 'when?') return {kind: 'tools', text: ['I send it.'], calls: [call]};
    if (!words.includes('This is your answer')) return undefined;
    asked += 1;
    // After the kill the turn goes on behind its sending.
    return asked === 1 ? {kind: 'hang', chunks: []} : {kind: 'text', chunks: ['NO_ACTION_NEEDED']};
  });
  await using home = await signalHome(modelAt(model.baseUrl));
  {
    await using daemon = await ready(home);
    home.server.enqueue(text('when?', 1));
    await daemon.event('delivery.sent');
    await until('it works on, behind its sending', () => model.requests.length === 2);
    await daemon.kill('SIGKILL');
  }
  await using daemon = await ready(home);
  await daemon.event('turn.ended');
  home.server.enqueue(text('thanks', 2));
  await until('the next is answered', () => home.sends().some(({message}) => message === 'You said: thanks'));
  expect(home.sends().map(({message}) => message)).toEqual(['At 9:14.', 'You said: thanks']);
});

const signalCliOf = (home: SignalHome): number =>
  Number.parseInt(readFileSync(`${home.path}/signal/${OWN.number}/signal-cli.pid`, 'utf8'), 10);

const ready = async (home: SignalHome): Promise<RealDaemon> => {
  const daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', ({inbound, outbound}) => inbound === 'up' && outbound === 'up');
  return daemon;
};

const send = async (daemon: RealDaemon, words: string, to: Address = TO_ALICE): Promise<void> => {
  const {id} = await daemon.call('outbox.send', {to, text: words});
  await daemon.event('delivery.sent', ({delivery}) => delivery.id === id);
};

const deliveries = async (daemon: RealDaemon) => (await daemon.call('outbox.list', {})).deliveries.toReversed();
