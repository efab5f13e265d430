import {expect, test} from 'vitest';
import type {Store} from '../../../src/daemon/ports/store.ts';
import type {Reminder} from '../../../src/shared/records/jobs/jobs.ts';
import {HOUR, SECOND} from '../../../src/shared/time/time.ts';
import {aReminder, aRun, noon, openTestStore, tempFolder} from './store-fixture.ts';

const ids = (reminders: readonly Reminder[]) => reminders.map(({id}) => id);
const pendingOf = (store: Store, user: string) => ids(store.reminders.list({user, state: 'pending', limit: 100}));
const overdue = aReminder('past', {fireAt: noon - 10 * SECOND});

/** The seed's `take_due` in one step: they are no longer pending, and (unlike there) not lost. */
const claimDue = (store: Store, now: number) =>
  store.transact(() => {
    const due = store.reminders.due(now, 100);
    for (const reminder of due) store.reminders.update({...reminder, state: 'firing', firedAt: now});
    return due;
  });

const cancel = (store: Store, id: Reminder['id']): boolean =>
  store.transact(() => {
    const reminder = store.reminders.get(id);
    if (reminder?.state !== 'pending') return false;
    store.reminders.update({...reminder, state: 'cancelled'});
    return true;
  });

// The seed's tests of its store.

test('add and list: an added reminder is listed for its user', () => {
  using store = openTestStore();
  store.reminders.add(aReminder('1'));
  expect(store.reminders.list({user: 'alice', limit: 100})).toEqual([aReminder('1')]);
});

test('a reminder persists to disk and survives a reload', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.reminders.add(aReminder('persist'));
  }
  using store = openTestStore({path});
  expect(pendingOf(store, 'alice')).toEqual(['rem_persist']);
});

test('cancelling persists to disk', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.reminders.add(aReminder('1'));
    store.reminders.add(aReminder('2', {fireAt: noon + 2 * HOUR}));
    expect(cancel(store, 'rem_1')).toBe(true);
  }
  using store = openTestStore({path});
  expect(pendingOf(store, 'alice')).toEqual(['rem_2']);
});

test('claiming due reminders persists to disk', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.reminders.add(overdue);
    store.reminders.add(aReminder('future'));
    expect(ids(claimDue(store, noon))).toEqual(['rem_past']);
  }
  using store = openTestStore({path});
  expect(pendingOf(store, 'alice')).toEqual(['rem_future']);
});

test('a new file has no reminders', () => {
  using home = tempFolder();
  using store = openTestStore({path: home.in('rooster.db')});
  expect(store.reminders.nextFireAt()).toBeUndefined();
  expect(store.reminders.list({limit: 10})).toEqual([]);
});

test('claiming due reminders leaves only future ones', () => {
  using store = openTestStore();
  store.reminders.add(overdue);
  store.reminders.add(aReminder('future'));
  expect(ids(claimDue(store, noon))).toEqual(['rem_past']);
  expect(pendingOf(store, 'alice')).toEqual(['rem_future']);
  expect(claimDue(store, noon)).toEqual([]);
});

test('cancelling removes the reminder with that id', () => {
  using store = openTestStore();
  store.reminders.add(aReminder('1'));
  expect(cancel(store, 'rem_1')).toBe(true);
  expect(store.reminders.list({user: 'alice', limit: 100})).toEqual([]);
});

test('cancelling an unknown id returns false', () => {
  using store = openTestStore();
  expect(cancel(store, 'rem_nonexistent')).toBe(false);
  expect(() => store.reminders.update(aReminder('nonexistent'))).toThrow('No reminder rem_nonexistent.');
});

test('the next fire time is the earliest one', () => {
  using store = openTestStore();
  expect(store.reminders.nextFireAt()).toBeUndefined();
  store.reminders.add(aReminder('1', {fireAt: noon + 2 * HOUR}));
  store.reminders.add(aReminder('2', {fireAt: noon + HOUR}));
  expect(store.reminders.nextFireAt()).toBe(noon + HOUR);
});

test('a list filters by user', () => {
  using store = openTestStore();
  store.reminders.add(aReminder('alice'));
  store.reminders.add(aReminder('bob', {user: 'bob'}));
  expect(pendingOf(store, 'alice')).toEqual(['rem_alice']);
});

// Rooster's additions.

test('every field reads back as written, and absent fields stay absent', () => {
  using store = openTestStore();
  const whole = aReminder('whole', {
    message: 'Zähne putzen 🦷\n"quoted"\tand \\ all',
    mode: 'verbatim',
    delivery: ['signal:alice-uuid', 'terminal:default'],
    state: 'fired',
    firedAt: noon + HOUR,
    runId: 'run_1',
  });
  const {user: _, ...nobodys} = aReminder('nobodys');
  store.reminders.add(whole);
  store.reminders.add(nobodys);
  expect(store.reminders.get('rem_whole')).toEqual(whole);
  expect(store.reminders.get('rem_nobodys')).toEqual(nobodys);
});

