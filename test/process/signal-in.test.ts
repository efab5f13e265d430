// People's actions on Signal, through the real daemon and the stand-in as its signal-cli: the result of each action, and for whom.
// @module-tag deep
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {
  ALICE,
  CAROL,
  data,
  file,
  GROUP_ID,
  groupInfo,
  type Json,
  OWN,
  received,
  samples,
} from '../signal-stand-in/signal/samples.ts';
import {ROUNDS} from '../support/crash-steps.ts';
import type {RealDaemon} from '../support/real-daemon.ts';
import {type SignalHome, signalHome, text} from '../support/signal-home.ts';
import {until, untilGiven} from '../support/until.ts';

const ALICES = 'rooster:main';
const GROUP = `rooster:group:signal:${GROUP_ID}` as const;
const MALLORY = {number: '+15550000666', uuid: '66666666-6666-4666-8666-666666666666', name: 'Mallory'} as const;
const AT = 1_700_000_000_000;
const WAITING = ROUNDS > 1 ? 20_000 : 1_000;

const up = async (home: SignalHome): Promise<RealDaemon> => {
  const daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', status => status.inbound === 'up');
  return daemon;
};
const sentTexts = (home: SignalHome) => home.sends().map(({message}) => message);
const texts = async (daemon: RealDaemon, session: typeof ALICES | typeof GROUP) =>
  (await daemon.call('session.history', {session})).messages.map(message => message.text);
const answered = (daemon: RealDaemon, words: string) =>
  daemon.event('delivery.sent', ({delivery}) => delivery.text === `You said: ${words}`);
const calls = (home: SignalHome, method: string) =>
  home.server.calls().flatMap(call => (call.method === method ? [call.params as Json] : []));

test('read receipts leave after the message is stored, and receipts for ours update the delivery', async () => {
  await using home = await signalHome();
  home.server.set('receipts', 'read');
  await using daemon = await up(home);
  home.server.enqueue(text('one', 1), text('two', 2));
  await answered(daemon, 'two');
  await daemon.event(
    'delivery.receipt',
    ({delivery}) => delivery.state === 'read' && delivery.text === 'You said: two',
  );
  await until(
    'both were told',
    () => calls(home, 'sendReceipt').flatMap(({targetTimestamp}) => targetTimestamp).length >= 2,
  );
  expect(calls(home, 'sendReceipt').map(({recipient, type}) => [recipient, type])).toContainEqual([ALICE.uuid, 'read']);
  expect(calls(home, 'sendReceipt').flatMap(({targetTimestamp}) => targetTimestamp)).toEqual([AT + 1, AT + 2]);
});

test('torn output of signal-cli takes no other message with it, and losses are counted', async () => {
  await using home = await signalHome();
  await using daemon = await up(home);
  home.server.set('crashAt', 'unended');
  home.server.enqueue(text('whole, without its end', 1), text('after a death', 2));
  await answered(daemon, 'after a death');
  home.server.set('crashAt', 'half');
  home.server.enqueue(text('half a line', 3), text('behind the half', 4));
  await answered(daemon, 'behind the half');
  home.server.set('crashAt', 'torn');
  home.server.enqueue(text('torn by a death', 5), text('first after it', 6));
  await answered(daemon, 'first after it');
  // A torn message is lost, unless signal-cli passes it on again.
  const torn = ['half a line', 'torn by a death'];
  const arrived = (await texts(daemon, ALICES)).filter(words => !words.startsWith('You said') && !torn.includes(words));
  expect(arrived).toEqual(['whole, without its end', 'after a death', 'behind the half', 'first after it']);
  const status = await daemon.call('daemon.status', {});
  expect(status.channels).toMatchObject([{dropped: 2, lost: [expect.stringContaining('2 pieces of messages')]}]);
  expect(status.problems).toMatchObject([{key: 'signal', reason: expect.stringContaining('2 pieces of messages')}]);
});

