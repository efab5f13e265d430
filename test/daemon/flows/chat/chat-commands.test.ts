import {describe, expect, test} from 'vitest';
import {createOutbox} from '../../../../src/daemon/delivery/outbox.ts';
import {createChatCommands, readCommand} from '../../../../src/daemon/flows/chat/chat-commands.ts';
import {GatewayError} from '../../../../src/shared/records/gateway-error.ts';
import type {Reminder} from '../../../../src/shared/records/jobs.ts';
import {MINUTE} from '../../../../src/shared/time/time.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {aReminder, aSession, openTestStore} from '../../store/store-house.ts';

const ALICE = {
  chat: 'signal:alice-uuid',
  session: 'rooster:dm:signal:alice-uuid',
  user: 'alice',
  trust: 'full',
  key: 'm1',
} as const;

const house = (fired: readonly Reminder[] = []) => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const done: string[] = [];
  const snoozed: unknown[] = [];
  const tended: string[] = [];
  const commands = createChatCommands({
    store,
    clock,
    outbox: createOutbox({clock, ids: countingIds(), store}),
    reminderService: {
      list: ({state}) => (state === 'fired' ? fired : []),
      done: async id => {
        done.push(id);
        return aReminder('1');
      },
      snooze: async (id, moment) => {
        if (moment.when === 'soonish') throw new GatewayError('invalid', '"soonish" is no time.');
        snoozed.push([id, moment.when]);
        return aReminder('1', {fireAt: clock.now() + 10 * MINUTE, message: 'stretch'});
      },
    },
    sessionService: {
      stop: session => tended.push(`stop ${session}`),
      reset: async session => void tended.push(`reset ${session}`),
    },
    zoneOf: () => 'Europe/Berlin',
    status: () => ['Up for 1 minute.'],
  });
  return {
    store,
    commands,
    done,
    snoozed,
    tended,
    answers: () =>
      store.deliveries
        .list({limit: 10})
        .map(({text}) => text)
        .reverse(),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
};

describe('what is a command', () => {
  test.for([
    ['/help', {name: 'help', rest: ''}],
    ['  /Snooze 20 m ', {name: 'snooze', rest: '20 m'}],
    ['/remidners', {unknown: 'remidners', near: 'reminders'}],
    ['/stpo', {unknown: 'stpo', near: 'stop'}],
    ['/st', {unknown: 'st', near: 'status'}],
    ['/don', {unknown: 'don', near: 'done'}],
    ['/shrug', undefined],
    ['/etc/hosts', undefined],
    ['and/or', undefined],
    ['help', undefined],
  ] as const)('%s', ([words, command]) => {
    expect(readCommand(words)).toEqual(command);
  });
});

test('a command is answered where it was given, once for each message', async () => {
  using by = house();
  expect(await by.commands.perform('/status', ALICE)).toBe(true);
  expect(await by.commands.perform('/status', ALICE)).toBe(true);
  expect(await by.commands.perform('how are you?', ALICE)).toBe(false);
  expect(by.answers()).toEqual(['Up for 1 minute.']);
});

test('done and snooze are for the reminder that came last', async () => {
  using by = house([aReminder('1', {firedAt: 1}), aReminder('2', {firedAt: 2})]);
  await by.commands.perform('/done', ALICE);
  await by.commands.perform('/snooze', {...ALICE, key: 'm2'});
  await by.commands.perform('/snooze tomorrow 9am', {...ALICE, key: 'm3'});
  await by.commands.perform('/snooze soonish', {...ALICE, key: 'm4'});
  expect(by.done).toEqual(['rem_2']);
  expect(by.snoozed).toEqual([
    ['rem_2', '10 minutes'],
    ['rem_2', 'tomorrow 9am'],
  ]);
  expect(by.answers().slice(1)).toEqual([
    'Snoozed until today 12:10 CET: stretch',
    'Snoozed until today 12:10 CET: stretch',
    '"soonish" is no time.',
  ]);
});

test('without a reminder to answer, that is said', async () => {
  using by = house();
  await by.commands.perform('/done', ALICE);
  expect(by.answers()).toEqual(['No reminder waits for an answer.']);
});

test('in a group nobody may do what only a direct chat allows', async () => {
  using by = house();
  const inGroup = {
    ...ALICE,
    chat: 'signal:group:AAEC=',
    session: 'rooster:group:signal:AAEC=',
    trust: 'familiar',
  } as const;
  await by.commands.perform('/new', inGroup);
  await by.commands.perform('/help', {...inGroup, key: 'm2'});
  const [refusal, help = ''] = by.answers();
  expect(refusal).toBe('/new works only in a direct chat.');
  expect(help).toContain('/stop');
  expect(help).not.toContain('/new');
  expect(by.tended).toEqual([]);
});

test('stop and new tend to the conversation, where there is one', async () => {
  using by = house();
  await by.commands.perform('/stop', ALICE);
  by.store.sessions.put(aSession({key: ALICE.session}));
  await by.commands.perform('/stop', {...ALICE, key: 'm2'});
  await by.commands.perform('/new', {...ALICE, key: 'm3'});
  expect(by.tended).toEqual([`stop ${ALICE.session}`, `reset ${ALICE.session}`]);
  expect(by.answers()).toEqual(['Nothing is running here.', 'Stopped.', 'A new conversation begins. Reminders stay.']);
});