test('due reminders come earliest first, then in order of creation, up to the limit', () => {
  using store = openTestStore();
  for (const [id, fireAt] of [
    ['c', noon],
    ['a', noon - 2],
    ['d', noon],
    ['late', noon + 1],
    ['b', noon - 1],
  ] as const) {
    store.reminders.add(aReminder(id, {fireAt}));
  }
  expect(ids(store.reminders.due(noon, 100))).toEqual(['rem_a', 'rem_b', 'rem_c', 'rem_d']);
  expect(ids(store.reminders.due(noon, 2))).toEqual(['rem_a', 'rem_b']);
});

test('instants sort correctly from the year 0 to 9999; others are refused', () => {
  using store = openTestStore();
  const far = [Date.UTC(9999, 11, 31), Date.UTC(2056, 10, 21), 0, Date.UTC(1969, 0, 1), noon];
  for (const [index, fireAt] of far.entries()) store.reminders.add(aReminder(String(index), {fireAt}));
  expect(store.reminders.list({limit: 10}).map(({fireAt}) => fireAt)).toEqual([...far].sort((a, b) => a - b));
  expect(() => store.reminders.add(aReminder('never', {fireAt: Date.UTC(10000, 0, 1)}))).toThrow('years 0 to 9999');
  expect(() => store.reminders.add(aReminder('nan', {fireAt: Number.NaN}))).toThrow('years 0 to 9999');
});

test('a list without a state has pending and firing reminders, earliest first', () => {
  using store = openTestStore();
  store.reminders.add(aReminder('later', {fireAt: noon + 2 * HOUR}));
  store.reminders.add(aReminder('soon', {fireAt: noon + HOUR}));
  store.reminders.add(aReminder('now', {fireAt: noon, state: 'firing'}));
  store.reminders.add(aReminder('gone', {fireAt: noon, state: 'cancelled'}));
  store.reminders.add(aReminder('bobs', {fireAt: noon + 1, user: 'bob'}));
  expect(ids(store.reminders.list({limit: 10}))).toEqual(['rem_now', 'rem_bobs', 'rem_soon', 'rem_later']);
  expect(ids(store.reminders.list({limit: 2}))).toEqual(['rem_now', 'rem_bobs']);
  expect(ids(store.reminders.list({user: 'alice', limit: 10}))).toEqual(['rem_now', 'rem_soon', 'rem_later']);
  expect(ids(store.reminders.list({state: 'firing', limit: 10}))).toEqual(['rem_now']);
});

test('a short list of ended reminders has the latest ones, earliest first', () => {
  using store = openTestStore();
  for (const hour of [1, 2, 3, 4]) {
    store.reminders.add(aReminder(String(hour), {fireAt: noon + hour * HOUR, state: 'fired'}));
  }
  expect(ids(store.reminders.list({state: 'fired', limit: 2}))).toEqual(['rem_3', 'rem_4']);
  expect(ids(store.reminders.list({state: 'fired', user: 'alice', limit: 3}))).toEqual(['rem_2', 'rem_3', 'rem_4']);
  expect(store.reminders.list({state: 'done', limit: 3})).toEqual([]);
});

test('pending reminders are counted, for everyone and for one user', () => {
  using store = openTestStore();
  expect(store.reminders.countPending()).toBe(0);
  store.reminders.add(aReminder('1'));
  store.reminders.add(aReminder('2', {user: 'bob'}));
  store.reminders.add(aReminder('3', {state: 'firing'}));
  expect([store.reminders.countPending(), store.reminders.countPending('alice')]).toEqual([2, 1]);
  cancel(store, 'rem_1');
  expect([store.reminders.countPending(), store.reminders.countPending('alice')]).toEqual([1, 0]);
});

test('a reminder moved back to pending is due at its new instant', () => {
  using store = openTestStore();
  store.reminders.add(aReminder('1', {state: 'fired', firedAt: noon}));
  const {firedAt: _, ...snoozed} = aReminder('1', {fireAt: noon + 10});
  store.reminders.update(snoozed);
  expect(store.reminders.due(noon + 9, 10)).toEqual([]);
  expect(store.reminders.due(noon + 10, 10)).toEqual([snoozed]);
  expect(store.reminders.nextFireAt()).toBe(noon + 10);
});

test('a repeating nag is found by its time, and not once the reminder is over', () => {
  using store = openTestStore();
  const nagging = aReminder('1', {state: 'fired', nagMs: HOUR, nags: 2, nextNagAt: noon + HOUR});
  store.reminders.add(nagging);
  store.reminders.add(aReminder('2', {state: 'fired'}));
  expect(store.reminders.get('rem_1')).toEqual(nagging);
  expect(store.reminders.nextNagAt()).toBe(noon + HOUR);
  expect(store.reminders.dueNags(noon + HOUR - 1, 10)).toEqual([]);
  expect(store.reminders.dueNags(noon + HOUR, 10)).toEqual([nagging]);
  const {nextNagAt: _, ...done} = nagging;
  store.reminders.update({...done, state: 'done'});
  expect(store.reminders.nextNagAt()).toBeUndefined();
});

