import {expect, test} from 'vitest';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {createSender} from '../../../src/tui/link/sender.ts';
import {initialAppState} from '../../../src/tui/state/app-state.ts';
import {createAppStore} from '../../../src/tui/store/reduce-app.ts';
import {fakeClock} from '../../support/fake-clock.ts';

test('a message on its way while the screen ends is not tried again, so the program can end', async () => {
  const clock = fakeClock();
  const {gateway, ui} = initialAppState({columns: 80, rows: 24}, clock.now());
  const initial = {gateway, ui: {...ui, connection: {kind: 'live'} as const}};
  const store = createAppStore(initial, clock);
  const answer = Promise.withResolvers<never>();
  const sender = createSender({store, clock, call: () => answer.promise, newKey: () => 'one'});
  sender.send({text: 'hello'}, 'hello');
  expect(store.get().ui.sends).toHaveLength(1);
  sender[Symbol.dispose]();
  answer.reject(new GatewayError('unavailable', 'The connection was closed.'));
  await clock.advance(5_000);
  expect(clock.timers).toBe(0);
});

test('a message that reaches a daemon which only stands by waits for the one that does the work', async () => {
  const clock = fakeClock();
  const {gateway, ui} = initialAppState({columns: 80, rows: 24}, clock.now());
  const initial = {gateway, ui: {...ui, connection: {kind: 'live'} as const}};
  const store = createAppStore(initial, clock);
  const call = (): Promise<never> =>
    Promise.reject(new GatewayError('moved', 'It is elsewhere.', {address: 'ssh://me@server'}));
  using sender = createSender({store, clock, call, newKey: () => 'one'});
  sender.send({text: 'hello'}, 'hello');
  await clock.advance(100);
  expect(store.get().ui.sends.map(({key, state}) => [key, state.kind])).toEqual([['one', 'waiting']]);
});
