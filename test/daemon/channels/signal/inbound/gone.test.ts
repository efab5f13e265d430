// Gone means gone: every cause removes every copy of a message.

import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createInboundHandler} from '../../../../../src/daemon/flows/chat/inbound-handler.ts';
import {reflectionMessage} from '../../../../../src/daemon/flows/reflection/reflection-message.ts';
import {unfinishedLine} from '../../../../../src/daemon/flows/unanswered/unfinished-line.ts';
import type {HandleResult} from '../../../../../src/daemon/ports/channel.ts';
import type {Store} from '../../../../../src/daemon/ports/store.ts';
import {reflectionInput} from '../../../../../src/daemon/schedule/idle/reflection-input.ts';
import {offlineMemory} from '../../../../../src/daemon/sessions/offline-memory.ts';
import {createFolder} from '../../../../../src/daemon/workspace/folder.ts';
import {startSessionCopy} from '../../../../../src/daemon/workspace/session-copy.ts';
import type {SessionKey} from '../../../../../src/shared/records/session-key.ts';
import {MINUTE} from '../../../../../src/shared/time/time.ts';
import {
  ALICE,
  AT,
  CAROL,
  data,
  file,
  groupInfo,
  type Json,
  received,
} from '../../../../signal-stand-in/signal/samples.ts';
import {conversationsOf} from '../../../../support/conversations.ts';
import {countingIds} from '../../../../support/counting-ids.ts';
import {fakeClock} from '../../../../support/fake-clock.ts';
import {memoryLog} from '../../../../support/memory-log.ts';
import {testCore} from '../../../../support/test-core.ts';
import {until} from '../../../../support/until.ts';
import {aDelivery, aMessage, aRun, aSession, forkInto, openTestStore} from '../../../store/store-fixture.ts';
import {inboundFixture} from './inbound-fixture.ts';

const GROUP = `signal:group:${groupInfo()['groupInfo'] instanceof Object ? (groupInfo()['groupInfo'] as Json)['groupId'] : ''}`;
const SESSION: SessionKey = 'rooster:main';
const FORK: SessionKey = 'rooster:chat:fork';
const REFLECTION: SessionKey = 'rooster:cron:reflection-main';
const SECRET = 'nightingale';
const REPEATED = ['fork', 'readable copy of the fork', 'titles', 'reflection', 'deliveries', 'open question'];
const NO_COUNTS = {messages: 1, unread: 0, busy: false, queued: 0};
const REFLECTED = {older: 0, zone: 'UTC', summarize: () => '', copy: 'sessions/rooster_main.jsonl', limit: 1_000};

/** Repeats the message as Rooster does: in a fork, titles, a quote, the prompt of a reflection, lines that name the request. */
const repeatElsewhere = (store: Store, key: string): void =>
  store.transact(emit => {
    const message = store.messages.byKey(key);
    if (message === undefined) return;
    const titled = aSession({key: SESSION, title: SECRET, titling: 'words'});
    store.sessions.put(titled, store.sessions.get(SESSION));
    emit({type: 'session.updated', session: SESSION, state: {...titled, ...NO_COUNTS}});
    const fork = aSession({key: FORK, title: `Fork of ${SECRET}`, titling: 'open'});
    forkInto(store, {from: SESSION, upTo: message.id, fork, nextId: () => 'msg_fork'});
    emit({type: 'session.created', session: FORK, state: {...fork, ...NO_COUNTS}});
    const line = unfinishedLine({asked: [SECRET], messages: [], reminders: []});
    const transcript = reflectionInput({...REFLECTED, messages: [message]});
    const material = {
      run: aRun('1'),
      note: undefined,
      pages: [],
      morePages: 0,
      topics: undefined,
      zone: 'UTC',
      transcript,
    };
    const system = (name: 'reflection' | 'unanswered') => ({kind: 'system', name}) as const;
    for (const more of [
      aMessage('quoting', {session: SESSION, text: 'Look at that', details: {quote: {author: 'alice', text: SECRET}}}),
      aMessage('line', {session: SESSION, role: 'assistant', text: line, source: system('unanswered')}),
      aMessage('reflection', {session: REFLECTION, source: system('reflection'), ...reflectionMessage(material)}),
    ]) {
      store.messages.add(more);
      emit({type: 'message.added', session: more.session, message: more});
    }
    for (const delivery of [
      aDelivery('quoting', {quote: {id: `${AT + 1}`, author: ALICE.uuid, text: SECRET}}),
      aDelivery('line', {key: 'unanswered:turn_1@signal:x', text: line}),
      aDelivery('heard', {key: `${key}@transcript`, text: `I heard: "${SECRET}"`}),
    ]) {
      store.deliveries.add(delivery);
      emit({type: 'delivery.queued', session: SESSION, delivery});
    }
    store.cursors.set(offlineMemory(SESSION), JSON.stringify({turnId: 'turn_1', asked: `When is "${SECRET}"?`}));
  });

