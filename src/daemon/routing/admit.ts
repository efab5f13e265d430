// The policy: may this message enter that session, and with which trust? Checked for every entry, from channels and
// inside. A refusal is a sentence and costs no rate limit.

import {RUN_KIND_FACTS, RUN_KINDS} from '../../shared/records/jobs/run-kinds.ts';
import {channelOfSource, type MessageSource, nameOfSource} from '../../shared/records/message.ts';
import {
  isIsolated,
  kindOfSession,
  type SessionKey,
  type SessionKind,
  sessionName,
  wakeSessions,
} from '../../shared/records/session-key.ts';
import {capped, reaches, type Trust} from '../../shared/records/trust.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {DAY, type EpochMs} from '../../shared/time/time.ts';
import type {Config} from '../config/config-schema.ts';
import type {WokenPlace} from '../ports/conversation-store.ts';
import {allowanceOf, type Bucket, takeToken} from './rate-limit.ts';
import {type ChatUser, ceilingOf, trustOf} from './resolve-route.ts';

/** A message that wants to enter, with the trust stated by its route or sender. */
export type Entrance = {
  readonly session: SessionKey;
  readonly source: MessageSource;
  readonly trust: Trust;
  readonly user?: string | undefined;
};

export type Verdict =
  /** `trust`: the turn's trust, never above the stated trust or the session's ceiling. */
  | {readonly kind: 'admit'; readonly trust: Trust}
  /** `later`: only the rate limit refused it. */
  | {readonly kind: 'refuse'; readonly reason: string; readonly later?: true};

/** Creates the policy with its rate limits, in the router's format. */
export const createGate = ({
  config,
  clock,
  wakesBefore = () => 0,
  chatUser,
}: {
  readonly config: () => Config;
  readonly clock: Clock;
  /**
   * Counts turns that alarms, timers and other conversations started there between two stored instants. @default none
   */
  readonly wakesBefore?: (there: WokenPlace, after: EpochMs, before: EpochMs) => number;
  readonly chatUser?: ChatUser;
}): ((entrance: Entrance) => Verdict) => {
  const buckets = new Map<string, Bucket>();
  const openedAt = clock.now();
  /** Such turns per place since this start. A turn admitted a moment ago may not be stored yet. */
  const wakes = new Map<string, readonly EpochMs[]>();

  /** The daily limit counts any 24 hours, also across restarts. */
  const isWokenOut = (there: WokenPlace, now: EpochMs): boolean => {
    const since = now - DAY;
    const recent = (wakes.get(nameOf(there)) ?? []).filter(at => at > since);
    wakes.set(nameOf(there), recent);
    return recent.length + wakesBefore(there, since, openedAt) >= config().limits.wakesPerDay;
  };

  /** Otherwise a wake-up that opens a conversation each time would never reach the limit. */
  const placeOf = ({session, user}: Entrance): WokenPlace => {
    const opened = wakeSessions(config().agent.id);
    const person = session.startsWith(opened) ? (chatUser?.(session) ?? user) : undefined;
    return person === undefined ? {session} : {sessionsFrom: opened, person};
  };

  return entrance => {
    const verdict = admit(config(), entrance, chatUser);
    if (verdict.kind === 'refuse') return verdict;
    const now = clock.now();
    const {source} = entrance;
    const place = isWaking(source) ? placeOf(entrance) : undefined;
    if (place !== undefined && isWokenOut(place, now)) {
      const often = `more than ${config().limits.wakesPerDay} messages in a day`;
      return {kind: 'refuse', reason: `${nameFor(entrance)} sent ${often}.`, later: true};
    }
    const allowance = allowanceOf(source, config().limits);
    if (allowance !== undefined) {
      const {bucket, limit} = allowance;
      const [rest, ok] = takeToken(buckets.get(bucket), now, limit);
      buckets.set(bucket, rest);
      const often = `${limit.most} messages in a minute; wait a little`;
      if (!ok) return {kind: 'refuse', reason: `${nameFor(entrance)} sent more than ${often}.`, later: true};
    }
    if (place !== undefined) wakes.set(nameOf(place), [...(wakes.get(nameOf(place)) ?? []), now]);
    return verdict;
  };
};

