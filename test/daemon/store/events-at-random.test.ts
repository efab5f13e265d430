// Many random transactions, partly or wholly undone, compared with a list that has no rows or savepoints.
import {expect, test} from 'vitest';
import type {Emit, Store} from '../../../src/daemon/ports/store.ts';
import type {GatewayEvent} from '../../../src/shared/events/gateway-event.ts';
import {aFact, aMessage, forgotten, openTestStore, tempFolder} from './store-fixture.ts';

/** The same numbers in each run. */
const numbersFrom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** An event is identified by its cause, or by the text of its message. */
const wordOf = (event: GatewayEvent): string =>
  event.type === 'message.added' ? `${event.message.id}: ${event.message.text}` : String(event.cause);

type Model = {words: string[]; messages: Map<string, string>};

test.each([1, 2, 3, 4, 5])('published events equal stored events, whatever was undone before (%i)', async seed => {
  using home = tempFolder();
  const path = home.in('rooster.db');
  const below = numbersFrom(seed);
  const model: Model = {words: [], messages: new Map()};
  let named = 0;

  /** Publishes, forgets and undoes; returns the model afterwards, or throws when all of it should be undone. */
  const work = (store: Store, emit: Emit, before: Model, depth: number): Model => {
    const now: Model = {words: [...before.words], messages: new Map(before.messages)};
    for (let steps = below(depth === 0 ? 8 : 4); steps > 0; steps -= 1) {
      const kind = below(10);
      if (kind < 4) {
        named += 1;
        emit(aFact(`${named}`));
        now.words.push(`${named}`);
      } else if (kind < 6) {
        named += 1;
        const message = store.messages.add(aMessage(`${named}`, {text: `said\nin ${named}`}));
        emit({type: 'message.added', session: message.session, message});
        now.words.push(`${message.id}: ${message.text}`);
        now.messages.set(message.id, message.text);
      } else if (kind < 7 && now.messages.size > 0) {
        const id = [...now.messages.keys()][below(now.messages.size)] as `msg_${string}`;
        store.messages.forget(id, forgotten('(gone)'));
        now.words = now.words.map(word => (word.startsWith(`${id}: `) ? `${id}: (gone)` : word));
        now.messages.set(id, '(gone)');
      } else if (depth < 3) {
        try {
          const inner = store.transact(each => work(store, each, now, depth + 1));
          now.words = inner.words;
          now.messages = inner.messages;
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
        }
      }
    }
    if (below(5) === 0) throw new RangeError('undone');
    return now;
  };

  const told: string[] = [];
  for (let life = 0; life < 3; life += 1) {
    using store = openTestStore({path, eventsKept: 40});
    using _ = store.onCommitted(events => told.push(...events.map(({seq}) => String(seq))));
    expect(store.events.seq).toBe(model.words.length);
    for (let round = 0; round < 40; round += 1) {
      const works = below(3) === 0 ? 1 + below(6) : 0;
      if (works === 0) {
        try {
          Object.assign(
            model,
            store.transact(emit => work(store, emit, model, 0)),
          );
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
        }
      } else {
        const tries = Array.from({length: works}, () => {
          const random = numbersFrom(below(2 ** 31));
          const throws = random(4) === 0;
          named += 1;
          const word = `${named}`;
          return store
            .transactBatched(emit => {
              emit(aFact(word));
              if (throws) throw new RangeError('undone');
              emit(aFact(`${word} again`));
            })
            .then(
              () => [word, `${word} again`],
              () => [],
            );
        });
        model.words.push(...(await Promise.all(tries)).flat());
      }
      const all = model.words;
      expect(store.events.seq).toBe(all.length);
      const oldest = [...all.keys()].find(since => store.events.after(since, 1) !== undefined) ?? all.length;
      expect(all.length - oldest).toBeGreaterThanOrEqual(Math.min(40, all.length));
      expect(store.events.after(oldest, 1_000)?.map(wordOf)).toEqual(all.slice(oldest));
      const since = oldest + below(all.length - oldest + 1);
      const limit = 1 + below(9);
      expect(store.events.after(since, limit)?.map(wordOf)).toEqual(all.slice(since, since + limit));
      const page = store.events.before(since + 1, limit);
      const from = Math.max(oldest, since - limit);
      expect([page.events.map(wordOf), page.more]).toEqual([all.slice(from, since), from > oldest]);
    }
  }
  expect(told).toEqual(model.words.map((_, index) => String(index + 1)));
});
