// A bridge whose time passes a few times as fast as outside, with what it received and became.

import {ROOSTER} from '../../../../src/daemon/channels/signal/linked-account.ts';
import type {AttachDeps} from '../../../../src/daemon/channels/signal-cli/attach/attach.ts';
import type {Bridge, BridgeHealth, Received} from '../../../../src/daemon/channels/signal-cli/bridge.ts';
import {createSwitchboard} from '../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {type Clock, systemClock} from '../../../../src/shared/time/clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {until} from '../../../support/until.ts';

export const fasterClock = (times: number): Clock => {
  const clock = systemClock();
  return {...clock, after: (ms, run) => clock.after(ms / times, run)};
};

export type ObservedBridge = AsyncDisposable & {
  readonly bridge: Bridge;
  readonly taken: readonly Received[];
  readonly changes: readonly BridgeHealth[];
  is(kind: BridgeHealth['life']['kind']): Promise<void>;
};

/** `start` gets what every bridge needs. */
export const observedBridge = (clock: Clock, start: (deps: AttachDeps) => Bridge): ObservedBridge => {
  const taken: Received[] = [];
  const changes: BridgeHealth[] = [];
  const bridge = start({
    clock,
    log: memoryLog(),
    host: ROOSTER,
    switchboard: createSwitchboard(),
    chance: () => 0.5,
    take: received => void taken.push(...received),
    onChange: health => changes.push(health),
  });
  return {
    bridge,
    taken,
    changes,
    is: kind => until(`life is ${kind}`, () => bridge.health.life.kind === kind),
    [Symbol.asyncDispose]: () => bridge[Symbol.asyncDispose](),
  };
};

export const attachWith = (
  start: (deps: AttachDeps) => Bridge,
  over: Partial<AttachDeps> = {},
  times = 10,
): ObservedBridge => observedBridge(fasterClock(times), deps => start({...deps, ...over}));
