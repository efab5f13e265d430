// Runs exactly one signal-cli: starts it or takes over a running one, stores its journal's messages, restarts it after a failure, and
// ends it cleanly. `life` decides the steps; this module performs them in order.
import {rmSync} from 'node:fs';
import {present} from '../../../../shared/fields/present.ts';
import {assertNever, errorMessage} from '../../../../shared/records/gateway-error.ts';
import {clauseOf} from '../../../../shared/text/stopped.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../../../shared/time/time.ts';
import type {Log} from '../../../ports/system.ts';
import type {Bridge, BridgeHealth, TakeReceived} from './bridge.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import {createSwitchboard} from './calls/switchboard.ts';
import {healthOf, unreachedFault} from './health.ts';
import {startJournalClearing} from './journal/clear-journal.ts';
import {followJournal, type Journal} from './journal/journal.ts';
import {startJournalCheck} from './journal/journal-check.ts';
import {type LivenessChecks, plugChecked} from './liveness.ts';
import {preparePlaces} from './places.ts';
import {
  formatProcessState,
  nextProcessState,
  type ProcessEvent,
  type ProcessState,
  type Step,
} from './process-state.ts';
import {createRunner} from './runner.ts';
import {greet, type Session} from './signal-cli-session.ts';
import {pause, within} from './waiting.ts';

export type SuperviseDeps = {
  readonly command: string;
  readonly account: string;
  /** Private to this account, created if missing: signal-cli's data, its socket and the journal. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** A random number from 0 to 1 that spreads the retries. */
  readonly chance: () => number;
  /** The last stored mark. */
  readonly from?: string;
  readonly take: TakeReceived;
  readonly onChange?: (health: BridgeHealth) => void;
  /** The journal's size in bytes above which it is emptied. @default 64 MiB */
  readonly largeJournal?: number;
};