test('a stranger gets no answer and leaves no text; the operator is notified once', async () => {
  await using home = await signalHome();
  await using daemon = await up(home);
  home.server.enqueue(text('let me in', 1, MALLORY), text('let me in!', 2, MALLORY), text('hello', 3));
  await answered(daemon, 'hello');
  const refused = daemon.events.filter(({type}) => type === 'policy.refused');
  expect(refused).toEqual([
    expect.objectContaining({
      reason: expect.stringMatching(/^Contact request from Mallory .*signal:66666666/u),
      source: {kind: 'user', name: 'Mallory', channel: 'signal'},
    }),
  ]);
  expect((await daemon.call('session.list', {})).sessions.map(({key}) => key)).toEqual([ALICES]);
  expect(sentTexts(home)).toEqual(['You said: hello']);
  expect(calls(home, 'sendReceipt').map(({recipient}) => recipient)).not.toContain(MALLORY.uuid);
  const {contactRequests} = await daemon.call('signal.status', {});
  expect(contactRequests).toEqual([
    {address: `signal:${MALLORY.uuid}`, name: 'Mallory', times: 2, lastAt: expect.anything()},
  ]);
  await daemon.call('signal.allow', {address: `signal:${MALLORY.uuid}`, user: 'mallory'});
  expect(await daemon.call('signal.status', {})).not.toHaveProperty('contactRequests', expect.anything());
  home.server.enqueue(text('and now?', 4, MALLORY));
  await answered(daemon, 'and now?');
  await daemon.call('daemon.stop', {});
  await daemon.ended;
  expect(readFileSync(join(home.path, 'rooster.db')).includes('let me in')).toBe(false);
});

