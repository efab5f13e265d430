// Runs exactly one signal-cli: starts it, or takes over the one that a daemon before us left; keeps what its journal holds; starts it
// again when it ends; ends it cleanly. What to do when is decided in `life`; here it is done, one step after the other.
import {renameSync, rmSync} from 'node:fs';
import type {Clock} from '../../../../shared/clock.ts';
import {assertNever, wordsFor} from '../../../../shared/gateway-error.ts';
import {type EpochMs, MINUTE, SECOND} from '../../../../shared/time.ts';
import type {Log} from '../../../ports.ts';
import type {Bridge, BridgeHealth, TakeReceived} from './bridge.ts';
import {withoutStop} from './calls/call.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import {createSwitchboard} from './calls/switchboard.ts';
import {type CliProcess, endProcess, findOrphan, startCli} from './cli-process.ts';
import {healthOf} from './health.ts';
import {followJournal, type Journal} from './journal.ts';
import {decideLife, type Life, type LifeEvent, lifeWords, type Step} from './life.ts';
import {daemonArguments, preparePlaces} from './places.ts';
import {greet, type Session} from './session.ts';
import {readStderr, type StderrWord} from './stderr-words.ts';
import {pause, within} from './waiting.ts';

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
  let child: CliProcess | undefined;
  /** Settles when the end of the child has been told. */
  let watched: Promise<void> | undefined;
  let session: Session | undefined;
  let timer: Disposable | undefined;
  let tidying: Disposable | undefined;
  let starts = 0;
  let version: string | undefined;
  let trouble: string | undefined;
  let lastReceivedAt: EpochMs | undefined;

  const journal: Journal = followJournal({
    path: places.journal,
    clock,
    ...(from !== undefined && {from}),
    take: async lines => {
      await take(lines.map(({line, mark}) => ({raw: line, mark})));
      lastReceivedAt = clock.now();
    },
    onTrouble: because => {
      trouble = because;
      if (because !== undefined) log.error({because}, 'What Signal delivered cannot be kept; it is tried again.');
      tell();
    },
    onSkipped: sentence => log.error({}, sentence),
  });

  const happen = (event: LifeEvent): void => {
    const before = life;
    const decision = decideLife(before, event, clock.now(), chance());
    life = decision.life;
    if (life.kind !== 'up') switchboard.plug(undefined, withoutStop(lifeWords(life)));
    if (life !== before) log.info({life: life.kind}, lifeWords(life));
    if (decision.step !== undefined) next(decision.step);
    if (life !== before) tell();
  };

  const next = (step: Step): void => {
    // Waiting is no work, and must not hold up the end.
    if (step === 'wait') wait();
    else work = work.then(() => act(step)).catch(error => happen({type: 'broken', because: wordsFor(error)}));
  };

  const act = (step: Exclude<Step, 'wait'>): Promise<void> => {
    switch (step) {
      case 'look':
        return look();
      case 'spawn':
        return spawn();
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
      await open();
    } catch {
      await clear();
      happen({type: 'vacant'});
    }
  };

  const meet = async (): Promise<void> => {
    try {
      await open();
    } catch (error) {
      happen({type: 'broken', because: wordsFor(error)});
    }
  };

  /** Greets whoever listens. Rejects when nobody answers. */
  const open = async (): Promise<void> => {
    const opened = await greet({place: {path: places.socket}, clock, onReceived: journal.wake});
    if (life.kind !== 'starting') {
      await opened[Symbol.asyncDispose]();
      return;
    }
    session = opened;
    version = opened.version;
    void opened.closed.then(because => lost(opened, because));
    switchboard.plug(opened.caller, '');
    happen({type: 'greeted', version: opened.version});
    journal.wake();
    tidyLater(opened);
  };

  /** The journal grows with every message; it is emptied when it is large, and at that moment nothing is received. */
  const tidyLater = (which: Session): void => {
    tidying?.[Symbol.dispose]();
    tidying = clock.after(TIDY_EVERY_MS, () => {
      if (session !== which) return;
      if (journal.offset > largeJournal) void tidy(which);
      tidyLater(which);
    });
  };

  const tidy = async (which: Session): Promise<void> => {
    try {
      if (await which.whileQuiet(journal.empty)) log.info({}, 'The journal of signal-cli was emptied.');
      else log.warn({}, 'The journal of signal-cli was not emptied: it goes on receiving. It is tried again.');
    } catch (error) {
      log.warn({because: wordsFor(error)}, 'The journal of signal-cli could not be emptied; it is tried again.');
    }
  };

  /** A process that ends takes its connection with it; how it ended says more than that the connection did. */
  const lost = async (which: Session, because: string): Promise<void> => {
    if (session !== which) return;
    session = undefined;
    const told = child === undefined ? undefined : watched;
    switchboard.plug(undefined, withoutStop(because));
    if (told !== undefined) await within(clock, LAST_WORDS_MS, told);
    happen({type: 'broken', because: `The connection to signal-cli ended: ${because}`});
  };

  /** Ends whatever of ours is left that does not answer, and frees the socket: a file that nobody listens on keeps the next one out. */
  const clear = async (): Promise<void> => {
    const leftover = child ?? (await findOrphan(places, clock));
    // What it says while it is ended is no news.
    child = undefined;
    if (leftover !== undefined) await endProcess(leftover, clock);
    rmSync(places.socket, {force: true});
  };

  const spawn = async (): Promise<void> => {
    if (life.kind !== 'starting') return;
    starts += 1;
    keepOldWords(places.stderr);
    const started = startCli(command, daemonArguments(account, places), places);
    child = started;
    watched = watch(started);
  };

  const watch = async (started: CliProcess): Promise<void> => {
    let last: {readonly word: StderrWord; readonly at: EpochMs} | undefined;
    const listener = followJournal({
      path: places.stderr,
      clock,
      lookEveryMs: SECOND / 10,
      take: lines => {
        for (const {line} of lines) {
          log.debug({line}, 'signal-cli says something.');
          const word = readStderr(line);
          if (word === undefined) continue;
          last = {word, at: clock.now()};
          if (child === started) happen({type: 'told', word});
        }
      },
    });
    const tooSlow = (): void => {
      if (child === started && life.kind === 'starting') happen({type: 'broken', because: TOO_SLOW});
    };
    using _ = clock.after(READY_WITHIN_MS, tooSlow);
    const how = await started.exited;
    await listener.drained();
    await listener[Symbol.asyncDispose]();
    if (child !== started) return;
    child = undefined;
    const word = last !== undefined && clock.now() - last.at < LAST_WORDS_COUNT_MS ? last.word : undefined;
    happen({type: 'exited', how, ...(word !== undefined && {word})});
  };

  /** The order matters: signal-cli that is told to end while it hands something out, or while somebody connects, may lose it or hang. */
  const end = async (): Promise<void> => {
    timer?.[Symbol.dispose]();
    tidying?.[Symbol.dispose]();
    const last = session;
    session = undefined;
    if (last !== undefined) {
      await within(clock, UNSUBSCRIBE_MS, last.unsubscribe());
      await within(clock, DRAIN_MS, journal.drained());
      await last[Symbol.asyncDispose]();
      await pause(clock, HANG_UP_MS);
    }
    await clear();
    rmSync(places.pid, {force: true});
    // What it wrote with its last breath.
    await within(clock, DRAIN_MS, journal.drained());
    await journal[Symbol.asyncDispose]();
    happen({type: 'ended'});
  };

  const health = (): BridgeHealth =>
    healthOf({life, trouble, interruption: undefined, replays: true, version, starts, lastReceivedAt});

  const tell = (): void => onChange?.(health());

  happen({type: 'start'});
  return {
    rpc: createSignalRpc(switchboard),
    get health() {
      return health();
    },
    retryNow: () => {
      timer?.[Symbol.dispose]();
      happen({type: 'start'});
    },
    [Symbol.asyncDispose]: async () => {
      happen({type: 'stop'});
      await work;
    },
  };
};

/** The words of the last start are kept for people to read; those of this one are read from the beginning of the file. */
const keepOldWords = (path: string): void => {
  try {
    renameSync(path, `${path}.1`);
  } catch {
    // There are none.
  }
};

const TIDY_EVERY_MS = 10 * MINUTE;
const LARGE_JOURNAL = 64 * 1_024 * 1_024;
const READY_WITHIN_MS = 2 * MINUTE;
const LAST_WORDS_MS = 2 * SECOND;
/** What it said longer ago than this is not why it ended. */
const LAST_WORDS_COUNT_MS = MINUTE;
const UNSUBSCRIBE_MS = 15 * SECOND;
/** What signal-cli needs to see that nobody is connected any more. */
const HANG_UP_MS = SECOND / 5;
const DRAIN_MS = 10 * SECOND;
const TOO_SLOW = 'signal-cli did not get ready within 2 minutes; it is started again.';
