// The events of one transaction share a row, which readers must not notice.
import {expect, test} from 'vitest';
import type {Store} from '../../../src/daemon/ports/store.ts';
import {MIGRATIONS} from '../../../src/daemon/store/database/migrations.ts';
import {openDatabase} from '../../../src/daemon/store/database/open-database.ts';
import {DAY} from '../../../src/shared/time/time.ts';
import {aFact, aMessage, aReminder, forgotten, noon, openTestStore, recordingLog, tempFolder} from './store-fixture.ts';

const tell = (store: Store, ...causes: readonly string[]): void =>
  store.transact(emit => {
    for (const cause of causes) emit(aFact(cause));
  });
const causesAfter = (store: Store, since: number, limit: number) =>
  store.events.after(since, limit)?.map(({cause}) => cause);
const causesBefore = (store: Store, seq: number, limit: number) => {
  const {events, more} = store.events.before(seq, limit);
  return [events.map(({cause}) => cause), more];
};
const numbers = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => `${from + index}`);

test('any range of events can be read, wherever transactions begin and end, even after a restart', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const check = (store: Store): void => {
    expect(store.events.seq).toBe(357);
    for (const since of [0, 1, 2, 5, 55, 57, 155, 156, 256, 257, 300, 356, 357]) {
      for (const limit of [1, 2, 99, 100, 101, 500]) {
        const to = Math.min(357, since + limit);
        expect(causesAfter(store, since, limit)).toEqual(numbers(since + 1, to));
        const from = Math.max(1, since - limit);
        expect(causesBefore(store, since, limit)).toEqual([since > 1 ? numbers(from, since - 1) : [], from > 1]);
      }
    }
    expect(causesBefore(store, 9_999, 3)).toEqual([numbers(355, 357), true]);
  };
  {
    using store = openTestStore({path});
    for (const [from, to] of [
      [1, 1],
      [2, 5],
      [6, 256],
      [257, 257],
      [258, 357],
    ] as const)
      tell(store, ...numbers(from, to));
    check(store);
  }
  using store = openTestStore({path});
  check(store);
});

test('an undone part of a transaction leaves no gap among its events', () => {
  using store = openTestStore();
  store.transact(emit => {
    emit(aFact('first'));
    expect(() =>
      store.transact(inner => {
        inner(aFact('undone'));
        throw new Error('undone');
      }),
    ).toThrow('undone');
    emit(aFact('second'));
  });
  expect(store.events.after(0, 9)?.map(({seq, cause}) => [seq, cause])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ]);
});

const said = (store: Store): readonly string[] =>
  store.events.after(0, 99)?.flatMap(event => (event.type === 'message.added' ? [event.message.text] : [])) ?? [];

test('forgetting a message clears its text in events of the same transaction, and no other message', () => {
  using store = openTestStore();
  store.transact(emit => {
    for (const id of ['1', '2']) {
      const message = store.messages.add(aMessage(id, {text: `the secret of ${id}`}));
      emit({type: 'message.added', session: message.session, message});
    }
    store.messages.forget('msg_1', forgotten('(taken back)'));
  });
  expect(said(store)).toEqual(['(taken back)', 'the secret of 2']);
});

test('an undone forget changes nothing', () => {
  using store = openTestStore();
  store.transact(emit => {
    const message = store.messages.add(aMessage('1', {text: 'still said'}));
    emit({type: 'message.added', session: message.session, message});
    expect(() =>
      store.transact(inner => {
        store.messages.forget('msg_1', forgotten('(taken back)'));
        inner(aFact('undone'));
        throw new Error('undone');
      }),
    ).toThrow('undone');
    emit(aFact('second'));
  });
  expect(said(store)).toEqual(['still said']);
  expect(causesAfter(store, 1, 9)).toEqual(['second']);
});

test('the events of one among a hundred reminders of a transaction are found', async () => {
  using store = openTestStore();
  store.transact(emit => {
    for (let number = 1; number <= 100; number += 1) {
      const reminder = store.reminders.add(aReminder(`${number}.`));
      emit({type: 'reminder.set', session: reminder.sourceSession, cause: reminder.id, reminder});
    }
  });
  expect((await store.events.about(['rem_7.'])).map(({seq}) => seq)).toEqual([7]);
  expect((await store.events.about(['rem_7.', 'rem_99.'])).map(({seq}) => seq)).toEqual([7, 99]);
  expect(await store.events.about([])).toEqual([]);
  // From an instant on; earlier events aren't scanned.
  expect(await store.events.about(['rem_7.'], noon)).toHaveLength(1);
  expect(await store.events.about(['rem_7.'], noon + DAY)).toEqual([]);
});

test('events stored one by one are read together with batched ones', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using old = openDatabase({path, log: recordingLog(), migrations: MIGRATIONS.slice(0, 1)});
    for (const seq of [1, 2]) {
      const event = {
        seq,
        at: new Date(noon).toISOString(),
        type: 'session.reset',
        session: 'rooster:main',
        cause: `${seq}`,
      };
      old.query('INSERT INTO events (seq, lines) VALUES (?, ?)').run(seq, JSON.stringify(event));
    }
  }
  using store = openTestStore({path});
  tell(store, '3', '4');
  expect(causesAfter(store, 0, 9)).toEqual(['1', '2', '3', '4']);
  expect(causesBefore(store, 4, 2)).toEqual([['2', '3'], true]);
});

test('a corrupt row of events reads as lost, and events before and after it stay readable', () => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  {
    using store = openTestStore({path});
    tell(store, '1', '2');
    tell(store, '3', '4');
    tell(store, '5');
  }
  {
    using database = openDatabase({path, log: recordingLog()});
    database.query('UPDATE events SET lines = substr(lines, 9) WHERE seq = 4').run();
  }
  using store = openTestStore({path});
  expect(causesAfter(store, 0, 2)).toEqual(['1', '2']);
  const types = ['session.reset', 'session.reset', 'event.lost', 'session.reset', 'session.reset'];
  expect(store.events.after(0, 9)?.map(({type}) => type)).toEqual(types);
  expect(store.events.before(6, 5).events.map(({type}) => type)).toEqual(types);
  expect(causesAfter(store, 4, 9)).toEqual(['5']);
  tell(store, '6');
  expect(causesBefore(store, 7, 1)).toEqual([['6'], true]);
});
