import {expect, test} from 'vitest';
import {createCompactor} from '../../../src/daemon/flows/compact-session.ts';
import {createSessionIndex} from '../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../src/daemon/sessions/session-registry.ts';
import type {StepRequest} from '../../../src/daemon/turns/model-step.ts';
import {countingIds} from '../../support/counting-ids.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {scriptedModel} from '../../support/scripted-model.ts';
import {testCore} from '../../support/test-core.ts';
import {aMessage, aSession, MAIN, openTestStore} from '../store/store-fixture.ts';

test('an earlier summary stays a summary, whichever message came first after it', async () => {
  using store = openTestStore();
  store.sessions.put(aSession({summary: 'Alice plans her week.'}));
  const source = {kind: 'cron', name: 'morning'} as const;
  store.messages.add(aMessage('a', {text: 'Sunny.', source, frame: {kind: 'task', job: 'morning'}}));
  for (const id of ['b', 'c', 'd', 'e']) store.messages.add(aMessage(id));
  const asked: StepRequest[] = [];
  const compactor = createCompactor({
    ...testCore({
      store,
      clock: fakeClock(),
      ids: countingIds(),
      log: memoryLog(),
      index: createSessionIndex({store, sessions: createSessions()}),
    }),
    runStep: async request => {
      asked.push(request);
      return {kind: 'answered', model: 'test', text: 'SUMMARY', toolCalls: []};
    },
  });
  await compactor.compact(MAIN, scriptedModel([]).choice, new AbortController().signal);
  const [first] = asked[0]?.messages ?? [];
  const [summary, announced] = Array.isArray(first?.content) ? first.content : [];
  expect(summary).toEqual({type: 'text', text: '⟦Summary of what came before⟧\nAlice plans her week.\n⟦End⟧'});
  expect(announced).toEqual({type: 'text', text: '⟦Scheduled: morning⟧\n\nSunny.\n⟦End⟧'});
});

test('a turn with a second conversation reads its newest fitting part, all of its own, and changes neither', () => {
  using store = openTestStore();
  const own = 'rooster:cron:heartbeat-rooster_main';
  store.sessions.put(aSession());
  store.sessions.put(aSession({key: own}));
  const compactor = createCompactor({
    ...testCore({
      store,
      clock: fakeClock(),
      ids: countingIds(),
      log: memoryLog(),
      index: createSessionIndex({store, sessions: createSessions()}),
    }),
    runStep: () => Promise.reject(new Error('nobody is asked')),
  });
  const {choice} = scriptedModel([], {contextTokens: 1_000});
  const seen = (force: boolean) =>
    compactor
      .readBeside({id: 'turn_none', session: own}, MAIN, choice, force)
      .map(({id, text}) => (id === 'msg_own' ? 'own' : text.slice(0, 4)));
  store.messages.add(aMessage('1', {text: 'one'}));
  store.messages.add(aMessage('own', {session: own, text: 'look around'}));
  expect(seen(false)).toEqual(['one', 'own']);
  for (const number of [2, 3, 4, 5])
    store.messages.add(aMessage(String(number), {text: `no ${number}${'.'.repeat(700)}`}));
  expect(seen(false)).toEqual(['Earl', 'no 5', 'own']);
  expect(seen(true).at(-1)).toBe('own');
  expect(store.messages.context(MAIN)).toHaveLength(5);
  expect(store.sessions.get(MAIN)?.summary).toBeUndefined();
});
