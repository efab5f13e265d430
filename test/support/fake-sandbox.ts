// A sandbox that keeps nothing from a command, and says what it was asked for. For tests of everything around it.
import type {Sandbox, SandboxCheck, SandboxOrder} from '../../src/daemon/ports/sandbox.ts';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';

export type FakeSandbox = Sandbox & {
  /** The commands that it wrapped, in order. */
  readonly orders: readonly SandboxOrder[];
  /** The number of commands that weren't released. */
  readonly running: () => number;
  /** From now on it doesn't work. */
  readonly breaks: (reason: string) => void;
  /** From now on it works again. */
  readonly works: () => void;
  /** From now on it looks as if it worked, but no command starts. */
  readonly dies: () => void;
};

/** `refusedHosts`: those that each command tried to reach. */
export const fakeSandbox = (refusedHosts: readonly string[] = []): FakeSandbox => {
  const orders: SandboxOrder[] = [];
  let running = 0;
  let check: SandboxCheck = {works: true};
  let isDead = false;
  return {
    orders,
    running: () => running,
    breaks: reason => {
      check = {works: false, reason};
    },
    works: () => {
      check = {works: true};
    },
    dies: () => {
      isDead = true;
    },
    check: async () => check,
    wrap: async order => {
      if (!check.works || isDead) {
        const reason = check.works ? 'The proxy has ended.' : check.reason;
        throw new GatewayError('unavailable', `The sandbox can't start. ${reason}`);
      }
      orders.push(order);
      running += 1;
      return {
        command: `export TMPDIR="\${TMPDIR:-/tmp}"\n${order.command}`,
        refusedHosts: () => refusedHosts,
        release: () => {
          running -= 1;
        },
      };
    },
  };
};
