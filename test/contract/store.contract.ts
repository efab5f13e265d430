// The contract of a store, wherever it keeps its data.
import {expect, test} from 'vitest';
import type {Store} from '../../src/daemon/ports/store.ts';
import type {Log} from '../../src/daemon/ports/system.ts';
import type {GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {
  aDelivery,
  aFact,
  aMessage,
  aReminder,
  aRun,
  aSession,
  noon,
  recordingLog,
} from '../daemon/store/store-fixture.ts';

export type OpenStore = (options: {
  readonly log: Log;
  readonly eventsKept?: number;
}) => Promise<Store & AsyncDisposable> | (Store & Disposable);

export const storeContract = (where: string, open: OpenStore): void => {
  const opened = async (eventsKept?: number) => {
    const log = recordingLog();
    const store = await open({log, ...(eventsKept === undefined ? {} : {eventsKept})});
    const heard: GatewayEvent[][] = [];
    store.onCommitted(events => heard.push([...events]));
    const close = async (): Promise<void> => {
      await (Symbol.asyncDispose in store ? store[Symbol.asyncDispose]() : store[Symbol.dispose]());
    };
    return {store, log, heard, close, [Symbol.asyncDispose]: close};
  };
  const causes = (batches: readonly (readonly GatewayEvent[])[]) => batches.map(batch => batch.map(({cause}) => cause));
  const seqs = (events: readonly GatewayEvent[] | undefined) => events?.map(({seq}) => seq);

  test(`${where}: the transaction that makes events true numbers them; listeners get them after the commit`, async () => {
    await using fixture = await opened();
    const {store, heard} = fixture;
    const result = store.transact(emit => {
      store.reminders.add(aReminder('1'));
      emit({type: 'reminder.set', session: 'rooster:main', cause: 'msg_1', trust: 'full', reminder: aReminder('1')});
      emit(aFact('second'));
      expect(heard).toEqual([]);
      expect(store.events.seq).toBe(0);
      expect(store.events.after(0, 10)).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(store.events.seq).toBe(2);
    expect(heard).toEqual([store.events.after(0, 10)]);
    expect(heard[0]?.[0]).toEqual({
      seq: 1,
      at: '2026-11-21T11:00:00.000Z',
      type: 'reminder.set',
      session: 'rooster:main',
      cause: 'msg_1',
      trust: 'full',
      reminder: {...aReminder('1'), fireAt: '2026-11-21T12:00:00.000Z', createdAt: '2026-11-21T11:00:00.000Z'},
    });
  });

  test(`${where}: a transaction that throws leaves no row, no event and no gap in the numbers`, async () => {
    await using fixture = await opened();
    const {store, heard} = fixture;
    store.transact(emit => emit(aFact('first')));
    expect(() =>
      store.transact(emit => {
        store.cursors.set('seen', 'yes');
        emit(aFact('never'));
        throw new Error('no');
      }),
    ).toThrow('no');
    store.transact(emit => emit(aFact('second')));
    expect(store.cursors.get('seen')).toBeUndefined();
    expect(causes(heard)).toEqual([['first'], ['second']]);
    expect(seqs(store.events.after(0, 10))).toEqual([1, 2]);
  });

  test(`${where}: a nested transaction commits and publishes with the outermost one`, async () => {
    await using fixture = await opened();
    const {store, heard} = fixture;
    store.transact(emit => {
      emit(aFact('outer'));
      store.transact(inner => {
        store.cursors.set('inner', 'yes');
        inner(aFact('inner'));
      });
      expect(heard).toEqual([]);
    });
    expect(causes(heard)).toEqual([['outer', 'inner']]);
    expect(() =>
      store.transact(() => {
        store.transact(() => store.cursors.set('inner', 'no'));
        throw new Error('after all');
      }),
    ).toThrow('after all');
    expect(store.cursors.get('inner')).toBe('yes');
  });

  test(`${where}: a nested transaction that throws undoes only its own part`, async () => {
    await using fixture = await opened();
    const {store, heard} = fixture;
    store.transact(emit => {
      emit(aFact('before'));
      store.cursors.set('kept', 'yes');
      expect(() =>
        store.transact(inner => {
          store.cursors.set('kept', 'no');
          inner(aFact('undone'));
          throw new Error('inner');
        }),
      ).toThrow('inner');
      emit(aFact('after'));
    });
    expect(store.cursors.get('kept')).toBe('yes');
    expect(causes(heard)).toEqual([['before', 'after']]);
    expect(seqs(store.events.after(0, 10))).toEqual([1, 2]);
  });

  test(`${where}: a listener that throws is logged; the other listeners still get the event`, async () => {
    await using fixture = await opened();
    const {store, log} = fixture;
    const later: (string | undefined)[] = [];
    store.onCommitted(() => {
      throw new Error('deaf');
    });
    store.onCommitted(events => later.push(...events.map(({cause}) => cause)));
    store.transact(emit => emit(aFact('told')));
    expect(later).toEqual(['told']);
    expect(log.lines.filter(line => !line.startsWith('info:'))).toEqual([
      'error: A listener failed on committed events.',
    ]);
  });

  test(`${where}: when a listener commits, all listeners still get all events in order of their numbers`, async () => {
    await using fixture = await opened();
    const {store} = fixture;
    const early: number[] = [];
    const late: number[] = [];
    store.onCommitted(events => {
      early.push(...events.map(({seq}) => seq));
      if (events[0]?.cause === 'question') store.transact(emit => emit(aFact('answer')));
    });
    store.onCommitted(events => late.push(...events.map(({seq}) => seq)));
    store.transact(emit => emit(aFact('question')));
    expect(early).toEqual([1, 2]);
    expect(late).toEqual([1, 2]);
  });

  test(`${where}: a listener gets exactly the events committed between its subscription and its disposal`, async () => {
    await using fixture = await opened();
    const {store} = fixture;
    const heard: (string | undefined)[] = [];
    let listening: Disposable | undefined;
    store.onCommitted(events => {
      if (events[0]?.cause !== 'first') return;
      // Committed before the new listener subscribes, and not yet published.
      store.transact(emit => emit(aFact('second')));
      listening = store.onCommitted(later => heard.push(...later.map(({cause}) => cause)));
    });
    store.transact(emit => emit(aFact('first')));
    store.transact(emit => emit(aFact('third')));
    listening?.[Symbol.dispose]();
    store.transact(emit => emit(aFact('fourth')));
    expect(heard).toEqual(['third']);
  });

  test(`${where}: a listener that another listener disposes gets nothing more, even from the same commit`, async () => {
    await using fixture = await opened();
    const {store} = fixture;
    const heard: number[] = [];
    let second: Disposable | undefined;
    store.onCommitted(() => second?.[Symbol.dispose]());
    second = store.onCommitted(events => heard.push(events.length));
    store.transact(emit => emit(aFact('first')));
    expect(heard).toEqual([]);
  });

  test(`${where}: concurrent batched transactions share one commit, and each gets its own result`, async () => {
    await using fixture = await opened();
    const {store, heard} = fixture;
    const results = await Promise.allSettled(
      [1, 2, 3].map(number =>
        store.transactBatched(emit => {
          store.cursors.set(`mark ${number}`, 'set');
          emit(aFact(`work ${number}`));
          if (number === 2) throw new Error('the second fails');
          return number * 10;
        }),
      ),
    );
    expect(results).toEqual([
      {status: 'fulfilled', value: 10},
      {status: 'rejected', reason: new Error('the second fails')},
      {status: 'fulfilled', value: 30},
    ]);
    expect(causes(heard)).toEqual([['work 1', 'work 3']]);
    expect([1, 2, 3].map(number => store.cursors.get(`mark ${number}`))).toEqual(['set', undefined, 'set']);
    expect(seqs(store.events.after(0, 10))).toEqual([1, 2]);
  });

  test(`${where}: if one transaction of a shared commit throws, each other one is applied once`, async () => {
    await using fixture = await opened();
    const {store, heard} = fixture;
    const add = (name: string) =>
      store.transactBatched(emit => {
        store.cursors.set(name, `${store.cursors.get(name) ?? ''}+`);
        emit(aFact(name));
      });
    const failing = store.transactBatched(() => {
      throw new Error('it fails');
    });
    const [first, second] = [add('first'), add('second')];
    await expect(failing).rejects.toThrow('it fails');
    await Promise.all([first, second]);
    expect([store.cursors.get('first'), store.cursors.get('second')]).toEqual(['+', '+']);
    expect(causes(heard)).toEqual([['first', 'second']]);
    expect(store.events.seq).toBe(2);
  });

  test(`${where}: consecutive batched transactions share a commit; a single one doesn't wait`, async () => {
    await using fixture = await opened();
    const {store, heard} = fixture;
    const inTurns = async (...names: readonly string[]): Promise<void> => {
      const works: Promise<void>[] = [];
      for (const name of names) {
        works.push(store.transactBatched(emit => emit(aFact(name))));
        await new Promise(resolve => setImmediate(resolve));
      }
      await Promise.all(works);
    };
    await inTurns('alone', 'alone again');
    await Promise.all(['two', 'at once'].map(name => store.transactBatched(emit => emit(aFact(name)))));
    await inTurns('one', 'after', 'the other');
    expect(causes(heard)).toEqual([['alone'], ['alone again'], ['two', 'at once'], ['one', 'after', 'the other']]);
  });

  test(`${where}: a batched transaction starts only after the current turn of the event loop`, async () => {
    await using fixture = await opened();
    const {store} = fixture;
    const done = store.transactBatched(() => store.cursors.set('later', 'yes'));
    expect(store.cursors.get('later')).toBeUndefined();
    await done;
    expect(store.cursors.get('later')).toBe('yes');
  });

  test(`${where}: a thousand concurrent transactions all commit in the order of their calls`, async () => {
    await using fixture = await opened();
    const {store, heard} = fixture;
    const numbers = Array.from({length: 1000}, (_, index) => index);
    await Promise.all(numbers.map(number => store.transactBatched(emit => emit(aFact(String(number))))));
    expect(causes(heard).flat()).toEqual(numbers.map(String));
    expect(heard.length).toBeLessThan(10);
  });

  test(`${where}: an async transaction is rejected and undone: a transaction ends when its function returns`, async () => {
    await using fixture = await opened();
    const {store} = fixture;
    expect(() =>
      store.transact(async () => {
        store.cursors.set('half', 'done');
      }),
    ).toThrow('cannot wait');
    expect(store.cursors.get('half')).toBeUndefined();
  });

  test(`${where}: an event can't be emitted after its transaction has ended`, async () => {
    await using fixture = await opened();
    const {store} = fixture;
    const leaked = store.transact(emit => emit);
    expect(() => leaked(aFact('too late'))).toThrow('after its transaction had ended');
    expect(store.events.seq).toBe(0);
  });

  test(`${where}: close commits pending transactions; afterwards every call fails with a sentence`, async () => {
    const {store, heard, close} = await opened();
    const waiting = store.transactBatched(emit => emit(aFact('just in time')));
    await close();
    await waiting;
    expect(causes(heard)).toEqual([['just in time']]);
    expect(() => store.transact(() => 1)).toThrow('The daemon is stopping');
    await expect(store.transactBatched(() => 1)).rejects.toThrow('The daemon is stopping');
    expect(() => store.cursors.get('x')).toThrow('The daemon is stopping');
  });

  test(`${where}: events replay in pages from any number that the store still has`, async () => {
    await using fixture = await opened();
    const {store} = fixture;
    store.transact(emit => {
      for (let number = 1; number <= 10; number += 1) emit(aFact(String(number)));
    });
    expect(seqs(store.events.after(0, 4))).toEqual([1, 2, 3, 4]);
    expect(seqs(store.events.after(4, 100))).toEqual([5, 6, 7, 8, 9, 10]);
    expect(store.events.after(10, 100)).toEqual([]);
    expect(store.events.after(11, 100)).toBeUndefined();
    expect(store.events.after(-1, 100)).toBeUndefined();
  });

  test(`${where}: the store keeps the newest events and reports that older ones are gone`, async () => {
    await using fixture = await opened(100);
    const {store} = fixture;
    for (let number = 1; number <= 300; number += 1) store.transact(emit => emit(aFact(String(number))));
    expect(seqs(store.events.after(200, 1000))).toHaveLength(100);
    expect(store.events.after(0, 10)).toBeUndefined();
    expect(store.events.after(180, 10)).toBeUndefined();
    const oldest = Array.from({length: 1000}, (_, since) => since).find(since => store.events.after(since, 1));
    expect(seqs(store.events.after(oldest ?? 0, 1000))?.[0]).toBe((oldest ?? 0) + 1);
  });

  test(`${where}: undoing a transaction brings back the events that it pruned`, async () => {
    await using fixture = await opened(10);
    const {store} = fixture;
    for (let number = 1; number <= 10; number += 1) store.transact(emit => emit(aFact(String(number))));
    expect(() =>
      store.transact(emit => {
        for (let number = 1; number <= 50; number += 1) emit(aFact(String(number)));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(seqs(store.events.after(0, 100))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test(`${where}: two requests with the same key create one record, and both get the first one`, async () => {
    await using fixture = await opened();
    const {store} = fixture;
    store.sessions.put(aSession());
    expect(store.reminders.add(aReminder('1'), 'key')).toEqual(aReminder('1'));
    expect(store.reminders.add(aReminder('2'), 'key')).toEqual(aReminder('1'));
    expect(store.messages.add(aMessage('1'), 'key')).toEqual(aMessage('1'));
    expect(store.messages.add(aMessage('2'), 'key')).toEqual(aMessage('1'));
    expect(store.deliveries.add(aDelivery('1', {key: 'key'})).id).toBe('dlv_1');
    expect(store.deliveries.add(aDelivery('2', {key: 'key', text: 'other'})).id).toBe('dlv_1');
    expect([store.reminders.get('rem_2'), store.messages.get('msg_2'), store.deliveries.get('dlv_2')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(store.sessions.counts('rooster:main').messages).toBe(1);
    expect(store.reminders.byKey('key')?.id).toBe('rem_1');
    expect(store.messages.byKey('key')?.id).toBe('msg_1');
    expect(store.deliveries.byKey('key')?.id).toBe('dlv_1');
  });

  test(`${where}: an instant is claimed once, whichever run claims it`, async () => {
    await using fixture = await opened();
    const {store} = fixture;
    expect(store.runs.claim(aRun('1'))).toEqual(aRun('1'));
    expect(store.runs.claim(aRun('2'))).toBeUndefined();
    expect(store.runs.claim(aRun('3', {attempt: 2}))).toBeUndefined();
    expect(store.runs.claim(aRun('4', {scheduledFor: noon + 1}))?.id).toBe('run_4');
    expect(store.runs.claim(aRun('5', {name: 'evening'}))?.id).toBe('run_5');
    expect(store.runs.claim(aRun('6', {kind: 'heartbeat'}))?.id).toBe('run_6');
    expect(store.runs.get('run_2')).toBeUndefined();
  });
};
