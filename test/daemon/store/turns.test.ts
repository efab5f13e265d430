import {expect, test} from 'vitest';
import type {Turn} from '../../../src/shared/records/turn.ts';
import {aTurn, noon, openTestStore} from './store-fixture.ts';

const ids = (turns: readonly Turn[]) => turns.map(({id}) => id);

test('a turn keeps all its fields, from queued to ended', () => {
  using store = openTestStore();
  const queued = aTurn('1', {user: 'alice', promptChannel: 'signal', deliver: true});
  store.turns.put(queued);
  expect(store.turns.get('turn_1')).toEqual(queued);
  const ended: Turn = {
    ...queued,
    state: 'ended',
    startedAt: noon + 1,
    endedAt: noon + 2,
    outcome: 'failed',
    error: 'The model could not be reached.',
    model: 'offline',
    usage: {inputTokens: 10, outputTokens: 0},
  };
  store.turns.put(ended);
  expect(store.turns.get('turn_1')).toEqual(ended);
  expect(store.turns.get('turn_2')).toBeUndefined();
});

test('turns in a state come in the order they were queued, whatever happened since', () => {
  using store = openTestStore();
  for (const id of ['b', 'a', 'c']) store.turns.put(aTurn(id));
  store.turns.put(aTurn('a', {state: 'running', startedAt: noon}));
  store.turns.put(aTurn('b', {state: 'ended'}));
  expect(ids(store.turns.inState('queued'))).toEqual(['turn_c']);
  expect(ids(store.turns.inState('running'))).toEqual(['turn_a']);
  store.turns.put(aTurn('a'));
  store.turns.put(aTurn('b'));
  expect(ids(store.turns.inState('queued'))).toEqual(['turn_b', 'turn_a', 'turn_c']);
  expect(store.turns.inState('ended')).toEqual([]);
});

test('the turns of a job are found by its name, oldest first, without those of a person with that name', () => {
  using store = openTestStore();
  store.turns.put(aTurn('2', {source: {kind: 'cron', name: 'morning'}, state: 'ended'}));
  store.turns.put(aTurn('1', {source: {kind: 'cron', name: 'morning'}}));
  store.turns.put(aTurn('3', {source: {kind: 'session', name: 'rooster:morning'}}));
  store.turns.put(aTurn('4', {source: {kind: 'user', name: 'morning'}}));
  expect(ids(store.turns.ofJob('cron', 'morning'))).toEqual(['turn_2', 'turn_1']);
  expect(ids(store.turns.ofJob('alarm', 'morning'))).toEqual([]);
});

test('a removed turn is gone', () => {
  using store = openTestStore();
  store.turns.put(aTurn('1'));
  store.turns.remove('turn_1');
  store.turns.remove('turn_1');
  expect(store.turns.get('turn_1')).toBeUndefined();
  expect(store.turns.inState('queued')).toEqual([]);
});
