import {expect, test} from 'vitest';
import {cutConversation} from '../../../src/daemon/flows/conversations/cut-conversation.ts';
import {createSessionWorker} from '../../../src/daemon/flows/conversations/session-worker.ts';
import {createSessionService} from '../../../src/daemon/flows/session-service.ts';
import {UNTITLED} from '../../../src/daemon/sessions/conversation-title.ts';
import {forgetMessage} from '../../../src/daemon/sessions/forget-message.ts';
import {offlineMemory} from '../../../src/daemon/sessions/offline-memory.ts';
import {createSessionIndex} from '../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../src/daemon/sessions/session-registry.ts';
import type {Message} from '../../../src/shared/records/message.ts';
import type {SessionKey} from '../../../src/shared/records/session-key.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {comparableMs, workedMs} from '../../support/own-time.ts';
import {aDelivery, aMessage, aSession, aTurn, MAIN, noon, openTestStore} from '../store/store-fixture.ts';

const TRIP: SessionKey = 'rooster:chat:trip';
const GONE = '[gone]';

const openScene = () => {
  const store = openTestStore();
  const index = createSessionIndex({store, sessions: createSessions()});
  return {
    store,
    index,
    say: (...messages: readonly Message[]) =>
      store.transact(emit => {
        for (const message of messages) {
          store.messages.add(message);
          emit({type: 'message.added', session: message.session, message});
        }
      }),
    forget: (message: Message) => store.transact(emit => forgetMessage({store, index}, {message, text: GONE}, emit)),
    everything: () =>
      JSON.stringify([
        store.events.after(0, 100),
        store.sessions.list(),
        store.deliveries.list({limit: 9}),
        ...store.sessions.list().map(({key}) => store.messages.page(key, {limit: 9}).messages),
      ]),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
};

test('a title of the first words is gone, also from an archived conversation and the events', async () => {
  using scene = openScene();
  const {store, index} = scene;
  store.transact(emit => {
    store.sessions.put(aSession({titling: 'words', title: 'the nightingale sings'}));
    index.changed(MAIN, emit);
  });
  const message = aMessage('1', {text: 'the nightingale sings'});
  scene.say(message);
  const archived = await cutConversation(
    {
      ...{store, index, clock: {now: () => noon}, agent: () => 'rooster'},
      ...{sessions: createSessions(), withdrawQueued: () => {}},
      worker: createSessionWorker({store, log: memoryLog()}),
    } as unknown as Parameters<typeof cutConversation>[0],
    MAIN,
  );
  scene.say(aMessage('2', {text: 'a day later'}));
  expect(scene.everything()).toContain('nightingale');
  scene.forget(store.messages.get('msg_1') ?? message);
  expect(scene.everything()).not.toContain('nightingale');
  expect(archived && store.sessions.get(archived)?.title).toBe(`${UNTITLED}, until 2026-11-21`);
  expect(archived && store.sessions.get(archived)).not.toHaveProperty('titling', expect.anything());
});

test('a conversation takes the next words as its title, and a title that somebody chose stays', () => {
  using scene = openScene();
  const {store} = scene;
  store.sessions.put(aSession({key: TRIP, title: 'a nightingale', titling: 'asked'}));
  store.sessions.put(aSession({title: 'a nightingale'}));
  const message = aMessage('1', {session: TRIP, text: 'a nightingale'});
  scene.say(message);
  scene.forget(message);
  expect(store.sessions.get(TRIP)).toMatchObject({title: UNTITLED, titling: 'open'});
  expect(store.sessions.get(MAIN)?.title).toBe('a nightingale');
});

test('the words before an edit are gone, too', () => {
  using scene = openScene();
  const {store} = scene;
  store.sessions.put(aSession({titling: 'words', title: 'a nightingale'}));
  const message = aMessage('1', {text: 'a nightingale'});
  scene.say(message, aMessage('2', {details: {edit: {before: 'a nightingale'}}}));
  store.transact(emit => {
    const changed = store.messages.rewrite('msg_1', {text: 'a lark'});
    if (changed !== undefined) emit({type: 'message.changed', session: MAIN, message: changed});
  });
  scene.forget(store.messages.get('msg_1') ?? message);
  expect(scene.everything()).not.toMatch(/nightingale|lark/u);
});

test('what others wrote stays: other quotes, other lines, answers of the agent', () => {
  using scene = openScene();
  const {store} = scene;
  store.sessions.put(aSession());
  const message = aMessage('1', {text: 'ok'});
  const others = [
    aMessage('2', {text: 'ok?', details: {quote: {author: 'bob', text: 'ok then'}}}),
    aMessage('3', {role: 'assistant', text: 'I heard "ok".', source: {kind: 'agent'}}),
    aMessage('4', {frame: {kind: 'material', sections: [{title: 'New messages', text: 'nothing'}]}}),
    aMessage('5', {source: {kind: 'system', name: 'unanswered'}, text: 'I couldn\'t finish "a walk".'}),
  ];
  scene.say(message, ...others);
  store.transact(
    () => void store.deliveries.add(aDelivery('1', {text: '"ok"', quote: {id: '1', author: 'x', text: 'o'}})),
  );
  const before = store.deliveries.list({limit: 9});
  scene.forget(message);
  expect(store.messages.page(MAIN, {limit: 9}).messages).toEqual([{...message, text: GONE}, ...others]);
  expect(store.deliveries.list({limit: 9})).toEqual(before);
});

test('a line that names a request that was too long, and a quote that was cut, are gone', () => {
  using scene = openScene();
  const {store} = scene;
  store.sessions.put(aSession());
  const text = `a nightingale ${'sings '.repeat(200)}`;
  const message = aMessage('1', {text});
  scene.say(
    message,
    aMessage('2', {details: {quote: {text: `${text.slice(0, 500)}…`}}}),
    aMessage('3', {source: {kind: 'system', name: 'unanswered'}, text: `I couldn't finish "${text.slice(0, 80)}…".`}),
  );
  scene.forget(message);
  expect(scene.everything()).not.toContain('nightingale');
  expect(store.messages.get('msg_3')?.text).toBe("I couldn't finish a message that was deleted.");
});

test('a picture without words is gone from the title and the material of a reflection', () => {
  using scene = openScene();
  const {store} = scene;
  store.sessions.put(aSession({titling: 'words', title: 'nightingale.jpg'}));
  const picture = {path: 'received/1.jpg', type: 'image/jpeg', size: 1, name: 'nightingale.jpg'};
  const message = aMessage('1', {text: '', attachments: [picture]});
  const transcript = '[2026-11-21 12:03] alice: (with the picture nightingale.jpg)';
  const sections = [{title: 'New messages', text: transcript}];
  scene.say(message, aMessage('2', {frame: {kind: 'material', sections}}));
  scene.forget(message);
  expect(scene.everything()).not.toContain('nightingale');
});

test('an open question is gone that a later message of the same conversation left open', () => {
  using scene = openScene();
  const {store} = scene;
  store.sessions.put(aSession());
  const message = aMessage('1', {text: 'remind me to feed the nightingale', turnId: 'turn_1'});
  scene.say(message, aMessage('2', {text: 'hm', turnId: 'turn_2'}));
  store.transact(() => store.cursors.set(offlineMemory(MAIN), '{"turnId":"turn_2","asked":"When?"}'));
  scene.forget(message);
  expect(store.cursors.get(offlineMemory(MAIN))).toBeUndefined();
});

test('a message that a person withdraws before it is read leaves no words', () => {
  using scene = openScene();
  const {store, index} = scene;
  const sessions = createSessions();
  store.sessions.put(aSession({key: TRIP, titling: 'words', title: 'a nightingale'}));
  const turn = aTurn('1', {session: TRIP});
  store.turns.put(turn);
  scene.say(aMessage('1', {session: TRIP, text: 'a nightingale', turnId: turn.id}));
  const service = createSessionService({
    ...{store, index, sessions: {...sessions, withdraw: () => true}, clock: {now: () => noon}},
  } as unknown as Parameters<typeof createSessionService>[0]);
  service.withdrawQueued(TRIP);
  expect(store.messages.page(TRIP, {limit: 9}).messages).toEqual([]);
  expect(scene.everything()).not.toContain('nightingale');
});

test('a message with 2,000 newer ones in a history of 20,000 is removed within 50 ms of processor time', {
  retry: 2,
}, () => {
  using scene = openScene();
  const {store} = scene;
  store.transact(() => store.sessions.put(aSession()));
  for (let begin = 0; begin < 20_000; begin += 1_000)
    scene.say(
      ...Array.from({length: 1_000}, (_, index) =>
        aMessage(`${begin + index}`, {text: `The weather of ${begin + index}`}),
      ),
    );
  const message = store.messages.get('msg_18000');
  const before = workedMs();
  scene.forget(message ?? aMessage('none'));
  expect(comparableMs(workedMs() - before)).toBeLessThan(50);
  expect(store.messages.get('msg_18000')?.text).toBe(GONE);
});