/** Disposing ends signal-cli, which takes up to a minute. No received message is lost. */
export const startSupervised = (deps: SuperviseDeps): Bridge => {
  const {command, account, clock, log, chance, from, take, onChange, largeJournal = LARGE_JOURNAL} = deps;
  const places = preparePlaces(deps.folder);
  const switchboard = createSwitchboard('signal-cli is not running');
  let life: ProcessState = {kind: 'stopped'};
  let work: Promise<void> = Promise.resolve();
  let session: Session | undefined;
  let proof: LivenessChecks | undefined;
  let timer: Disposable | undefined;
  /** The running process doesn't answer and must be ended before a new start. */
  let isHung = false;
  let starts = 0;
  let version: string | undefined;
  let trouble: string | undefined;
  let lastReceivedAt: EpochMs | undefined;
  let provenAt: EpochMs | undefined;
  let unreached: string | undefined;

  const proven = (): void => {
    provenAt = clock.now();
  };

  const keep: TakeReceived = async received => {
    await take(received);
    lastReceivedAt = clock.now();
    proven();
  };

  const journal: Journal = followJournal({
    path: places.journal,
    clock,
    ...present({from}),
    take: async lines => {
      await keep(lines.map(({line, mark}) => ({raw: line, mark})));
      for (const {line} of lines) journalCheck.journalled(line);
    },
    onTrouble: because => {
      trouble = because;
      if (because !== undefined) log.error({because}, 'What Signal delivered cannot be kept; it is tried again.');
      publish();
    },
    onSkipped: sentence => log.error({}, sentence),
  });
  const journalCheck = startJournalCheck({clock, log, journal: () => journal, take: keep, onChange: () => publish()});
  const clearing = startJournalClearing({
    path: places.journal,
    clock,
    log,
    journal,
    session: () => session,
    lastReceivedAt: () => lastReceivedAt,
    large: largeJournal,
  });

  const runner = createRunner({
    command,
    account,
    places,
    clock,
    log,
    isStarting: () => life.kind === 'starting',
    happen: event => happen(event),
    onStart: () => {
      starts += 1;
      journalCheck.forget();
    },
  });

  const happen = (event: ProcessEvent): void => {
    const before = life;
    const decision = nextProcessState(before, event, clock.now(), chance());
    life = decision.life;
    if (life.kind !== 'up') switchboard.plug(undefined, clauseOf(formatProcessState(life)));
    if (life !== before) log.info({life: life.kind}, formatProcessState(life));
    if (decision.step !== undefined) next(decision.step);
    if (life !== before) publish();
  };

  const next = (step: Step): void => {
    // Waiting isn't queued, because it must not delay the end.
    if (step === 'wait') wait();
    else work = work.then(() => act(step)).catch(error => happen({type: 'broken', because: errorMessage(error)}));
  };

  const act = (step: Exclude<Step, 'wait'>): Promise<void> => {
    switch (step) {
      case 'look':
        return look();
      case 'spawn':
        return life.kind === 'starting' ? runner.start() : Promise.resolve();
      case 'greet':
        return meet();
      case 'end':
        return end();
      default:
        return assertNever(step);
    }
  };

  const wait = (): void => {
    if (!('retryAt' in life)) return;
    timer?.[Symbol.dispose]();
    timer = clock.after(life.retryAt - clock.now(), () => happen({type: 'retry'}));
  };

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

  const meet = async (): Promise<void> => {
    try {
      await open();
    } catch (error) {
      happen({type: 'broken', because: errorMessage(error)});
    }
  };

  /** Connects to a running signal-cli. Rejects if nobody answers. */
  const open = async (): Promise<void> => {
    const opened = await greet({place: {path: places.socket}, clock, onReceived: received});
    if (life.kind !== 'starting') {
      await opened[Symbol.asyncDispose]();
      return;
    }
    session = opened;
    version = opened.version;
    unreached = undefined;
    void opened.closed.then(because => lost(opened, because));
    proof = plugChecked(switchboard, {
      clock,
      caller: opened.caller,
      onHung: because => void hung(opened, because),
      onReach: because => {
        unreached = because;
        log.warn({because}, because === undefined ? 'Signal can be reached again.' : 'Signal cannot be reached.');
        publish();
      },
      onProven: proven,
    });
    happen({type: 'greeted', version: opened.version});
    journal.wake();
    clearing.opened();
  };

  const received = (params: unknown): void => {
    journal.wake();
    journalCheck.notified(params);
  };

  /** The process must be ended. Outgoing calls have an unknown result; incoming messages are in the journal or still at Signal. */
  const hung = async (which: Session, because: string): Promise<void> => {
    if (session !== which) return;
    isHung = true;
    hangUp();
    await which[Symbol.asyncDispose]();
    happen({type: 'broken', because: `signal-cli hangs: ${because}. It is ended and started again.`});
  };

  /** The session has ended or is about to. */
  const hangUp = (): void => {
    session = undefined;
    proof?.[Symbol.dispose]();
    proof = undefined;
  };

  /** The end of the process explains more than the end of its connection, so wait for it. */
  const lost = async (which: Session, because: string): Promise<void> => {
    if (session !== which) return;
    hangUp();
    const ending = runner.ending();
    switchboard.plug(undefined, clauseOf(because));
    if (ending !== undefined) await within(clock, LAST_WORDS_MS, ending);
    happen({type: 'broken', because: `The connection to signal-cli ended: ${because}`});
  };

  /** The order matters: signal-cli may lose a message or hang if it is ended while delivering or while somebody connects. */
  const end = async (): Promise<void> => {
    timer?.[Symbol.dispose]();
    clearing[Symbol.dispose]();
    const last = session;
    hangUp();
    if (last !== undefined) {
      await within(clock, UNSUBSCRIBE_MS, last.unsubscribe());
      await within(clock, DRAIN_MS, journal.drained());
      await last[Symbol.asyncDispose]();
      await pause(clock, HANG_UP_MS);
    }
    await runner.clear();
    rmSync(places.pid, {force: true});
    // Takes its last messages.
    await within(clock, DRAIN_MS, journal.drained());
    await journal[Symbol.asyncDispose]();
    journalCheck[Symbol.dispose]();
    happen({type: 'ended'});
  };

  const health = (): BridgeHealth => {
    const swallowed = journalCheck.warning();
    return healthOf({
      life,
      trouble,
      interruption: undefined,
      fault: unreached === undefined ? undefined : unreachedFault(unreached),
      warnings: swallowed === undefined ? [] : [swallowed],
      replays: swallowed === undefined,
      version,
      starts,
      lastReceivedAt,
      provenAt,
      account,
    });
  };

  const publish = (): void => onChange?.(health());

  happen({type: 'start'});
  return {
    rpc: createSignalRpc(switchboard),
    get health() {
      return health();
    },
    poke: () => {
      timer?.[Symbol.dispose]();
      runner.reconsider();
      happen({type: 'start'});
    },
    forgetReceived: clearing.request,
    [Symbol.asyncDispose]: async () => {
      happen({type: 'stop'});
      await work;
    },
  };
};

const LARGE_JOURNAL = 64 * 1_024 * 1_024;
const LAST_WORDS_MS = 2 * SECOND;
const UNSUBSCRIBE_MS = 15 * SECOND;
/** signal-cli needs this time to notice the disconnect. */
const HANG_UP_MS = SECOND / 5;
const DRAIN_MS = 10 * SECOND;