const nameOf = (there: WokenPlace): string =>
  'session' in there ? there.session : `${there.sessionsFrom} ${there.person}`;

/** The policy without rate limits. Pure. */
export const admit = (config: Config, {session, source, trust, user}: Entrance, chatUser?: ChatUser): Verdict => {
  // A wake-up may open a conversation of its person.
  const userOf: ChatUser = key => chatUser?.(key) ?? (source.kind === 'wake' ? user : undefined);
  const reason =
    wrongSession(config, session, source) ?? wrongPerson(config, source, trust, user) ?? tooLittleTrust(source, trust);
  return reason === undefined
    ? {kind: 'admit', trust: withinSession(source, trust, {session, ceiling: ceilingOf(config, session, userOf)})}
    : refuse(reason);
};

const wrongSession = ({agent}: Config, session: SessionKey, source: MessageSource): string | undefined => {
  const name = sessionName(session);
  if (name === undefined) return `"${session}" isn't a conversation key. Example: ${agent.id}:main.`;
  // Only people can mistype a session key. The daemon's own keys are right.
  if (isPersons(source) && name.agent !== agent.id) {
    return `${session} isn't a conversation of this agent. Its keys start with "${agent.id}:".`;
  }
  return isIsolated(session) && !WORKS_ALONE.has(source.kind)
    ? `${session} runs on a schedule and takes no messages. Only the operator can inject into it.`
    : undefined;
};

/** Refuses a source that acts for an unconfigured user, or with more trust than that user has. */
const wrongPerson = (
  config: Config,
  source: MessageSource,
  trust: Trust,
  user: string | undefined,
): string | undefined => {
  if (user === undefined || SPEAKS_FREELY.has(source.kind) || isAtTheTerminal(source)) return undefined;
  const own = trustOf(config, user);
  if (own === undefined) return `${user} isn't a configured user.`;
  return reaches(own, trust) ? undefined : `The requested trust is ${trust}, but ${user} has ${own}.`;
};

const tooLittleTrust = ({kind}: MessageSource, trust: Trust): string | undefined =>
  trust === 'public' && !STARTS_AT_ANY_TRUST.has(kind) ? 'Trust "public" starts no turns.' : undefined;

/** In a person's conversation the operator may exceed the person's trust. In a group nobody exceeds the ceiling. */
const withinSession = (
  source: MessageSource,
  trust: Trust,
  {session, ceiling}: {readonly session: SessionKey; readonly ceiling: Trust},
): Trust => (source.kind === 'operator' && ONE_PERSONS.has(kindOfSession(session)) ? trust : capped(trust, ceiling));

const ONE_PERSONS: ReadonlySet<SessionKind> = new Set(['dm', 'person'] as const);

const nameFor = ({source, user}: Entrance): string =>
  source.kind === 'alarm' ? 'Alarms' : (user ?? nameOfSource(source) ?? `The ${source.kind}`);

/** True if the source starts turns by itself, so that two of them could start each other for ever. */
const isWaking = ({kind}: MessageSource): boolean => WAKING.has(kind);

const refuse = (reason: string): Verdict => ({kind: 'refuse', reason});

const isPersons = ({kind}: MessageSource): boolean => kind === 'user' || kind === 'operator';

/** The socket proves the identity of the terminal's user. */
const isAtTheTerminal = (source: MessageSource): boolean => channelOfSource(source) === 'terminal';

/** Sources that may enter an isolated session. */
const WORKS_ALONE: ReadonlySet<string> = new Set([
  'system',
  'operator',
  ...RUN_KINDS.filter(kind => RUN_KIND_FACTS[kind].worksAlone),
]);
const WAKING: ReadonlySet<MessageSource['kind']> = new Set(['alarm', 'wake', 'session', 'broadcast'] as const);
/** Sources that may state any trust. */
const SPEAKS_FREELY: ReadonlySet<MessageSource['kind']> = new Set(['operator', 'system'] as const);
/** Sources that start turns even at trust "public". The operator configured each hook and its secret. */
const STARTS_AT_ANY_TRUST: ReadonlySet<MessageSource['kind']> = new Set([
  'operator',
  'system',
  'webhook',
  'wake',
] as const);
