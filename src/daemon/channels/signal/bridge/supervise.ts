// Runs exactly one signal-cli: starts it, or takes over the one that a daemon before us left; keeps what its journal holds; starts it
// again when it ends; ends it cleanly. What to do when is decided in `life`; here it is done, one step after the other.
import {rmSync} from 'node:fs';
import {present} from '../../../../shared/fields/present.ts';
import {assertNever, errorMessage} from '../../../../shared/records/gateway-error.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../../../shared/time/time.ts';
import type {Log} from '../../../ports/system.ts';
import type {Bridge, BridgeHealth, TakeReceived} from './bridge.ts';
import {withoutStop} from './calls/call.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import {createSwitchboard} from './calls/switchboard.ts';
import {createEmptying} from './emptying.ts';
import {healthOf, unreachedFault} from './health.ts';
import {followJournal, type Journal} from './journal.ts';
import {decideLife, formatLife, type Life, type LifeEvent, type Step} from './life.ts';
import {preparePlaces} from './places.ts';
import {keepProving, type Proof, watched} from './proof.ts';
import {createRunner} from './runner.ts';
import {greet, type Session} from './session.ts';
import {pause, within} from './waiting.ts';
import {createWitness} from './witness.ts';

export type SuperviseDeps = {
  /** The program to start. */
  readonly command: string;
  readonly account: string;
  /** Private to this account: signal-cli's data, its socket, the journal. Made when it is not there. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1: spreads the retries. */
  readonly chance: () => number;
  /** The mark that was kept last. */
  readonly from?: string;
  readonly take: TakeReceived;
  readonly onChange?: (health: BridgeHealth) => void;
  /** How large the journal may grow, in bytes, before it is emptied. @default 64 MiB */
  readonly largeJournal?: number;
};

/** Disposing ends signal-cli: it takes at most about a minute, and nothing that was received is left behind. */
export const startSupervised = (deps: SuperviseDeps): Bridge => {
  const {command, account, clock, log, chance, from, take, onChange, largeJournal = LARGE_JOURNAL} = deps;
  const places = preparePlaces(deps.folder);
  const switchboard = createSwitchboard('signal-cli is not running');
  let life: Life = {kind: 'stopped'};
  let work: Promise<void> = Promise.resolve();
  let session: Session | undefined;
  let proof: Proof | undefined;
  let timer: Disposable | undefined;
  /** What runs answers nobody: it is ended before another is started. */
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
      for (const {line} of lines) witness.journalled(line);
    },
    onTrouble: because => {
      trouble = because;
      if (because !== undefined) log.error({because}, 'What Signal delivered cannot be kept; it is tried again.');
      tell();
    },
    onSkipped: sentence => log.error({}, sentence),
  });
  const witness = createWitness({clock, log, journal: () => journal, take: keep, onChange: () => tell()});
  const emptying = createEmptying({
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
      witness.forget();
    },
  });

  const happen = (event: LifeEvent): void => {
    const before = life;
    const decision = decideLife(before, event, clock.now(), chance());
    life = decision.life;
    if (life.kind !== 'up') switchboard.plug(undefined, withoutStop(formatLife(life)));
    if (life !== before) log.info({life: life.kind}, formatLife(life));
    if (decision.step !== undefined) next(decision.step);
    if (life !== before) tell();
  };

  const next = (step: Step): void => {
    // Waiting is no work, and must not hold up the end.
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

  /** Greets whoever listens. Rejects when nobody answers. */
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
    const proving = keepProving({
      clock,
      caller: opened.caller,
      onHung: because => void hung(opened, because),
      onReach: because => {
        unreached = because;
        log.warn({because}, because === undefined ? 'Signal can be reached again.' : 'Signal cannot be reached.');
        tell();
      },
      onProven: proven,
    });
    proof = proving;
    switchboard.plug(watched(opened.caller, proving.suspect, proven), '');
    happen({type: 'greeted', version: opened.version});
    journal.wake();
    emptying.opened();
  };

  const received = (params: unknown): void => {
    journal.wake();
    witness.notified(params);
  };

  /** It must be ended: what is on its way out is not known, and what is on its way in is in the journal or still with Signal. */
  const hung = async (which: Session, because: string): Promise<void> => {
    if (session !== which) return;
    isHung = true;
    hangUp();
    await which[Symbol.asyncDispose]();
    happen({type: 'broken', because: `signal-cli hangs: ${because}. It is ended and started again.`});
  };

  /** The session is over, or about to be. */
  const hangUp = (): void => {
    session = undefined;
    proof?.[Symbol.dispose]();
    proof = undefined;
  };

  /** A process that ends takes its connection with it; how it ended says more than that the connection did. */
  const lost = async (which: Session, because: string): Promise<void> => {
    if (session !== which) return;
    hangUp();
    const told = runner.ending();
    switchboard.plug(undefined, withoutStop(because));
    if (told !== undefined) await within(clock, LAST_WORDS_MS, told);
    happen({type: 'broken', because: `The connection to signal-cli ended: ${because}`});
  };

  /** The order matters: signal-cli that is told to end while it hands something out, or while somebody connects, may lose it or hang. */
  const end = async (): Promise<void> => {
    timer?.[Symbol.dispose]();
    emptying[Symbol.dispose]();
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
    // What it wrote with its last breath.
    await within(clock, DRAIN_MS, journal.drained());
    await journal[Symbol.asyncDispose]();
    witness[Symbol.dispose]();
    happen({type: 'ended'});
  };

  const health = (): BridgeHealth => {
    const swallowed = witness.warning();
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

  const tell = (): void => onChange?.(health());

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
    forgetReceived: emptying.soon,
    [Symbol.asyncDispose]: async () => {
      happen({type: 'stop'});
      await work;
    },
  };
};

const LARGE_JOURNAL = 64 * 1_024 * 1_024;
const LAST_WORDS_MS = 2 * SECOND;
const UNSUBSCRIBE_MS = 15 * SECOND;
/** What signal-cli needs to see that nobody is connected any more. */
const HANG_UP_MS = SECOND / 5;
const DRAIN_MS = 10 * SECOND;
