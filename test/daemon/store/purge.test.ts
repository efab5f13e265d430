import {expect, test} from 'vitest';
import type {Store} from '../../../src/daemon/ports/store.ts';
import type {MessageId} from '../../../src/shared/records/ids.ts';
import type {SessionKey} from '../../../src/shared/records/session-key.ts';
import {DAY} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {aDelivery, aMessage, aReminder, aSession, aTurn, forkInto, noon, openTestStore} from './store-fixture.ts';

const TRIP: SessionKey = 'rooster:chat:trip';
const FORK: SessionKey = 'rooster:chat:fork';
const MAIN: SessionKey = 'rooster:main';

/** Says something in a session, with a turn, a delivery and a reminder. */
const fill = (store: Store, session: SessionKey, name: string): void =>
  store.transact(emit => {
    const turn = aTurn(name, {session, state: 'ended'});
    const message = aMessage(name, {session, text: `about ${name}`, turnId: turn.id});
    const delivery = aDelivery(name, {session, text: `sent ${name}`, turnId: turn.id, state: 'queued'});
    const reminder = aReminder(name, {sourceSession: session});
    store.sessions.put(aSession({key: session, title: name}));
    store.turns.put(turn);
    store.messages.add(message);
    store.deliveries.add(delivery);
    store.reminders.add(reminder);
    emit({type: 'message.added', session, message});
    emit({type: 'delivery.queued', session, delivery});
    emit({type: 'reminder.set', session, reminder});
    emit({type: 'turn.ended', turnId: turn.id, outcome: 'failed', error: `why ${name}`, source: turn.source});
  });

/** Deletes them with everything that follows in slices. */
const purge = (store: Store, keys: readonly SessionKey[], heir: SessionKey) => {
  const purged = store.transact(() => store.sessions.purge(keys, heir));
  finishWork(store);
  return purged;
};

const finishWork = (store: Store): void => {
  while (store.sessions.work.isWaiting()) store.transact(store.sessions.work.doSome);
};

let copies = 0;
const fork = (store: Store, key: SessionKey, upTo: MessageId): void =>
  forkInto(store, {from: TRIP, upTo, fork: aSession({key}), nextId: () => `msg_copy${++copies}`});

const eventsOf = (store: Store) => store.events.after(0, 100) ?? [];

test('a purged conversation leaves its neighbours as they were, and numbers without a gap', () => {
  using store = openTestStore();
  fill(store, TRIP, 'trip');
  fill(store, MAIN, 'main');
  const before = eventsOf(store).slice(4);
  const purged = purge(store, [TRIP], MAIN);
  expect(purged).toEqual({reminders: 1, alarms: 0});
  const events = eventsOf(store);
  expect(events.map(({type}) => type).slice(0, 4)).toEqual(['event.lost', 'event.lost', 'reminder.set', 'event.lost']);
  expect(events[2]).toMatchObject({seq: 3, session: MAIN, reminder: {sourceSession: MAIN}});
  expect(events.slice(4)).toEqual(before);
  expect(store.sessions.list().map(({key}) => key)).toEqual([MAIN]);
  expect(store.messages.search('about', {limit: 9}).map(({text}) => text)).toEqual(['about main']);
  expect(store.turns.get('turn_trip')).toBeUndefined();
  expect(store.deliveries.get('dlv_trip')).toMatchObject({text: '', state: 'dead', discarded: true});
  expect(store.deliveries.get('dlv_main')).toMatchObject({text: 'sent main', state: 'queued'});
  expect(store.reminders.get('rem_trip')).toMatchObject({sourceSession: MAIN});
  expect(store.sessions.purged.list()).toEqual([TRIP]);
});

test('a purge that fails in the middle leaves everything as it was', () => {
  using store = openTestStore();
  fill(store, TRIP, 'trip');
  const events = eventsOf(store);
  expect(() =>
    store.transact(() => {
      store.sessions.purge([TRIP], MAIN);
      throw new Error('the process ends here');
    }),
  ).toThrow('ends here');
  expect(eventsOf(store)).toEqual(events);
  expect(store.messages.search('about', {limit: 9})).toHaveLength(1);
  expect(store.deliveries.get('dlv_trip')).toMatchObject({text: 'sent trip', state: 'queued'});
  expect(store.sessions.purged.list()).toEqual([]);
});

test('events before the first message are deleted too', () => {
  const clock = fakeClock();
  using store = openTestStore({clock});
  const state = {...aSession({key: TRIP, title: 'secret plan'}), messages: 0, unread: 0, busy: false, queued: 0};
  store.transact(emit => {
    store.sessions.put(aSession({key: TRIP, title: 'secret plan'}));
    emit({type: 'session.created', session: TRIP, state});
  });
  clock.set(clock.now() + DAY);
  store.transact(() => void store.messages.add(aMessage('1', {session: TRIP, at: clock.now()})));
  purge(store, [TRIP], MAIN);
  expect(JSON.stringify(eventsOf(store))).not.toContain('secret');
});

