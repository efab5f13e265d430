import {expect, test} from 'vitest';
import {createOutbox} from '../../../../src/daemon/delivery/outbox.ts';
import {createAnswerReminder} from '../../../../src/daemon/flows/reminders/answer-reminder.ts';
import type {ChatAnswer} from '../../../../src/daemon/ports/channel.ts';
import type {Store} from '../../../../src/daemon/ports/store.ts';
import {resolveWhen} from '../../../../src/daemon/schedule/moments/human-time.ts';
import {createInstants} from '../../../../src/daemon/schedule/series/instants.ts';
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

test('"done" after a reminder ends it, and confirms that', async () => {
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

test('a time in another zone is confirmed in both zones', async () => {
  using house = openChat();
  expect(await house.say('snooze until 9am Tokyo time')).toBe('taken');
  expect(house.answers()).toEqual(['Snoozed: “reminder 1” returns tomorrow 01:00 (09:00 Tokyo time, UTC+9).']);
});

test('"snooze 10m" repeats the reminder in ten minutes, confirmed in its own zone', async () => {
  using house = openChat();
  expect(await house.say('snooze 10m')).toBe('taken');
  expect(house.reminder('1')).toMatchObject({state: 'pending', fireAt: noon + 10 * MINUTE});
  expect(house.reminder('1')).not.toHaveProperty('firedAt');
  expect(house.answers()).toEqual(['Snoozed: “reminder 1” returns today 12:10.']);
});

test('"remind me again in an hour" is a snooze', async () => {
  using house = openChat();
  expect(await house.say('remind me again in an hour')).toBe('taken');
  expect(house.reminder('1')).toMatchObject({state: 'pending', fireAt: noon + HOUR});
});

test('a reply to an older reminder is about that one', async () => {
  using house = openChat();
  house.told('2');
  expect(await house.say('done', {to: 'dlv_1'})).toBe('taken');
  expect([house.reminder('1').state, house.reminder('2').state]).toEqual(['done', 'fired']);
});

test('an answer without a quote is about the newest reminder', async () => {
  using house = openChat();
  house.told('2');
  await house.say('done');
  expect([house.reminder('1').state, house.reminder('2').state]).toEqual(['fired', 'done']);
});

test.each([
  ['done', 'Done: “reminder 3”. Next: tomorrow 08:00.'],
  ['skip', 'Skipped: “reminder 3”. Next: tomorrow 08:00.'],
])('"%s" ends the open occurrence of a series, and names the next one', async (words, answer) => {
  using house = openChat();
  house.toldSeries('3');
  expect(await house.say(words)).toBe('taken');
  expect(house.reminder('3')).toMatchObject({state: 'pending', fireAt: noon + 20 * HOUR});
  expect(house.reminder('3')).not.toHaveProperty('occurrence');
  expect(house.answers()).toEqual([answer]);
});

test('"snooze 10m" repeats the open occurrence of a series, and the series keeps its time', async () => {
  using house = openChat();
  house.toldSeries('3');
  expect(await house.say('snooze 10m')).toBe('taken');
  expect(house.reminder('3')).toMatchObject({
    state: 'pending',
    fireAt: noon + 10 * MINUTE,
    occurrence: {snoozedUntil: noon + 10 * MINUTE},
    next: [noon + 20 * HOUR, noon + 44 * HOUR],
  });
});

test('a snooze beyond the next occurrence is refused with a sentence', async () => {
  using house = openChat();
  house.toldSeries('3');
  expect(await house.say('snooze 2 days')).toBe('taken');
  expect(house.answers()[0]).toContain('comes next tomorrow 08:00 anyway');
  expect(house.reminder('3')).toMatchObject({fireAt: noon + 20 * HOUR});
});

test('an answer to an earlier occurrence changes nothing', async () => {
  using house = openChat();
  house.toldSeries('3');
  house.store.reminders.update({...house.reminder('3'), runId: 'run_newer'});
  expect(await house.say('done')).toBe('taken');
  expect(house.answers()).toEqual(['“reminder 3” has come again since. Nothing changed.']);
});

test('"skip" for a one-time reminder is for the agent', async () => {
  using house = openChat();
  expect(await house.say('skip')).toBe('not-ours');
});

test.each([
  ['👍', 'done'],
  ['✅', 'done'],
  ['⏰', 'pending'],
  ['💤', 'pending'],
])('the reaction %s makes the reminder %s', async (emoji, state) => {
  using house = openChat();
  expect(await house.react(emoji)).toBe('taken');
  expect(house.reminder('1').state).toBe(state);
  expect(house.answers()).toHaveLength(1);
});

test('another reaction, or a removed one, changes nothing', async () => {
  using house = openChat();
  expect(await house.react('❤️')).toBe('not-ours');
  expect(await house.react('👍', {removed: true})).toBe('not-ours');
  expect(house.reminder('1').state).toBe('fired');
});

test('the same answer twice takes effect once, even at the same time', async () => {
  using house = openChat();
  const twice = await Promise.all([house.say('snooze 1h'), house.say('snooze 1h')]);
  await house.clock.advance(5 * MINUTE);
  expect([...twice, await house.say('snooze 1h')]).toEqual(['taken', 'taken', 'taken']);
  expect(house.reminder('1').fireAt).toBe(noon + HOUR);
  expect(house.answers()).toHaveLength(1);
});

test('an answer to a done or cancelled reminder gets a kind sentence', async () => {
  using house = openChat();
  await house.say('done');
  await house.say('snooze 1h', {to: 'dlv_1', key: 'second'});
  house.store.reminders.update({...house.reminder('1'), state: 'cancelled'});
  await house.say('done', {to: 'dlv_1', key: 'third'});
  expect(house.answers().slice(1)).toEqual([
    '“reminder 1” is already done. Nothing changed.',
    '“reminder 1” was cancelled. Nothing changed.',
  ]);
  expect(house.reminder('1').state).toBe('cancelled');
});

test("another person's answer doesn't count, except with full trust", async () => {
  using house = openChat();
  expect(await house.say('done', {user: 'bob', trust: 'inner'})).toBe('not-ours');
  expect(house.reminder('1').state).toBe('fired');
  expect(await house.say('done', {user: 'bob', trust: 'full'})).toBe('taken');
});

test('after another message or half a day, an unquoted answer is for the agent; a quote still works', async () => {
  using house = openChat();
  await house.clock.advance(12 * HOUR + 1);
  expect(await house.say('done')).toBe('not-ours');
  house.told('2');
  house.store.ledger.note({address: CHAT, way: 'out', at: house.clock.now(), id: 'dlv_reply'});
  expect(await house.say('done')).toBe('not-ours');
  expect(await house.say('done', {to: 'dlv_1'})).toBe('taken');
});

test("a time that can't be read is for the agent", async () => {
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

test('the answer and its confirmation are in the conversation', async () => {
  using house = openChat();
  await house.say('done');
  const said = house.store.messages.context(`rooster:dm:${CHAT}`);
  expect(said.map(({role, text}) => [role, text])).toEqual([
    ['user', 'done'],
    ['assistant', 'Done: “reminder 1”.'],
  ]);
});

test('a nagging reminder stops after an answer', async () => {
  using house = openChat();
  house.store.reminders.update({...house.reminder('1'), nagMs: HOUR, nextNagAt: noon + DAY});
  await house.say('done');
  expect(house.store.reminders.nextNagAt()).toBeUndefined();
});

type Chat = Disposable & {
  readonly store: Store;
  readonly clock: FakeClock;
  /** A reminder with this number fired, and its message was accepted. */
  readonly told: (number: string) => void;
  /** The same for one that comes every day at 08:00. */
  readonly toldSeries: (number: string) => void;
  readonly say: (text: string, over?: Over) => Promise<'taken' | 'not-ours'>;
  readonly react: (emoji: string, over?: {removed?: boolean}) => Promise<'taken' | 'not-ours'>;
  readonly reminder: (number: string) => Reminder;
  /** The texts queued as answers. */
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
    instants: createInstants(),
    clock,
    ids,
    log: memoryLog(),
    store,
    outbox: createOutbox({clock, ids, store}),
    index: createSessionIndex({store, sessions: createSessions()}),
    resolveWhen,
    reschedule: () => {},
  });
  const told = (number: string, over: Partial<Reminder> = {state: 'fired', fireAt: clock.now()}): void => {
    const runId = `run_${number}` as const;
    store.runs.claim(aRun(number, {kind: 'reminder', name: `rem_${number}`}));
    store.reminders.add(aReminder(number, {firedAt: clock.now(), runId, ...over}));
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
    told: number => told(number),
    toldSeries: number => {
      const next = [noon + 20 * HOUR, noon + 44 * HOUR];
      const repeat = {
        rule: 'FREQ=DAILY',
        words: 'every day at 08:00',
        zone: 'Europe/Berlin',
        start: '2026-11-01T08:00:00',
      };
      told(number, {state: 'pending', fireAt: next[0] ?? 0, next, passed: 21, repeat, occurrence: {n: 21, at: noon}});
    },
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