/** A message with a picture and a long text, answered, with all its copies. */
const scene = async (more: Json = {}) => {
  const store = openTestStore();
  const clock = fakeClock();
  const ids = countingIds();
  const handler = createInboundHandler({
    ...testCore({store, clock, ids, people: {current: conversationsOf().current, userIn: () => 'alice'}}),
    named: () => undefined,
    isJob: () => false,
    router: {
      dispatch: async () => ({
        kind: 'accepted',
        session: SESSION,
        turnId: 'turn_1',
        outcome: Promise.resolve({kind: 'silent'}),
      }),
    },
    resolveRoute: () => ({
      kind: 'route',
      session: SESSION,
      replyTo: GROUP as 'signal:x',
      trust: 'full',
      user: 'alice',
      zone: 'UTC',
    }),
    commands: {perform: async () => false},
    readVoice: async inbound => inbound,
  });
  const fixture = inboundFixture({store, handler});
  const copy = startSessionCopy({files: createFolder(fixture.folder), store, log: memoryLog()});
  store.transact(() => store.sessions.put(aSession({key: SESSION})));
  writeFileSync(join(fixture.downloads, 'LoNg.txt'), SECRET);
  writeFileSync(join(fixture.downloads, 'HuGe.mp4'), SECRET);
  const attachments = [
    file('LoNg.txt', 'text/x-signal-plain', {size: SECRET.length}),
    file('HuGe.mp4', 'video/mp4', {size: 200 * 2 ** 20}),
  ];
  const listening = fixture.listen();
  await fixture.take(
    received({dataMessage: data(SECRET, {attachments, ...groupInfo(), ...more}, {at: AT + 1})}, ALICE, AT + 1),
  );
  mkdirSync(join(fixture.folder, 'received'), {recursive: true});
  writeFileSync(join(fixture.folder, 'received/a.jpg'), SECRET);
  const picture = {path: 'received/a.jpg', type: 'image/jpeg', size: 9};
  const key = `${GROUP}/${ALICE.uuid}/${AT + 1}`;
  store.transact(emit => {
    const message = store.messages.add(
      aMessage('1', {session: SESSION, text: SECRET, turnId: 'turn_1', attachments: [picture]}),
      key,
    );
    emit({type: 'message.added', session: SESSION, message});
  });
  const quote = {id: AT + 1, author: ALICE.number, authorNumber: ALICE.number, authorUuid: ALICE.uuid, text: SECRET};
  await fixture.take(
    received({dataMessage: data('Look at that', {quote, ...groupInfo()}, {at: AT + 2})}, ALICE, AT + 2),
  );
  await until('both are handled', () => store.inbox.counts('signal').received === 0);
  repeatElsewhere(store, key);
  await copy.settled();
  return {
    ...{fixture, store, key},
    /** The copies that still hold it. */
    left: async (): Promise<readonly string[]> => {
      await copy.settled();
      const events = store.events.after(0, 100);
      const copies: Readonly<Record<string, boolean>> = {
        conversation: JSON.stringify(store.messages.page(SESSION, {limit: 9})).includes(SECRET),
        search: store.messages.search(SECRET, {limit: 5}).length > 0,
        events: JSON.stringify(events).includes(SECRET),
        fork: JSON.stringify(store.messages.page(FORK, {limit: 9})).includes(SECRET),
        'readable copy of the fork': readFileSync(
          join(fixture.folder, 'sessions/rooster_chat_fork.jsonl'),
          'utf8',
        ).includes(SECRET),
        titles: JSON.stringify(store.sessions.list()).includes(SECRET),
        reflection: JSON.stringify(store.messages.page(REFLECTION, {limit: 9})).includes(SECRET),
        deliveries: JSON.stringify(store.deliveries.list({limit: 9})).includes(SECRET),
        'open question': store.cursors.get(offlineMemory(SESSION)) !== undefined,
        'received envelope': store.inbox
          .list({channel: 'signal', limit: 9})
          .some(({event}) => JSON.stringify(event)?.includes(SECRET)),
        'readable copy': readFileSync(join(fixture.folder, 'sessions/rooster_main.jsonl'), 'utf8').includes(SECRET),
        picture: existsSync(join(fixture.folder, 'received/a.jpg')),
        'text file': existsSync(join(fixture.downloads, 'LoNg.txt')),
        'file that was too large': existsSync(join(fixture.downloads, 'HuGe.mp4')),
        'journal of signal-cli': fixture.forgotten() === 0,
      };
      return Object.keys(copies).filter(name => copies[name]);
    },
    [Symbol.asyncDispose]: async () => {
      await listening[Symbol.asyncDispose]();
      await copy[Symbol.asyncDispose]();
      await fixture[Symbol.asyncDispose]();
    },
  };
};