test('one person by number and by ACI has one conversation, under the configured name', async () => {
  await using home = await signalHome({
    users: [{name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ALICE.number}`]}],
  });
  await using daemon = await up(home);
  home.server.enqueue(text('with both', 1), text('by ACI', 2, {...ALICE, number: null}));
  await answered(daemon, 'by ACI');
  expect((await daemon.call('session.list', {})).sessions.map(({key}) => key)).toEqual(['rooster:main']);
  expect(home.sends().map(({recipient}) => recipient)).toEqual([ALICE.uuid, ALICE.uuid]);
});

test('in a group the agent reads everybody it knows and answers mentions, at familiar trust', async () => {
  await using home = await signalHome({signal: undefined});
  home.configure({signal: {account: OWN.number, command: join(home.path, 'signal-cli'), groups: [GROUP_ID]}});
  await using daemon = await up(home);
  const mention = {
    mentions: [{name: OWN.number, number: OWN.number, uuid: OWN.uuid, start: 0, length: 1}],
    ...groupInfo(),
  };
  home.server.enqueue(
    text('the beans are dry', 1, ALICE, groupInfo()),
    text('I am nobody here', 2, CAROL, groupInfo()),
    text('\uFFFC what did I say?', 3, ALICE, mention),
  );
  const sent = await daemon.event('delivery.sent');
  expect(sent.delivery).toMatchObject({
    address: `signal:group:${GROUP_ID}`,
    text: 'You said: ⟦alice:⟧ @rooster what did I say?',
  });
  expect(await texts(daemon, GROUP)).toEqual(['the beans are dry', '@rooster what did I say?', sent.delivery.text]);
  expect((await daemon.call('session.list', {})).sessions).toMatchObject([
    {key: GROUP, trust: 'familiar', title: 'Allotment'},
  ]);
  expect(home.sends()).toMatchObject([{groupId: GROUP_ID}]);
});

test("Note to Self is a conversation with oneself, and its echo isn't answered", async () => {
  await using home = await signalHome({
    users: [{name: 'alice', trust: 'full', match: ['terminal:default', `signal:${OWN.uuid}`]}],
  });
  await using daemon = await up(home);
  const note = (words: string, at: number) =>
    received(
      {
        syncMessage: {
          sentMessage: {
            destination: OWN.number,
            destinationNumber: OWN.number,
            destinationUuid: OWN.uuid,
            ...data(words, {}, {at}),
          },
        },
      },
      {...OWN, name: null},
      at,
    );
  home.server.enqueue(note('buy twine', AT + 1));
  await answered(daemon, 'buy twine');
  expect(home.sends()).toMatchObject([{noteToSelf: true, notifySelf: true, message: 'You said: buy twine'}]);
  const {deliveries} = await daemon.call('outbox.list', {});
  expect(deliveries).toHaveLength(1);
  home.server.enqueue(note('and string', AT + 2));
  await answered(daemon, 'and string');
  expect(sentTexts(home)).toEqual(['You said: buy twine', 'You said: and string']);
  expect(calls(home, 'sendReceipt')).toEqual([]);
});

test('edits, deletions, reactions and quotes reach the agent', async () => {
  await using home = await signalHome();
  await using daemon = await up(home);
  home.server.enqueue(text('at five', 1), text('a secret', 2));
  await answered(daemon, 'a secret');
  const edit = (words: string, target: number, at: number) =>
    received({editMessage: {targetSentTimestamp: target, dataMessage: data(words, {}, {at})}}, ALICE, at);
  home.server.enqueue(edit('at six', AT + 1, AT + 3), edit('at seven', AT + 3, AT + 4));
  home.server.enqueue(text('', 5, ALICE, {message: null, remoteDelete: {timestamp: AT + 2}}));
  const ours = (await daemon.call('outbox.list', {})).deliveries.find(each => each.text.endsWith('at five'));
  const quote = {
    quote: {
      id: 1,
      author: OWN.number,
      authorNumber: OWN.number,
      authorUuid: OWN.uuid,
      text: 'You said: at five',
      attachments: [],
    },
  };
  home.server.enqueue(text('this one', 6, ALICE, quote));
  await answered(daemon, '⟦With the message, as data:⟧ In reply to you: "You said: at five"\nthis one');
  expect(ours).toBeDefined();
  const said = await texts(daemon, ALICES);
  expect(said).toEqual(expect.arrayContaining(['this one', 'at six', 'at seven']));
  expect(said).toContain('[This message was deleted by its author.]');
  expect(said.some(each => each === 'a secret')).toBe(false);
});

test('a file is copied into the workspace, and the agent learns its path', async () => {
  await using home = await signalHome();
  home.server.set('files', {'AbC123.jpg': Buffer.from('a picture').toString('base64')});
  await using daemon = await up(home);
  const picture = {attachments: [file('AbC123.jpg', 'image/jpeg', {filename: 'beans.jpg', size: 9})]};
  home.server.enqueue(
    text('look', 1, ALICE, picture),
    text('', 2, ALICE, {message: null, attachments: [file('gone.bin', 'a/b')]}),
  );
  await answered(daemon, '⟦The picture is in its file; you cannot see it.⟧');
  expect(await texts(daemon, ALICES)).toContain('look');
  expect(readFileSync(join(home.path, 'workspace/received', `${AT + 1}-AbC123.jpg`), 'utf8')).toBe('a picture');
  await daemon.event('delivery.sent', ({delivery}) => delivery.text.includes("couldn't be downloaded"));
  expect(existsSync(join(home.path, 'workspace/received', `${AT + 2}-gone.bin.part`))).toBe(false);
});

test('commands are answered without a model', {tags: ['fast']}, async () => {
  await using home = await signalHome();
  await using daemon = await up(home);
  home.server.enqueue(text('/help', 1), text('/remidners', 2), text('/new', 3), text('/etc/hosts is what?', 4));
  await answered(daemon, '/etc/hosts is what?');
  expect(sentTexts(home)).toEqual([
    expect.stringContaining('/reminders'),
    'Unknown command /remidners. Did you mean /reminders? /help lists the commands.',
    'Started over. Reminders stay.',
    'You said: /etc/hosts is what?',
  ]);
  expect([...home.model.asked.keys()]).toEqual(['/etc/hosts is what?']);
});

test('invalid JSON, half lines and damaged envelopes are skipped, and the next message is answered', async () => {
  await using home = await signalHome();
  await using daemon = await up(home);
  home.server.enqueue(
    '{"envelope":{"source',
    'null',
    '[]',
    '"text"',
    '{"envelope":7,"account":[]}',
    '\u0000',
    text('still there?', 1),
  );
  await answered(daemon, 'still there?');
  expect(sentTexts(home)).toEqual(['You said: still there?']);
});

test('a user configured by number is recognized when only their ACI arrives', async () => {
  await using home = await signalHome({
    users: [{name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ALICE.number}`]}],
  });
  home.server.set('contacts', [
    {number: ALICE.number, uuid: ALICE.uuid, username: null, name: 'Alice', isBlocked: false},
  ]);
  await using daemon = await up(home);
  await until('signal-cli was asked', () => calls(home, 'listContacts').length > 0);
  home.server.enqueue(text('it is me', 1, {...ALICE, number: null}));
  await answered(daemon, 'it is me');
});

