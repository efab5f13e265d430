// A day with the agent on Signal, through the real daemon and the stand-in as its signal-cli: announcements and questions about them, voice
// messages, reactions, long messages, and a clean stop.
// @module-tag deep
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {ALICE, file, OWN, received} from '../signal-stand-in/signal/samples.ts';
import {lastText, startEchoModel} from '../support/echo-model.ts';
import type {RealDaemon} from '../support/real-daemon.ts';
import {type SignalHome, signalHome, text} from '../support/signal-home.ts';
import {startedRun} from '../support/started-run.ts';
import {until} from '../support/until.ts';
import {modelAt} from '../support/write-config.ts';

const ALICES = 'rooster:main';
const AT = 1_700_000_000_000;

test("a job's finding is announced on Signal, and the reply from the phone reaches the same conversation", {
  tags: ['fast'],
}, async () => {
  const says = (words: string) => ({kind: 'text', chunks: [words]}) as const;
  await using model = await startEchoModel((_, request) => {
    const words = lastText(request);
    if (words.includes('completed. Summarize')) return says('Busy day: two meetings.');
    return words.includes('What matters today?') ? says('Two meetings, at ten and at four.') : undefined;
  });
  const deliver = {channel: 'signal', target: ALICE.uuid};
  const job = {name: 'morning', cron: '0 8 1 1 *', message: 'What matters today?', user: 'alice', deliver};
  await using home = await signalHome({...modelAt(model.baseUrl), cron: [job]});
  await using daemon = await up(home);
  const runId = await startedRun(daemon.call('cron.run', {name: 'morning'}));
  const announced = await daemon.event('delivery.sent');
  expect(announced).toMatchObject({session: ALICES, delivery: {runId, text: 'Busy day: two meetings.'}});
  home.server.enqueue(text('which is first?', 1));
  await daemon.event(
    'delivery.sent',
    ({delivery, session}) => session === ALICES && delivery.text === 'You said: which is first?',
  );
  // The model's input for the answer: the finding, its announcement, the question.
  expect(JSON.stringify(model.requests.at(-1)?.body)).toMatch(
    /Two meetings, at ten and at four\..*Busy day: two meetings\..*which is first\?/u,
  );
  const {steps} = await daemon.call('why', {id: announced.delivery.id});
  expect(steps.map(({what}) => what).join()).toContain('morning');
  expect(home.sends().map(({message}) => message)).toEqual(['Busy day: two meetings.', 'You said: which is first?']);
});

test('any text arrives byte for byte: right-to-left, emoji, 5,000 bytes and more, even as a file', async () => {
  await using home = await signalHome();
  const mixed = '  שלום 👩‍👩‍👧 e\u0301 \u2028 \u202Eabc\u202C "x"\\n\t🇩🇪 ';
  const long = `${'wörter ☎ 😀 '.repeat(400)}ende`;
  expect(Buffer.byteLength(long)).toBeGreaterThan(5_000);
  home.server.set('files', {'LoNg.txt': Buffer.from(long).toString('base64')});
  const inFile = {attachments: [file('LoNg.txt', 'text/x-signal-plain', {size: Buffer.byteLength(long)})]};
  await using daemon = await up(home);
  home.server.enqueue(text(mixed, 1), text(long, 2), text(long.slice(0, 900), 3, ALICE, inFile));
  await until('all are answered', () => home.sends().length === 3);
  const {messages} = await daemon.call('session.history', {session: ALICES});
  expect(messages.filter(({role}) => role === 'user').map(message => message.text)).toEqual([mixed, long, long]);
  expect(home.sends().map(({message}) => message)).toEqual([mixed, long, long].map(words => `You said: ${words}`));
});

test('a voice message is in the workspace, and signal-cli keeps no copy', async () => {
  await using home = await signalHome();
  home.server.set('files', {'VoIcE1.aac': Buffer.from('a voice').toString('base64')});
  await using daemon = await up(home);
  const voice = {message: null, attachments: [file('VoIcE1.aac', 'audio/aac', {size: 7})]};
  home.server.enqueue(text('', 1, ALICE, voice));
  await daemon.event('delivery.sent');
  const {messages} = await daemon.call('session.history', {session: ALICES});
  const path = `received/${AT + 1}-VoIcE1.aac`;
  expect(messages[0]).toMatchObject({text: '', attachments: [{path, type: 'audio/aac', size: 7, voice: true}]});
  expect(readFileSync(join(home.path, 'workspace/received', `${AT + 1}-VoIcE1.aac`), 'utf8')).toBe('a voice');
  expect(() => readFileSync(join(home.path, 'signal', OWN.number, 'data/attachments/VoIcE1.aac'))).toThrow('ENOENT');
});

test('a spoken request sets a reminder, and the answer quotes it', async () => {
  await using home = await signalHome({agent: {model: 'offline'}, speech: {command: ['cat']}});
  const request = 'Remind me in twenty minutes to turn the oven off';
  home.server.set('files', {'VoIcE1.aac': Buffer.from(`${request}\n`).toString('base64')});
  await using daemon = await up(home);
  const voice = {message: null, attachments: [file('VoIcE1.aac', 'audio/aac', {size: request.length + 1})]};
  home.server.enqueue(text('', 1, ALICE, voice));
  await until('it is answered', () => home.sends().length === 2);
  expect(home.sends()[0]?.['message']).toBe(`I heard: "${request}"`);
  const {reminders} = await daemon.call('reminder.list', {});
  expect(reminders.map(({message}) => message)).toEqual(['turn the oven off']);
});

