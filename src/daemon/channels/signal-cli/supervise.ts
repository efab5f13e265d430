// Runs exactly one signal-cli: starts it or takes over a running one, stores its journal's messages, restarts it after
// a failure, and ends it cleanly. `state/lifecycle.ts` decides the steps; this module performs them.
import {rmSync} from 'node:fs';
import type {Reason} from '../../../shared/text/sentences.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Bridge, BridgeHealth, TakeReceived} from './bridge.ts';
import type {Switchboard} from './calls/call.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import type {World} from './host.ts';
import {type Receiving, startReceiving} from './journal/receiving.ts';
import {type CliPlaces, preparePlaces} from './places.ts';
import {createRunner, type Runner} from './runner.ts';
import {greet, type Held, type Session} from './signal-cli-session.ts';
import {createConnection, type SignalConnection} from './state/connection.ts';
import {healthOf, lostReason, unreachedFault} from './state/health.ts';
import {createLifecycle, type Lifecycle} from './state/lifecycle.ts';
import type {Step} from './state/process-state.ts';
import {pause, within} from './waiting.ts';

export type SuperviseDeps = World & {
  readonly command: string;
  readonly account: string;
  /** Private to this account, created if missing: signal-cli's data, its socket and the journal. */
  readonly folder: string;
  /** A random number from 0 to 1 that spreads the retries. */
  readonly chance: () => number;
  /** The last stored position. */
  readonly from?: string;
  readonly take: TakeReceived;
  /** Routes calls to the current connection. */
  readonly switchboard: Switchboard;
  readonly onChange?: (health: BridgeHealth) => void;
  readonly held?: Held | undefined;
  /** The journal's size in bytes above which it is emptied. @default 64 MiB */
  readonly largeJournal?: number;
};

/** Disposing ends signal-cli, which takes up to a minute. No received message is lost. */
export const startSupervised = (deps: SuperviseDeps): Bridge => {
  const {command, account, clock, log, host, take, switchboard, onChange, held} = deps;
  const world = {clock, log, host};
  const places = preparePlaces(deps.folder);
  /** The running process doesn't answer and must be ended before a new start. */
  let isHung = false;
  let starts = 0;

  const connection = createConnection<Session>({
    clock,
    switchboard,
    onLost: (_, reason) => void lost(reason),
    onHung: (which, because) => void hung(which, because),
    onReach: because => {
      log.warn({because}, because === undefined ? 'Signal can be reached again.' : "Signal can't be reached.");
      publish();
    },
  });

  const publish = (): void => onChange?.(healthNow(parts, deps, starts));
  const lifecycle = createLifecycle({
    ...world,
    chance: deps.chance,
    switchboard,
    perform: step => steps[step](),
    onChange: publish,
  });
  const {happen} = lifecycle;

  const receiving = startReceiving({
    ...world,
    path: places.journal,
    from: deps.from,
    take: received => Promise.resolve(take(received)).then(connection.received),
    large: deps.largeJournal ?? LARGE_JOURNAL,
    session: connection.current,
    lastReceivedAt: () => connection.facts().lastReceivedAt,
    onChange: publish,
  });
  const runner = createRunner({
    ...world,
    command,
    account,
    places,
    isStarting: () => lifecycle.state().kind === 'starting',
    happen,
    onStart: () => {
      starts += 1;
      receiving.restarted();
    },
  });

  const parts: Parts = {lifecycle, connection, receiving, runner};

  const look = async (): Promise<void> => {
    try {
      if (isHung) throw new Error('it answers nobody');
      await open();
    } catch {
      isHung = false;
      await runner.clear();
      happen({type: 'vacant'});
    }
  };

  /** Connects to a running signal-cli. Rejects if nobody answers. */
  const open = async (): Promise<void> => {
    const opened = await greet({...world, held, place: {path: places.socket}, onReceived: receiving.notified});
    if (lifecycle.state().kind !== 'starting') return await opened[Symbol.asyncDispose]();
    connection.use(opened);
    happen({type: 'greeted', version: opened.version});
    receiving.opened();
  };

  /**
   * The process must be ended. Outgoing calls have an unknown result; incoming messages are in the journal or still at
   * Signal.
   */
  const hung = async (which: Session, because: string): Promise<void> => {
    isHung = true;
    await which[Symbol.asyncDispose]();
    happen({type: 'broken', reason: {what: `signal-cli hangs: ${because}`, advice: 'It is ended and started again.'}});
  };

  /** The end of the process explains more than the end of its connection, so wait for it. */
  const lost = async (reason: Reason): Promise<void> => {
    const ending = runner.ending();
    switchboard.plug(undefined, reason.what);
    if (ending !== undefined) await within(clock, LAST_WORDS_MS, ending);
    happen({type: 'broken', reason: lostReason(reason.what)});
  };

  const end = async (): Promise<void> => {
    lifecycle.stopWaiting();
    await endInOrder(parts, places, clock);
    happen({type: 'ended'});
  };

  const steps: Readonly<Record<Exclude<Step, 'wait'>, () => Promise<void>>> = {
    look,
    spawn: runner.start,
    greet: open,
    end,
  };

  happen({type: 'start'});
  return {
    rpc: createSignalRpc(switchboard),
    get health() {
      return healthNow(parts, deps, starts);
    },
    poke: () => {
      lifecycle.stopWaiting();
      runner.reconsider();
      happen({type: 'start'});
    },
    forgetReceived: receiving.forget,
    [Symbol.asyncDispose]: lifecycle.stopped,
  };
};

type Parts = {
  readonly lifecycle: Lifecycle;
  readonly connection: SignalConnection<Session>;
  readonly receiving: Receiving;
  readonly runner: Runner;
};

/**
 * The order matters: signal-cli may lose a message or hang if it is ended while delivering or while somebody connects.
 */
const endInOrder = async ({connection, receiving, runner}: Parts, places: CliPlaces, clock: Clock): Promise<void> => {
  receiving.stopClearing();
  const last = connection.current();
  connection.hangUp();
  if (last !== undefined) {
    await within(clock, UNSUBSCRIBE_MS, last.unsubscribe());
    await within(clock, DRAIN_MS, receiving.drained());
    await last[Symbol.asyncDispose]();
    await pause(clock, HANG_UP_MS);
  }
  await runner.clear();
  rmSync(places.pid, {force: true});
  // Takes its last messages.
  await within(clock, DRAIN_MS, receiving.drained());
  await receiving[Symbol.asyncDispose]();
};

const healthNow = (
  {lifecycle, connection, receiving}: Parts,
  {host, account}: SuperviseDeps,
  starts: number,
): BridgeHealth => {
  const {unreached, ...facts} = connection.facts();
  const incomplete = receiving.warning();
  return healthOf({
    ...facts,
    host,
    life: lifecycle.state(),
    trouble: receiving.trouble(),
    fault: unreachedFault(unreached, host),
    warnings: incomplete === undefined ? [] : [incomplete],
    replays: incomplete === undefined,
    starts,
    account,
  });
};

const LARGE_JOURNAL = 64 * 1_024 * 1_024;
const LAST_WORDS_MS = 2 * SECOND;
const UNSUBSCRIBE_MS = 15 * SECOND;
/** signal-cli needs this time to notice the disconnect. */
const HANG_UP_MS = SECOND / 5;
const DRAIN_MS = 10 * SECOND;
