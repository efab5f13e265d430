// Shared by both ways of attaching: a log, a clock that runs a few times as fast, the received messages.

import {ROOSTER} from '../../../../../src/daemon/channels/signal/linked-account.ts';
import type {AttachDeps} from '../../../../../src/daemon/channels/signal-cli/attach/attach.ts';
import type {Bridge, BridgeHealth, Received} from '../../../../../src/daemon/channels/signal-cli/bridge.ts';
import {createSwitchboard} from '../../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {memoryLog} from '../../../../support/memory-log.ts';
import {until} from '../../../../support/until.ts';
import {fasterClock} from '../supervise-fixture.ts';

export type Attached = AsyncDisposable & {
  readonly bridge: Bridge;
  readonly taken: readonly Received[];
  readonly changes: readonly BridgeHealth[];
  is(kind: BridgeHealth['life']['kind']): Promise<void>;
};

export const attachWith = (
  start: (deps: AttachDeps) => Bridge,
  over: Partial<AttachDeps> = {},
  times = 10,
): Attached => {
  const taken: Received[] = [];
  const changes: BridgeHealth[] = [];
  const bridge = start({
    clock: fasterClock(times),
    log: memoryLog(),
    host: ROOSTER,
    switchboard: createSwitchboard(),
    chance: () => 0.5,
    take: received => void taken.push(...received),
    onChange: health => changes.push(health),
    ...over,
  });
  return {
    bridge,
    taken,
    changes,
    is: kind => until(`life is ${kind}`, () => bridge.health.life.kind === kind),
    [Symbol.asyncDispose]: () => bridge[Symbol.asyncDispose](),
  };
};