test('ended reminders are pruned by count and age; pending ones, and those with a kept run, stay', () => {
  using store = openTestStore();
  const at = (index: number) => noon + index * HOUR;
  for (const [index, state] of (['pending', 'fired', 'fired', 'fired', 'done', 'cancelled'] as const).entries()) {
    store.reminders.add(aReminder(String(index), {state, fireAt: at(index)}));
  }
  store.runs.claim(aRun('1', {kind: 'reminder', name: 'rem_1', scheduledFor: at(1), startedAt: at(1), status: 'ran'}));
  const left = () => Array.from({length: 6}, (_, index) => store.reminders.get(`rem_${index}`)?.id).filter(Boolean);
  store.reminders.prune({keep: 1, before: 0, limit: 10});
  expect(left()).toEqual(['rem_0', 'rem_1', 'rem_3', 'rem_4', 'rem_5']);
  store.reminders.prune({keep: 9, before: at(5), limit: 10});
  expect(left()).toEqual(['rem_0', 'rem_1', 'rem_5']);
});

test('the reminders of all users are listed by time, across users', () => {
  using store = openTestStore();
  const {user: _, ...nobodys} = aReminder('nobodys', {fireAt: noon + 2});
  store.reminders.add(aReminder('late', {user: 'alice', fireAt: noon + 3}));
  store.reminders.add(aReminder('first of one instant', {user: 'carol', fireAt: noon + 1}));
  store.reminders.add(aReminder('second of one instant', {user: 'bob', fireAt: noon + 1}));
  store.reminders.add(nobodys);
  const inOrder = ['rem_first of one instant', 'rem_second of one instant', 'rem_nobodys', 'rem_late'];
  expect(ids(store.reminders.list({limit: 10}))).toEqual(inOrder);
  expect(ids(store.reminders.due(noon + 9, 3))).toEqual(inOrder.slice(0, 3));
  expect(store.reminders.nextFireAt()).toBe(noon + 1);
  for (const reminder of store.reminders.due(noon + 9, 10)) store.reminders.update({...reminder, state: 'fired'});
  expect(ids(store.reminders.list({state: 'fired', limit: 2}))).toEqual(inOrder.slice(2));
  expect(store.reminders.nextFireAt()).toBeUndefined();
});

test('ended reminders are pruned from the earliest, across users', () => {
  using store = openTestStore();
  for (const [index, user] of ['alice', 'bob', 'alice', 'bob'].entries())
    store.reminders.add(aReminder(`${index}`, {user, state: 'done', fireAt: noon + index}));
  store.reminders.prune({keep: 3, before: noon, limit: 10});
  expect(ids(store.reminders.list({state: 'done', limit: 10}))).toEqual(['rem_1', 'rem_2', 'rem_3']);
  store.reminders.prune({keep: 3, before: noon + 3, limit: 1});
  expect(ids(store.reminders.list({state: 'done', limit: 10}))).toEqual(['rem_2', 'rem_3']);
});

test('pending reminders are found by their text in any case, earliest first', () => {
  using store = openTestStore();
  store.reminders.add(aReminder('late', {message: 'Dentist, 50% off_', fireAt: noon + 3 * HOUR}));
  store.reminders.add(aReminder('bobs', {message: 'the DENTIST', user: 'bob', fireAt: noon + HOUR}));
  store.reminders.add(aReminder('over', {message: 'dentist', state: 'fired'}));
  store.reminders.add(aReminder('other', {message: 'tea'}));
  store.reminders.add(aReminder('umlaut', {message: 'call the Österreich office'}));
  const found = (text: string, of = {}): readonly string[] => ids(store.reminders.list({text, limit: 9, ...of}));
  expect(found('dentist')).toEqual(['rem_bobs', 'rem_late']);
  expect(found('Dentist', {user: 'alice'})).toEqual(['rem_late']);
  expect(found('dentist', {limit: 1})).toEqual(['rem_bobs']);
  expect(found('dentist', {state: 'fired'})).toEqual(['rem_over']);
  expect(found('50% off_')).toEqual(['rem_late']);
  expect(found('%')).toEqual(['rem_late']);
  for (const text of ['Österreich', 'österreich', 'ÖSTERREICH']) expect(found(text)).toEqual(['rem_umlaut']);
});

test('reminder owners are known at creation, after an edit and after a restart', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    store.reminders.add(aReminder('alice', {state: 'done'}));
    store.reminders.add(aReminder('bob', {user: 'bob', fireAt: noon + 2}));
  }
  using store = openTestStore({path});
  expect(store.reminders.nextFireAt()).toBe(noon + 2);
  store.reminders.add(aReminder('carol', {user: 'carol', fireAt: noon + 1}));
  expect(ids(store.reminders.due(noon + 9, 9))).toEqual(['rem_carol', 'rem_bob']);
  store.reminders.update(aReminder('bob', {user: 'dora', fireAt: noon}));
  expect(ids(store.reminders.due(noon + 9, 9))).toEqual(['rem_bob', 'rem_carol']);
});