type Scene = Awaited<ReturnType<typeof scene>>;
const after =
  (content: Json, from: typeof ALICE | typeof CAROL): ((by: Scene) => Promise<void>) =>
  async by => {
    await by.fixture.take(
      received({dataMessage: data(null, {...content, ...groupInfo()}, {at: AT + 5})}, from, AT + 5),
    );
  };
const target = {targetAuthor: ALICE.number, targetAuthorNumber: ALICE.number, targetAuthorUuid: ALICE.uuid};

test.each<[cause: string, more: Json, act: (by: Scene) => Promise<void>, words: string]>([
  [
    'its author deletes',
    {},
    after({remoteDelete: {timestamp: AT + 1}}, ALICE),
    '[This message was deleted by its author.]',
  ],
  [
    'an administrator deletes',
    {},
    after({adminDelete: {...target, targetSentTimestamp: AT + 1}}, CAROL),
    '[This message was deleted by an administrator.]',
  ],
  ['expires', {expiresInSeconds: 60}, by => by.fixture.clock.advance(2 * MINUTE), '[This message has expired.]'],
])('a message that %s is gone from every copy', async (_, more, act, words) => {
  await using by = await scene(more);
  expect(by.store.messages.byKey(by.key)?.text).toBe(SECRET);
  await act(by);
  await until('its words are gone', () => by.store.messages.byKey(by.key)?.text === words);
  await until('the journal forgets it', () => by.fixture.forgotten() > 0);
  expect(await by.left()).toEqual([]);
});

test('of a message that can be seen once, only its words stay, in the conversation', async () => {
  await using by = await scene({viewOnce: true});
  await by.fixture.clock.advance(MINUTE);
  await until('the journal forgets it', () => by.fixture.forgotten() > 0);
  expect(await by.left()).toEqual(['conversation', 'search', 'events', ...REPEATED, 'readable copy']);
});

test('a message that stays keeps its copies, except the file of its text', async () => {
  await using by = await scene();
  expect(await by.left()).toEqual([
    ...['conversation', 'search', 'events', ...REPEATED, 'received envelope', 'readable copy', 'picture'],
    ...['file that was too large', 'journal of signal-cli'],
  ]);
});

test('a message that expires while it is being handled is deleted after it', async () => {
  const {promise: handling, resolve: handled} = Promise.withResolvers<HandleResult>();
  const unused = async (): Promise<HandleResult> => ({kind: 'kept'});
  await using fixture = inboundFixture({
    handler: {handle: () => handling, change: unused, react: unused, expire: unused},
  });
  await using _ = fixture.listen();
  await fixture.take(received({dataMessage: data(SECRET, {expiresInSeconds: 1}, {at: AT + 1})}, ALICE, AT + 1));
  await fixture.clock.advance(5_000);
  handled({kind: 'kept'});
  await until('it is handled', () => fixture.store.inbox.counts('signal').received === 0);
  await fixture.clock.advance(MINUTE);
  await until(
    'its envelope is empty',
    () => fixture.store.inbox.list({channel: 'signal', limit: 1})[0]?.event === undefined,
    3_000,
  );
});

test("the files of a stranger's message are deleted at once", async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  writeFileSync(join(fixture.downloads, 'x.jpg'), 'a picture');
  const attachments = [file('x.jpg', 'image/jpeg')];
  await fixture.take(received({dataMessage: data('hi', {attachments}, {at: AT + 1})}, CAROL, AT + 1));
  await until('it is gone', () => !existsSync(join(fixture.downloads, 'x.jpg')));
});

test('a deletion by an administrator of a stranger, or outside a group, changes nothing', async () => {
  await using fixture = inboundFixture();
  await using _ = fixture.listen();
  const adminDelete = {
    targetAuthor: CAROL.uuid,
    targetAuthorNumber: null,
    targetAuthorUuid: CAROL.uuid,
    targetSentTimestamp: AT,
  };
  await fixture.take(
    received({dataMessage: data(null, {adminDelete, ...groupInfo()}, {at: AT + 1})}, CAROL, AT + 1),
    received(
      {dataMessage: data(null, {adminDelete: {...adminDelete, targetAuthorUuid: ALICE.uuid}}, {at: AT + 2})},
      ALICE,
      AT + 2,
    ),
  );
  await fixture.settle();
  expect(fixture.changes).toEqual([]);
  expect(fixture.told.map(({type}) => type)).not.toContain('channel.contact');
});
