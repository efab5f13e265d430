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
import type {Delivery} from '../../../../src/shared/records/delivery/delivery.ts';
import type {DeliveryId} from '../../../../src/shared/records/ids.ts';
import type {Reminder} from '../../../../src/shared/records/jobs/jobs.ts';
import {DAY, HOUR, MINUTE} from '../../../../src/shared/time/time.ts';
import {type FakeClock, fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {testCore} from '../../../support/test-core.ts';
import {aDelivery, aReminder, aRun, noon, openTestStore} from '../../store/store-fixture.ts';

const CHAT = 'signal:alice-uuid';

test('"done" after a reminder ends it, and confirms that', async () => {
  using fixture = openChat();
  expect(await fixture.say('done')).toBe('taken');
  expect(fixture.reminder('1')).toMatchObject({state: 'done'});
  expect(fixture.answers()).toEqual(['Done: "reminder 1".']);
  expect(fixture.events()).toEqual([
    'reminder.done',
    'session.updated',
    'message.added',
    'message.added',
    'delivery.queued',
    'session.updated',
  ]);
});

test('a time in another zone is confirmed in both zones', async () => {
  using fixture = openChat();
  expect(await fixture.say('snooze until 9am Tokyo time')).toBe('taken');
  expect(fixture.answers()).toEqual(['Snoozed: "reminder 1" returns tomorrow 01:00 (09:00 Tokyo time, UTC+9).']);
});

test('"snooze 10m" repeats the reminder in ten minutes, confirmed in its own zone', async () => {
  using fixture = openChat();
  expect(await fixture.say('snooze 10m')).toBe('taken');
  expect(fixture.reminder('1')).toMatchObject({state: 'pending', fireAt: noon + 10 * MINUTE});
  expect(fixture.reminder('1')).not.toHaveProperty('firedAt', expect.anything());
  expect(fixture.answers()).toEqual(['Snoozed: "reminder 1" returns today 12:10.']);
});

test('"remind me again in an hour" is a snooze', async () => {
  using fixture = openChat();
  expect(await fixture.say('remind me again in an hour')).toBe('taken');
  expect(fixture.reminder('1')).toMatchObject({state: 'pending', fireAt: noon + HOUR});
});

test('a reply to an older reminder is about that one', async () => {
  using fixture = openChat();
  fixture.told('2');
  expect(await fixture.say('done', {to: 'dlv_1'})).toBe('taken');
  expect([fixture.reminder('1').state, fixture.reminder('2').state]).toEqual(['done', 'fired']);
});

test('an answer without a quote is about the newest reminder', async () => {
  using fixture = openChat();
  fixture.told('2');
  await fixture.say('done');
  expect([fixture.reminder('1').state, fixture.reminder('2').state]).toEqual(['fired', 'done']);
});

test.each([
  ['done', 'Done: "reminder 3". Next: tomorrow 08:00.'],
  ['skip', 'Skipped: "reminder 3". Next: tomorrow 08:00.'],
])('"%s" ends the open occurrence of a series, and names the next one', async (words, answer) => {
  using fixture = openChat();
  fixture.toldSeries('3');
  expect(await fixture.say(words)).toBe('taken');
  expect(fixture.reminder('3')).toMatchObject({state: 'pending', fireAt: noon + 20 * HOUR});
  expect(fixture.reminder('3')).not.toHaveProperty('occurrence', expect.anything());
  expect(fixture.answers()).toEqual([answer]);
});

test('"snooze 10m" repeats the open occurrence of a series, and the series keeps its time', async () => {
  using fixture = openChat();
  fixture.toldSeries('3');
  expect(await fixture.say('snooze 10m')).toBe('taken');
  expect(fixture.reminder('3')).toMatchObject({
    state: 'pending',
    fireAt: noon + 10 * MINUTE,
    occurrence: {snoozedUntil: noon + 10 * MINUTE},
    next: [noon + 20 * HOUR, noon + 44 * HOUR],
  });
});

test('a snooze beyond the next occurrence is refused with a sentence', async () => {
  using fixture = openChat();
  fixture.toldSeries('3');
  expect(await fixture.say('snooze 2 days')).toBe('taken');
  expect(fixture.answers()[0]).toContain('The next occurrence is tomorrow 08:00.');
  expect(fixture.reminder('3')).toMatchObject({fireAt: noon + 20 * HOUR});
});

test('an answer to an earlier occurrence changes nothing', async () => {
  using fixture = openChat();
  fixture.toldSeries('3');
  fixture.store.reminders.update({...fixture.reminder('3'), runId: 'run_newer'});
  expect(await fixture.say('done')).toBe('taken');
  expect(fixture.answers()).toEqual(['"reminder 3" has fired again since. Nothing changed.']);
});

test('an answer that waited while the daemon was down is about what was sent before it was written', async () => {
  using fixture = openChat();
  const writtenAt = noon + 10 * MINUTE;
  await fixture.clock.advance(HOUR);
  fixture.told('2');
  expect(await fixture.say('done', {writtenAt})).toBe('taken');
  expect([fixture.reminder('1').state, fixture.reminder('2').state]).toEqual(['done', 'fired']);
  expect(await fixture.say('done', {writtenAt: noon - MINUTE, key: 'second'})).toBe('not-ours');
});

test('after a clock was set back, an answer is still about the newest reminder', async () => {
  using fixture = openChat();
  await fixture.clock.advance(HOUR);
  fixture.told('2');
  fixture.clock.set(noon + MINUTE);
  expect(await fixture.say('done', {writtenAt: noon + MINUTE})).toBe('taken');
  expect([fixture.reminder('1').state, fixture.reminder('2').state]).toEqual(['fired', 'done']);
});

test('"skip" for a one-time reminder is for the agent', async () => {
  using fixture = openChat();
  expect(await fixture.say('skip')).toBe('not-ours');
});

test.each([
  ['👍', 'done'],
  ['✅', 'done'],
  ['⏰', 'pending'],
  ['💤', 'pending'],
])('the reaction %s makes the reminder %s', async (emoji, state) => {
  using fixture = openChat();
  expect(await fixture.react(emoji)).toBe('taken');
  expect(fixture.reminder('1').state).toBe(state);
  expect(fixture.answers()).toHaveLength(1);
});

test('another reaction, or a removed one, changes nothing', async () => {
  using fixture = openChat();
  expect(await fixture.react('❤️')).toBe('not-ours');
  expect(await fixture.react('👍', {removed: true})).toBe('not-ours');
  expect(fixture.reminder('1').state).toBe('fired');
});

test('the same answer twice takes effect once, even at the same time', async () => {
  using fixture = openChat();
  const twice = await Promise.all([fixture.say('snooze 1h'), fixture.say('snooze 1h')]);
  await fixture.clock.advance(5 * MINUTE);
  expect([...twice, await fixture.say('snooze 1h')]).toEqual(['taken', 'taken', 'taken']);
  expect(fixture.reminder('1').fireAt).toBe(noon + HOUR);
  expect(fixture.answers()).toHaveLength(1);
});

test('an answer to a done or cancelled reminder gets a kind sentence', async () => {
  using fixture = openChat();
  await fixture.say('done');
  await fixture.say('snooze 1h', {to: 'dlv_1', key: 'second'});
  fixture.store.reminders.update({...fixture.reminder('1'), state: 'cancelled'});
  await fixture.say('done', {to: 'dlv_1', key: 'third'});
  expect(fixture.answers().slice(1)).toEqual([
    '"reminder 1" is already done. Nothing changed.',
    '"reminder 1" was cancelled. Nothing changed.',
  ]);
  expect(fixture.reminder('1').state).toBe('cancelled');
});

test("another person's answer doesn't count, except with full trust", async () => {
  using fixture = openChat();
  expect(await fixture.say('done', {user: 'bob', trust: 'inner'})).toBe('not-ours');
  expect(fixture.reminder('1').state).toBe('fired');
  expect(await fixture.say('done', {user: 'bob', trust: 'full'})).toBe('taken');
});

test('after another message or half a day, an unquoted answer is for the agent; a quote still works', async () => {
  using fixture = openChat();
  await fixture.clock.advance(12 * HOUR + 1);
  expect(await fixture.say('done')).toBe('not-ours');
  fixture.told('2');
  fixture.store.ledger.note({address: CHAT, way: 'out', at: fixture.clock.now(), id: 'dlv_reply'});
  expect(await fixture.say('done')).toBe('not-ours');
  expect(await fixture.say('done', {to: 'dlv_1'})).toBe('taken');
});

test("a time that can't be read is for the agent", async () => {
  using fixture = openChat();
  expect(await fixture.say('snooze until the cows come home')).toBe('not-ours');
  expect(fixture.answers()).toEqual([]);
});

test('the confirmation can be answered too', async () => {
  using fixture = openChat();
  await fixture.say('snooze 10m');
  fixture.sendAll();
  await fixture.say('done', {key: 'second'});
  expect(fixture.reminder('1').state).toBe('done');
});

test('the answer and its confirmation are in the conversation', async () => {
  using fixture = openChat();
  await fixture.say('done');
  const said = fixture.store.messages.context(`rooster:dm:${CHAT}`);
  expect(said.map(({role, text}) => [role, text])).toEqual([
    ['user', 'done'],
    ['assistant', 'Done: "reminder 1".'],
  ]);
});

test('a nagging reminder stops after an answer', async () => {
  using fixture = openChat();
  fixture.store.reminders.update({...fixture.reminder('1'), nagMs: HOUR, nextNagAt: noon + DAY});
  await fixture.say('done');
  expect(fixture.store.reminders.nextNagAt()).toBeUndefined();
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
type Over = {to?: DeliveryId; key?: string; user?: string; trust?: ChatAnswer['trust']; writtenAt?: number};

const openChat = (): Chat => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const ids = randomIds();
  const events: string[] = [];
  const take = createAnswerReminder(
    testCore({
      clock,
      ids,
      log: memoryLog(),
      store,
      outbox: createOutbox({clock, ids, store}),
      index: createSessionIndex({store, sessions: createSessions()}),
      reschedule: () => {},
      times: {instants: createInstants(), resolveWhen},
    }),
  );
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
  const from = ({key = 'first', user = 'alice', trust = 'full', writtenAt}: Over) =>
    ({
      ...(writtenAt !== undefined && {writtenAt}),
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