test('a reaction to a reminder answers it; any other reaction is shown to the agent', async () => {
  await using home = await signalHome();
  home.server.set('receipts', 'delivered');
  await using daemon = await up(home);
  const {id} = await daemon.call('reminder.set', {in: '1s', message: 'water the beans', user: 'alice'});
  const delivery = (await daemon.event('delivery.sent')).delivery;
  const [timestamp] = sentAs(home, delivery.id);
  const react = (emoji: string, number: number) =>
    received(
      {
        dataMessage: {
          timestamp: AT + number,
          message: null,
          expiresInSeconds: 0,
          viewOnce: false,
          reaction: {
            emoji,
            targetAuthor: OWN.number,
            targetAuthorNumber: OWN.number,
            targetAuthorUuid: OWN.uuid,
            targetSentTimestamp: timestamp,
            isRemove: false,
          },
        },
      },
      ALICE,
      AT + number,
    );
  home.server.enqueue(react('⏰', 1));
  expect((await daemon.event('reminder.snoozed')).reminder).toMatchObject({id, state: 'pending'});
  home.server.enqueue(react('🎉', 2));
  await daemon.event(
    'message.added',
    ({message}) => message.text === 'alice reacted with 🎉 to your message "water the beans"',
  );
  home.server.enqueue(react('👍', 3));
  expect((await daemon.event('reminder.done')).reminder).toMatchObject({id, state: 'done'});
  await until('both are confirmed', () => home.sends().length === 3);
  expect(home.sends().map(({message}) => message)).toEqual([
    'water the beans',
    expect.stringMatching(/^Snoozed: "water the beans" returns/u),
    'Done: "water the beans".',
  ]);
});

test('/stop ends the running answer, even with many messages waiting behind it', async () => {
  const {promise: held, resolve: release} = Promise.withResolvers<undefined>();
  await using model = await startEchoModel(words => (words === 'think hard' ? held : undefined));
  await using home = await signalHome(modelAt(model.baseUrl));
  await using daemon = await up(home);
  home.server.enqueue(text('think hard', 1));
  await until('it thinks', () => model.asked.has('think hard'));
  home.server.enqueue(...Array.from({length: 80}, (_, index) => text(`more ${index}`, index + 2)), text('/stop', 99));
  const ended = await daemon.event('turn.ended', ({outcome}) => outcome === 'aborted');
  expect(ended.error).toBe('alice stopped it.');
  await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'Stopped.');
  await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'You said: more 79');
  release(undefined);
});

test('a daemon that is stopped while answering sends the answer first', async () => {
  const {promise: held, resolve: release} = Promise.withResolvers<undefined>();
  await using model = await startEchoModel(words => (words === 'one moment' ? held : undefined));
  await using home = await signalHome(modelAt(model.baseUrl));
  await using daemon = await up(home);
  home.server.enqueue(text('one moment', 1));
  await until('it is asked', () => model.asked.has('one moment'));
  await daemon.call('daemon.stop', {});
  home.server.enqueue(text('too late for today', 2));
  release(undefined);
  await daemon.ended;
  expect(home.sends().map(({message}) => message)).toEqual(['You said: one moment']);
  await using next = await up(home);
  await next.event('delivery.sent', ({delivery}) => delivery.text === 'You said: too late for today');
  expect(home.sends()).toHaveLength(2);
});

test('a failed turn sends one neutral line to the phone, and the operator sees the reason', async () => {
  await using model = await startEchoModel(() => ({
    kind: 'status',
    status: 400,
    body: JSON.stringify({error: {message: 'no such model'}}),
  }));
  await using home = await signalHome(modelAt(model.baseUrl));
  await using daemon = await up(home);
  home.server.enqueue(text('hello?', 1));
  const ended = await daemon.event('turn.ended', ({outcome}) => outcome === 'failed');
  expect(ended).toMatchObject({session: ALICES, error: expect.stringContaining('no such model')});
  await until('they know it was read', () => home.server.calls().some(({method}) => method === 'sendReceipt'));
  await daemon.event('delivery.sent');
  const line = "I couldn't answer this just now. The reason is in a note in your own conversation, at the terminal.";
  expect(home.sends().map(({message}) => message)).toEqual([line]);
  const {owed} = await daemon.call('ledger.get', {contact: 'alice'});
  expect(owed).toBe(true);
  const {turns} = await daemon.call('session.history', {session: ALICES});
  expect(turns).toMatchObject([{outcome: 'failed', error: ended.error}]);
});

const up = async (home: SignalHome): Promise<RealDaemon> => {
  const daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', ({inbound, outbound}) => inbound === 'up' && outbound === 'up');
  return daemon;
};

/** Signal's ids for the messages of a delivery. */
const sentAs = (home: SignalHome, delivery: string): readonly number[] => {
  using database = new DatabaseSync(join(home.path, 'rooster.db'), {readOnly: true});
  const ids = database.prepare('SELECT channelId FROM sentIds WHERE delivery = ? ORDER BY part').all(delivery);
  return ids.map(row => Number(row['channelId']));
};
