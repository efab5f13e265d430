// Pings a watcher outside, which alarms the person when no ping comes: healthchecks.io, or a hook of another Rooster. A
// ping says that reminders reach the person, so none is sent while Rooster can't store anything, or while Signal is
// configured and was not proven lately.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {PingStatus} from '../../../shared/records/expected-call.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {stopped} from '../../../shared/text/sentences.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {readSpan} from '../../../shared/time/job-timeout.ts';
import {type EpochMs, MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {Config} from '../../config/config-schema.ts';
import type {PingConfig} from '../../config/http-config.ts';
import type {World} from '../../ports/system.ts';

type Pinging = Pick<World, 'clock' | 'log'> & {
  readonly config: () => Pick<Config, 'ping' | 'signal'>;
  readonly channels: () => readonly ChannelStatus[];
  /** A sentence if Rooster can't store anything now. */
  readonly whyNotReady: () => string | undefined;
  readonly watcher: Watcher;
};

/** The watcher outside. */
type Watcher = {
  /** Resolves with undefined once the watcher has accepted a ping, else with a sentence. Never rejects. */
  readonly ping: (ping: PingConfig, signal: AbortSignal) => Promise<string | undefined>;
  /** Its host; the rest of the address is a secret. */
  readonly hostOf: (ping: PingConfig) => string;
};

export type Pings = Disposable & {
  /** Call it at the start and after the configuration changed. */
  readonly follow: () => void;
  readonly status: () => PingStatus | undefined;
  readonly problems: () => readonly Problem[];
};

export const openPings = (deps: Pinging): Pings => {
  const {clock, log, config} = deps;
  const closing = new AbortController();
  let ticking: Disposable | undefined;
  let settings: PingConfig | undefined;
  let state: State = UNTRIED;

  const look = async (): Promise<void> => {
    const {ping} = config();
    if (ping === undefined || clock.now() < state.nextAt) return;
    const before = state;
    const everyMs = readSpan(ping.every) ?? MINUTE;
    const failure = deps.whyNotReady() ?? whySignalIsUnproven(deps) ?? (await deps.watcher.ping(ping, closing.signal));
    if (closing.signal.aborted || settings !== ping) return;
    const now = clock.now();
    if (failure === undefined) {
      if (before.why !== undefined) log.info({}, 'The watcher gets pings again.');
      state = {lastAt: now, nextAt: now + everyMs - TICK_SLACK_MS, failures: 0};
      return;
    }
    // Said once, until a ping succeeds.
    if (before.why === undefined) log.warn({}, `No ping to the watcher: ${failure}`);
    const pauseMs = Math.min(everyMs, SHORTEST_PAUSE_MS * 2 ** before.failures);
    state = {...before, why: failure, nextAt: now + pauseMs - TICK_SLACK_MS, failures: before.failures + 1};
  };

  const follow = (): void => {
    const {ping} = config();
    if (ping === settings) return;
    settings = ping;
    state = UNTRIED;
    ticking?.[Symbol.dispose]();
    ticking = ping === undefined ? undefined : clock.lookAgain('ping', lookSafely);
    if (ping !== undefined) void lookSafely();
  };

  /** A clock that was set back would silence the pings until it has caught up. */
  const lookSafely = (): Promise<void> => {
    const {ping} = config();
    const longest = (ping && readSpan(ping.every)) ?? 0;
    if (state.nextAt - clock.now() > longest) state = {...state, nextAt: 0};
    return look();
  };

  return {
    follow,
    status: () => {
      const {ping} = config();
      if (ping === undefined) return undefined;
      const {lastAt, why} = state;
      return {host: deps.watcher.hostOf(ping), everyMs: readSpan(ping.every) ?? MINUTE, lastAt, why};
    },
    problems: () =>
      state.why === undefined ? [] : [{key: 'ping', reason: state.why, inForce: 'Rooster tries again.'}],
    [Symbol.dispose]: () => {
      closing.abort();
      ticking?.[Symbol.dispose]();
    },
  };
};

type State = {
  readonly nextAt: EpochMs;
  readonly failures: number;
  readonly lastAt?: EpochMs;
  readonly why?: string;
};

const UNTRIED: State = {nextAt: 0, failures: 0};

/** Signal is checked every 10 minutes while nothing comes or goes. */
const whySignalIsUnproven = ({config, channels, clock}: Pinging): string | undefined => {
  if (config().signal === undefined) return undefined;
  const signal = channels().find(({channel}) => channel === 'signal');
  if (signal?.inbound !== 'up' || signal.outbound !== 'up')
    return `Signal does not work${signal?.detail === undefined ? '.' : `: ${stopped(signal.detail)}`}`;
  const {provenAt} = signal;
  if (provenAt === undefined) return 'Signal is not verified yet.';
  const agoMs = Math.abs(clock.now() - provenAt);
  return agoMs <= PROOF_MS ? undefined : `Signal was verified ${formatDuration(agoMs)} ago, which is too long.`;
};

/** Two checks of Signal may be missing. */
const PROOF_MS = 25 * MINUTE;
/** A tick that comes a little early still counts. */
const TICK_SLACK_MS = 5 * SECOND;
const SHORTEST_PAUSE_MS = 30 * SECOND;
