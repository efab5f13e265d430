import {expect, test} from 'vitest';
import {createOutbox} from '../../../../src/daemon/delivery/outbox.ts';
import {createAnswerReminder} from '../../../../src/daemon/flows/reminders/answer-reminder.ts';
import type {ChatAnswer} from '../../../../src/daemon/ports/channel.ts';
import type {Store} from '../../../../src/daemon/ports/store.ts';
import {resolveWhen} from '../../../../src/daemon/schedule/moments/human-time.ts';
import {createSessionIndex} from '../../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../../src/daemon/sessions/session-registry.ts';
import {randomIds} from '../../../../src/daemon/system/random-ids.ts';
import type {Delivery} from '../../../../src/shared/records/delivery.ts';
import type {DeliveryId} from '../../../../src/shared/records/ids.ts';
import type {Reminder} from '../../../../src/shared/records/jobs.ts';
import {DAY, HOUR, MINUTE} from '../../../../src/shared/time/time.ts';
import {type FakeClock, fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {aDelivery, aReminder, aRun, noon, openTestStore} from '../../store/store-house.ts';

const CHAT = 'signal:alice-uuid';

test('"done" after a reminder ends it, and says so', async () => {
  using house = openChat();
  expect(await house.say('done')).toBe('taken');
  expect(house.reminder('1')).toMatchObject({state: 'done'});
  expect(house.answers()).toEqual(['Done: “reminder 1”.']);
  expect(house.events()).toEqual([
    'reminder.done',
    'message.added',
    'message.added',
    'delivery.queued',
    'session.updated',
  ]);
});

test('a time of another place is confirmed in both zones', async () => {
  using house = openChat();
  expect(await house.say('snooze until 9am Tokyo time')).toBe('taken');
  expect(house.answers()).toEqual(['Snoozed: “reminder 1” comes back tomorrow 01:00 (09:00 Tokyo time, UTC+9).']);
});

test('"snooze 10m" brings it back in ten minutes, in words of its own zone', async () => {
  using house = openChat();
  expect(await house.say('snooze 10m')).toBe('taken');
  expect(house.reminder('1')).toMatchObject({state: 'pending', fireAt: noon + 10 * MINUTE});
  expect(house.reminder('1')).not.toHaveProperty('firedAt');
  expect(house.answers()).toEqual(['Snoozed: “reminder 1” comes back today 12:10.']);
});

test('"remind me again in an hour" is a snooze', async () => {
  using house = openChat();
  expect(await house.say('remind me again in an hour')).toBe('taken');
  expect(house.reminder('1')).toMatchObject({state: 'pending', fireAt: noon + HOUR});
});

test('a reply to an older one is about that one', async () => {
  using house = openChat();
  house.told('2');
  expect(await house.say('done', {to: 'dlv_1'})).toBe('taken');
  expect([house.reminder('1').state, house.reminder('2').state]).toEqual(['done', 'fired']);
});

test('without pointing it is about the newest', async () => {
  using house = openChat();
  house.told('2');
  await house.say('done');
  expect([house.reminder('1').state, house.reminder('2').state]).toEqual(['fired', 'done']);
});

test.each([
  ['👍', 'done'],
  ['✅', 'done'],
  ['⏰', 'pending'],
  ['💤', 'pending'],
])('the reaction %s makes it %s', async (emoji, state) => {
  using house = openChat();
  expect(await house.react(emoji)).toBe('taken');
  expect(house.reminder('1').state).toBe(state);
  expect(house.answers()).toHaveLength(1);
});

test('another reaction, and one taken back, change nothing', async () => {
  using house = openChat();
  expect(await house.react('❤️')).toBe('not-ours');
  expect(await house.react('👍', {removed: true})).toBe('not-ours');
  expect(house.reminder('1').state).toBe('fired');
});

test('the same answer twice is acted on once, also side by side', async () => {
  using house = openChat();
  const twice = await Promise.all([house.say('snooze 1h'), house.say('snooze 1h')]);
  await house.clock.advance(5 * MINUTE);
  expect([...twice, await house.say('snooze 1h')]).toEqual(['taken', 'taken', 'taken']);
  expect(house.reminder('1').fireAt).toBe(noon + HOUR);
  expect(house.answers()).toHaveLength(1);
});

test('what is done already, or was cancelled, is kindly said to be so', async () => {
  using house = openChat();
  await house.say('done');
  await house.say('snooze 1h', {to: 'dlv_1', key: 'second'});
  house.store.reminders.update({...house.reminder('1'), state: 'cancelled'});
  await house.say('done', {to: 'dlv_1', key: 'third'});
  expect(house.answers().slice(1)).toEqual([
    '“reminder 1” is done already, so nothing has changed.',
    '“reminder 1” was cancelled meanwhile, so nothing has changed.',
  ]);
  expect(house.reminder('1').state).toBe('cancelled');
});

test('somebody else’s word does not count, that of somebody with full trust does', async () => {
  using house = openChat();
  expect(await house.say('done', {user: 'bob', trust: 'inner'})).toBe('not-ours');
  expect(house.reminder('1').state).toBe('fired');
  expect(await house.say('done', {user: 'bob', trust: 'full'})).toBe('taken');
});

test('once something else was said, or half a day is over, plain words are for the agent; pointing still works', async () => {
  using house = openChat();
  await house.clock.advance(12 * HOUR + 1);
  expect(await house.say('done')).toBe('not-ours');
  house.told('2');
  house.store.ledger.note({address: CHAT, way: 'out', at: house.clock.now(), id: 'dlv_reply'});
  expect(await house.say('done')).toBe('not-ours');
  expect(await house.say('done', {to: 'dlv_1'})).toBe('taken');
});

test('a time that nobody understands is for the agent', async () => {
  using house = openChat();
  expect(await house.say('snooze until the cows come home')).toBe('not-ours');
  expect(house.answers()).toEqual([]);
});

test('the confirmation can be answered too', async () => {
  using house = openChat();
  await house.say('snooze 10m');
  house.sendAll();
  await house.say('done', {key: 'second'});
  expect(house.reminder('1').state).toBe('done');
});

test('the conversation knows of it', async () => {
  using house = openChat();
  await house.say('done');
  const said = house.store.messages.context(`rooster:dm:${CHAT}`);
  expect(said.map(({role, text}) => [role, text])).toEqual([
    ['user', 'done'],
    ['assistant', 'Done: “reminder 1”.'],
  ]);
});

test('one that nagged is quiet once it is answered', async () => {
  using house = openChat();
  house.store.reminders.update({...house.reminder('1'), nagMs: HOUR, nextNagAt: noon + DAY});
  await house.say('done');
  expect(house.store.reminders.nextNagAt()).toBeUndefined();
});

type Chat = Disposable & {
  readonly store: Store;
  readonly clock: FakeClock;
  /** A reminder of this number fired, and its words were accepted. */
  readonly told: (number: string) => void;
  readonly say: (text: string, over?: Over) => Promise<'taken' | 'not-ours'>;
  readonly react: (emoji: string, over?: {removed?: boolean}) => Promise<'taken' | 'not-ours'>;
  readonly reminder: (number: string) => Reminder;
  /** What was put into the outbox in answer. */
  readonly answers: () => readonly string[];
  readonly sendAll: () => void;
  readonly events: () => readonly string[];
};
type Over = {to?: DeliveryId; key?: string; user?: string; trust?: ChatAnswer['trust']};

const openChat = (): Chat => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const ids = randomIds();
  const events: string[] = [];
  const take = createAnswerReminder({
    clock,
    ids,
    log: memoryLog(),
    store,
    outbox: createOutbox({clock, ids, store}),
    index: createSessionIndex({store, sessions: createSessions()}),
    resolveWhen,
    reschedule: () => {},
  });
  const told = (number: string): void => {
    const runId = `run_${number}` as const;
    store.runs.claim(aRun(number, {kind: 'reminder', name: `rem_${number}`}));
    store.reminders.add(aReminder(number, {state: 'fired', fireAt: clock.now(), firedAt: clock.now(), runId}));
    sent(aDelivery(number, {runId, key: `${runId}@${CHAT}`}));
  };
  const sent = (delivery: Delivery): void => {
    store.deliveries.add(delivery);
    store.deliveries.update({...delivery, state: 'sent', sentAt: clock.now()});
    store.ledger.note({address: CHAT, way: 'out', at: clock.now(), id: delivery.id});
  };
  const from = ({key = 'first', user = 'alice', trust = 'full'}: Over) =>
    ({
      chat: CHAT,
      session: `rooster:dm:${CHAT}`,
      user,
      trust,
      at: clock.now(),
      key,
    }) as const;
  told('1');
  store.onCommitted(batch => events.push(...batch.map(({type}) => type)));
  const queued = () => store.deliveries.list({state: 'queued', limit: 10}).toReversed();
  return {
    store,
    clock,
    told,
    say: (text, over = {}) =>
      take({...from(over), kind: 'reply', text, ...(over.to === undefined ? {} : {to: over.to})}),
    react: (emoji, {removed = false} = {}) => take({...from({}), kind: 'reaction', emoji, removed, to: 'dlv_1'}),
    reminder: number => {
      const reminder = store.reminders.get(`rem_${number}`);
      if (reminder === undefined) throw new Error(`no reminder ${number}`);
      return reminder;
    },
    answers: () => queued().map(({text}) => text),
    sendAll: () => {
      for (const delivery of queued()) {
        store.deliveries.update({...delivery, state: 'sent', sentAt: clock.now()});
        store.ledger.note({address: CHAT, way: 'out', at: clock.now(), id: delivery.id});
      }
    },
    events: () => events,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
};