test('a purge in the transaction of its own events forgets those too', () => {
  using store = openTestStore();
  fill(store, TRIP, 'trip');
  store.transact(emit => {
    emit({type: 'message.added', session: TRIP, message: aMessage('late', {session: TRIP, text: 'secret'})});
    store.sessions.purge([TRIP], MAIN);
    emit({type: 'session.deleted', session: TRIP, gone: [TRIP], heir: MAIN});
  });
  finishWork(store);
  expect(JSON.stringify(eventsOf(store))).not.toContain('secret');
  expect(eventsOf(store).at(-1)).toMatchObject({type: 'session.deleted', gone: [TRIP]});
});

test("a fork's copies are found once the original is gone", () => {
  using store = openTestStore();
  fill(store, TRIP, 'trip');
  fork(store, FORK, 'msg_trip');
  const found = () => store.messages.search('about trip', {limit: 9}).map(({session}) => session);
  expect(found()).toEqual([TRIP]);
  expect(store.messages.search('about trip', {session: FORK, limit: 9})).toHaveLength(1);
  purge(store, [TRIP], MAIN);
  expect(found()).toEqual([FORK]);
  expect(store.messages.page(FORK, {limit: 9}).messages).toMatchObject([{text: 'about trip', session: FORK}]);
});

test('a summary goes with the copies that reach beyond it', () => {
  using store = openTestStore();
  fill(store, TRIP, 'trip');
  store.messages.add(aMessage('more', {session: TRIP, text: 'more'}));
  store.sessions.put(aSession({key: TRIP, summary: 'they spoke', summarizedTo: 'msg_trip'}));
  const before = copies;
  fork(store, FORK, 'msg_more');
  expect(store.sessions.get(FORK)).toMatchObject({summary: 'they spoke', summarizedTo: `msg_copy${before + 1}`});
  expect(store.messages.context(FORK).map(({text}) => text)).toEqual(['more']);
  store.sessions.put(aSession({key: TRIP, summary: 'they spoke', summarizedTo: 'msg_more'}));
  fork(store, 'rooster:chat:early', 'msg_trip');
  expect(store.sessions.get('rooster:chat:early')?.summary).toBeUndefined();
  expect(store.messages.context('rooster:chat:early').map(({text}) => text)).toEqual(['about trip']);
});

test('a conversation that comes back while its old messages are removed shows and keeps only the new ones', () => {
  using store = openTestStore();
  fill(store, TRIP, 'trip');
  store.transact(() => store.sessions.purge([TRIP], MAIN));
  expect(store.sessions.isFree(TRIP)).toBe(false);
  store.transact(() => {
    store.sessions.put(aSession({key: TRIP, title: 'again'}));
    store.turns.put(aTurn('new', {session: TRIP, state: 'ended'}));
    store.messages.add(aMessage('new', {session: TRIP, text: 'about something new', turnId: 'turn_new'}));
  });
  const texts = () => ({
    page: store.messages.page(TRIP, {limit: 9}).messages.map(({text}) => text),
    context: store.messages.context(TRIP).map(({text}) => text),
    found: store.messages.search('about', {limit: 9}).map(({text}) => text),
    counts: store.sessions.counts(TRIP).messages,
  });
  const only = ['about something new'];
  expect(texts()).toEqual({page: only, context: only, found: only, counts: 1});
  finishWork(store);
  expect(texts()).toEqual({page: only, context: only, found: only, counts: 1});
  expect(store.turns.get('turn_new')).toBeDefined();
  expect(store.messages.get('msg_trip')).toBeUndefined();
});

test('a conversation that starts over moves its messages in slices, and each is in one of both', () => {
  using store = openTestStore();
  store.sessions.put(aSession({key: TRIP}));
  store.transact(() => {
    for (let number = 1; number <= 1_200; number += 1) store.messages.add(aMessage(`${number}`, {session: TRIP}));
  });
  store.transact(() => {
    store.sessions.put(aSession({key: FORK}));
    store.sessions.moveMessages(TRIP, FORK, noon);
  });
  const shown = (key: SessionKey) => store.messages.page(key, {limit: 2_000}).messages.length;
  expect([store.sessions.counts(TRIP).messages, store.sessions.counts(FORK).messages]).toEqual([0, 1_200]);
  store.transact(store.sessions.work.doSome);
  expect([shown(TRIP), shown(FORK)]).toEqual([0, 500]);
  store.messages.add(aMessage('new', {session: TRIP}));
  finishWork(store);
  expect([shown(TRIP), shown(FORK)]).toEqual([1, 1_200]);
});
