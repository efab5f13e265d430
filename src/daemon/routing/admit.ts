// Policy: may this enter that session, at which trust? Asked on every entry, from a channel or from inside, and it can tell
// the sources apart. A refusal is a sentence; it takes nothing from anybody.

import {channelOfSource, type MessageSource, nameOfSource} from '../../shared/records/message.ts';
import {RUN_KIND_FACTS, RUN_KINDS} from '../../shared/records/run-kinds.ts';
import {isIsolated, type SessionKey, sessionName} from '../../shared/records/session-key.ts';
import {capped, reaches, type Trust} from '../../shared/records/trust.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {DAY, type EpochMs} from '../../shared/time/time.ts';
import type {Config} from '../config/config-schema.ts';
import {allowancesOf, type Bucket, takeToken} from './rate-limit.ts';
import {ceilingOf, trustOf} from './resolve-route.ts';

/** What wants to enter: for whom, where, at the trust that its route or its sender states. */
export type Entrance = {
  readonly session: SessionKey;
  readonly source: MessageSource;
  readonly trust: Trust;
  readonly user?: string | undefined;
};

export type Verdict =
  /** `trust` is what the turn has: never above what was stated, and not above what the session bears. */
  | {readonly kind: 'admit'; readonly trust: Trust}
  /** `later`: only the rate is against it. */
  | {readonly kind: 'refuse'; readonly reason: string; readonly later?: true};

/** The policy with its memory of who entered how often, in the shape the router asks for. */
export const createGate = ({
  config,
  clock,
  wakesBefore = () => 0,
}: {
  readonly config: () => Config;
  readonly clock: Clock;
  /** How many turns alarms began in a session after an instant and before another, as it is kept. @default none */
  readonly wakesBefore?: (session: SessionKey, after: EpochMs, before: EpochMs) => number;
}): ((entrance: Entrance) => Verdict) => {
  const buckets = new Map<string, Bucket>();
  const openedAt = clock.now();
  /** When each session was woken since this daemon began: what was let in a moment ago need not be kept yet. */
  const wakes = new Map<SessionKey, readonly EpochMs[]>();

  /** A limit of a day is one in any 24 hours, also over restarts. */
  const isWokenOut = (session: SessionKey, now: EpochMs): boolean => {
    const since = now - DAY;
    const recent = (wakes.get(session) ?? []).filter(at => at > since);
    wakes.set(session, recent);
    return recent.length + wakesBefore(session, since, openedAt) >= config().limits.wakesPerDay;
  };

  return entrance => {
    const verdict = admit(config(), entrance);
    if (verdict.kind === 'refuse') return verdict;
    const now = clock.now();
    const {source, session} = entrance;
    if (source.kind === 'alarm' && isWokenOut(session, now)) {
      const often = `more than ${config().limits.wakesPerDay} messages in a day`;
      return {kind: 'refuse', reason: `${nameFor(entrance)} sent ${often}.`, later: true};
    }
    const drawn = allowancesOf(source, config().limits).map(({bucket, limit}) => {
      const [rest, ok] = takeToken(buckets.get(bucket), now, limit);
      return {bucket, limit, rest, ok};
    });
    const empty = drawn.find(({ok}) => !ok);
    // Who is refused by one takes nothing from the others.
    for (const {bucket, rest} of empty === undefined ? drawn : [empty]) buckets.set(bucket, rest);
    if (empty === undefined) {
      if (source.kind === 'alarm') wakes.set(session, [...(wakes.get(session) ?? []), now]);
      return verdict;
    }
    const often = `${empty.limit.most} messages in a minute; wait a little`;
    return {kind: 'refuse', reason: `${nameFor(entrance)} sent more than ${often}.`, later: true};
  };
};

/** Everything of the policy but the rate: pure. */
export const admit = (config: Config, {session, source, trust, user}: Entrance): Verdict => {
  const reason =
    wrongSession(config, session, source) ?? wrongPerson(config, source, trust, user) ?? tooLittleTrust(source, trust);
  return reason === undefined ? {kind: 'admit', trust: withinSession(config, session, source, trust)} : refuse(reason);
};

const wrongSession = ({agent}: Config, session: SessionKey, source: MessageSource): string | undefined => {
  const name = sessionName(session);
  if (name === undefined) return `"${session}" names no session; they are named like ${agent.id}:main.`;
  // What the daemon itself set going carries keys it made; a person may have mistyped one.
  if (isPersons(source) && name.agent !== agent.id) {
    return `${session} belongs to no agent here; sessions of this one begin with "${agent.id}:".`;
  }
  return isIsolated(session) && !WORKS_ALONE.has(source.kind)
    ? `${session} works by itself on a schedule; nobody talks in it. The operator may inject into it.`
    : undefined;
};

/** Whoever speaks for a user does so only as long as they are configured, and never with more than they have. */
const wrongPerson = (
  config: Config,
  source: MessageSource,
  trust: Trust,
  user: string | undefined,
): string | undefined => {
  if (user === undefined || SPEAKS_FREELY.has(source.kind) || isAtTheTerminal(source)) return undefined;
  const own = trustOf(config, user);
  if (own === undefined) return `${user} is not, or no longer, a user of this agent, and so has no trust.`;
  return reaches(own, trust) ? undefined : `The trust asked for is ${trust}, and ${user} has ${own}.`;
};

const tooLittleTrust = ({kind}: MessageSource, trust: Trust): string | undefined =>
  trust === 'public' && !SPEAKS_FREELY.has(kind) ? 'Trust "public" starts no turns.' : undefined;

/** In a direct conversation the operator may state more than the person in it has; in a group not even they can. */
const withinSession = (config: Config, session: SessionKey, source: MessageSource, trust: Trust): Trust =>
  source.kind === 'operator' && sessionName(session)?.kind === 'dm' ? trust : capped(trust, ceilingOf(config, session));

const nameFor = ({source, user}: Entrance): string =>
  source.kind === 'alarm' ? 'Alarms' : (user ?? nameOfSource(source) ?? `The ${source.kind}`);

const refuse = (reason: string): Verdict => ({kind: 'refuse', reason});

const isPersons = ({kind}: MessageSource): boolean => kind === 'user' || kind === 'operator';

/** The socket says who that is. */
const isAtTheTerminal = (source: MessageSource): boolean => channelOfSource(source) === 'terminal';

/** Who may enter a session that works by itself. */
const WORKS_ALONE: ReadonlySet<string> = new Set([
  'system',
  'operator',
  ...RUN_KINDS.filter(kind => RUN_KIND_FACTS[kind].worksAlone),
]);
/** Who states a trust that nobody else has to answer for. */
const SPEAKS_FREELY: ReadonlySet<MessageSource['kind']> = new Set(['operator', 'system'] as const);