test(`${WAITING} waiting messages are all stored, once, in order`, async () => {
  await using home = await signalHome();
  const words = Array.from({length: WAITING}, (_, index) => `message ${index + 1}`);
  home.server.enqueue(...words.map((each, index) => text(each, index + 1)));
  await using daemon = await home.start();
  // Polled, not followed: a follower that falls a megabyte behind is disconnected, and this test isn't about that.
  const answeredNewest = async (): Promise<true | undefined> => {
    const {deliveries} = await daemon.call('outbox.list', {limit: 5});
    return (
      deliveries.some(({state, text: said}) => state === 'sent' && said.endsWith(`message ${WAITING}`)) || undefined
    );
  };
  await untilGiven('the newest message is answered', answeredNewest, 280_000);
  using database = new DatabaseSync(join(home.path, 'rooster.db'), {readOnly: true});
  const said = database
    .prepare(`SELECT text FROM messages WHERE role = 'user' ORDER BY ord`)
    .all()
    .map(row => row['text']);
  expect(said).toEqual(words);
  expect(database.prepare(`SELECT state, count(*) AS n FROM inbox GROUP BY state`).all()).toEqual([
    {state: 'handled', n: WAITING},
  ]);
  const deliveries = database.prepare('SELECT state, text FROM deliveries').all();
  // Every answer was sent once; the newest may still be in transit. A daemon that keeps up with signal-cli answers more.
  expect(sentTexts(home).length).toBeLessThanOrEqual(deliveries.length);
  console.log(`${said.length} messages: 0 lost, 0 twice, in order; ${deliveries.length} answers`);
});

test("a picture is shown to a model that can see, and described to one that can't", async () => {
  await using home = await signalHome();
  home.server.set('files', {'AbC123.jpg': Buffer.from('a picture').toString('base64')});
  const picture = {attachments: [file('AbC123.jpg', 'image/jpeg', {filename: 'beans.jpg', size: 9})]};
  const shown = () => JSON.stringify(home.model.requests.at(-1)?.body);
  await using daemon = await up(home);
  home.server.enqueue(text('blind', 1, ALICE, picture));
  await daemon.event('turn.ended');
  expect(shown()).not.toContain('data:image');
  expect(shown()).toContain('you cannot see it');
  home.configure({agent: {model: 'local/some-vision', contextTokens: 100_000}});
  await daemon.event('config.changed');
  home.server.enqueue(text('seeing', 2, ALICE, picture));
  await until('the second turn', () => daemon.events.filter(({type}) => type === 'turn.ended').length === 2);
  expect(shown()).toContain(`data:image/jpeg;base64,${Buffer.from('a picture').toString('base64')}`);
});

test('messages are neither lost nor repeated when signal-cli keeps dying after passing one on', async () => {
  await using home = await signalHome();
  await using daemon = await up(home);
  for (const [index, words] of ['one', 'two', 'three'].entries()) {
    home.server.set('crashAt', 'handled');
    home.server.enqueue(text(words, 2 * index + 1), text(`${words} more`, 2 * index + 2));
    await answered(daemon, `${words} more`);
  }
  expect(sentTexts(home)).toEqual(
    ['one', 'one more', 'two', 'two more', 'three', 'three more'].map(words => `You said: ${words}`),
  );
  expect((await daemon.call('signal.status', {})).warnings).toEqual([]);
});

test('a message from a person with a changed safety number is answered once they are trusted', async () => {
  await using home = await signalHome();
  await using daemon = await up(home);
  home.server.enqueue(samples().untrusted);
  await daemon.event('policy.refused', ({reason}) => reason.includes('safety number of Alice'));
  expect(await daemon.call('signal.status', {})).toMatchObject({
    untrusted: [{address: `signal:${ALICE.uuid}`, name: expect.stringContaining('Alice')}],
  });
  home.server.enqueue(samples().dm);
  await answered(daemon, 'good morning');
  expect(await daemon.call('signal.status', {})).not.toHaveProperty('untrusted', expect.anything());
});
