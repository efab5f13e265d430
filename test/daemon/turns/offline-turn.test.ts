import {expect, test} from 'vitest';
import {type Action, type AnswerOffline, runOfflineStep} from '../../../src/daemon/turns/offline-turn.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {countingIds} from '../../support/counting-ids.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {aMessage, aSession, aTurn, openTestStore} from '../store/store-fixture.ts';

const open = () => {
  const store = openTestStore();
  const turn = aTurn('1', {state: 'running'});
  store.transact(() => {
    store.sessions.put(aSession());
    store.turns.put(turn);
    store.messages.add(aMessage('asked', {turnId: turn.id}));
  });
  const log = memoryLog();
  const stop = new AbortController();
  const texts: string[] = [];
  const run = (answerOffline: AnswerOffline) =>
    runOfflineStep({
      store,
      clock: fakeClock(),
      ids: countingIds(),
      log,
      sessionChanged: () => {},
      answerOffline,
      turn,
      zone: 'UTC',
      signal: stop.signal,
      onText: text => void texts.push(text),
    });
  const kept = () => store.messages.ofTurn(turn.id).slice(1);
  return {store, log, stop, texts, run, kept};
};

const action = (run: () => unknown): Action<unknown> => ({
  name: 'reminder',
  input: {action: 'set'},
  summary: 'set',
  run,
  format: result => `done: ${String(result)}`,
});

test('the answer is immediate and free', async () => {
  const {store, texts, run} = open();
  using _store = store;
  expect(await run(async () => 'Hello.')).toEqual({
    kind: 'answered',
    model: 'offline',
    text: 'Hello.',
    toolCalls: [],
    usage: {inputTokens: 0, outputTokens: 0},
  });
  expect(texts).toEqual(['Hello.']);
});

test('all calls are stored before the first one runs, and each result after its run', async () => {
  const {store, run, kept} = open();
  using _store = store;
  const seen: number[] = [];
  const look = action(() => seen.push(kept().length));
  await run(async ({act}) => {
    await act([look, look]);
    return '';
  });
  expect(seen).toEqual([1, 2]);
  expect(kept().map(({role, text, toolCalls}) => [role, text, toolCalls?.length])).toEqual([
    ['assistant', '', 2],
    ['tool', 'done: 1', undefined],
    ['tool', 'done: 2', undefined],
  ]);
});

test('a refusal is a result, and so is a bug, which is logged', async () => {
  const {store, log, run, kept} = open();
  using _store = store;
  const refuse = action(() => {
    throw new GatewayError('refused', 'Too many.');
  });
  const fail = action(() => {
    throw new TypeError('x is not a function');
  });
  await run(async ({act}) => {
    expect(await act([refuse, fail])).toEqual([
      {ok: false, error: 'Too many.'},
      {ok: false, error: 'x is not a function'},
    ]);
    return 'Done.';
  });
  expect(kept().flatMap(({tool}) => tool?.ok ?? [])).toEqual([false, false]);
  expect(JSON.stringify(log.lines)).toContain('An action failed: x is not a function');
  expect(JSON.stringify(log.lines)).not.toContain('an action failed: Too many.');
});

test('a stopped turn does nothing more', async () => {
  const {store, stop, run, kept} = open();
  using _store = store;
  let count = 0;
  const first = action(() => {
    count += 1;
    stop.abort('Stopped.');
  });
  expect(await run(async ({act}) => String(await act([first, first])))).toEqual({kind: 'aborted', text: ''});
  expect(count).toBe(1);
  expect(kept()).toHaveLength(2);
});

test('a bug of the assistant itself is not hidden', async () => {
  const {store, run} = open();
  using _store = store;
  await expect(run(() => Promise.reject(new TypeError('no')))).rejects.toThrow('no');
});
