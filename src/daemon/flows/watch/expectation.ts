// The stored state of an expected call: the last one, the time of the next one, and the sentences about it. Pure.
//
// Rooster may only blame the other program for time in which it listened itself. A span in which it didn't (it was
// stopped, the machine slept, the port was taken) is kept until the next call, is said in the notice, and gives the
// other program a while to call again.
import type {DeafSpan, ExpectedCall} from '../../../shared/records/expected-call.ts';
import {clockTime, formatDuration, momentWithZone} from '../../../shared/time/format-time.ts';
import {type EpochMs, HOUR} from '../../../shared/time/time.ts';

export type Expectation = {
  /** Rooster waits for calls since then. */
  readonly sinceAt: EpochMs;
  readonly lastAt?: EpochMs;
  /** The person was told then that no call came. */
  readonly overdueAt?: EpochMs;
  /** Since the last call, oldest first. */
  readonly deaf: readonly DeafSpan[];
};

/** After a span without listening, the call may come within the hour, or within a shorter `expect`. */
export const dueAtOf = ({sinceAt, lastAt = sinceAt, deaf}: Expectation, withinMs: number): EpochMs =>
  Math.max(lastAt + withinMs, (deaf.at(-1)?.to ?? 0) + Math.min(withinMs, LONGEST_GRACE_MS));

const withDeaf = (expectation: Expectation, span: DeafSpan): Expectation => {
  const {deaf, lastAt = expectation.sinceAt} = expectation;
  const from = Math.max(span.from, lastAt);
  return from >= span.to ? expectation : {...expectation, deaf: [...deaf, {from, to: span.to}].slice(-MOST_DEAF)};
};

/** The state of every hook, and the last instant at which Rooster listened. */
export type Expectations = {
  readonly heardAt?: EpochMs;
  readonly hooks: Readonly<Record<string, Expectation>>;
};

/** Rooster listens at `now` for these hooks. A pause longer than `longestMs` before it is a span without listening. */
export const heardAt = (
  now: EpochMs,
  before: Expectations,
  {names, longestMs}: {readonly names: readonly string[]; readonly longestMs: number},
): Expectations => {
  const {heardAt: last = now} = before;
  const hooks = names.map(name => {
    const state = before.hooks[name] ?? {sinceAt: now, deaf: []};
    return [name, now - last > longestMs ? withDeaf(state, {from: last, to: now}) : state] as const;
  });
  return {heardAt: now, hooks: Object.fromEntries(hooks)};
};

/** After the clock was set back. */
export const earlierBy = (byMs: number, {heardAt: last, hooks}: Expectations): Expectations => ({
  heardAt: last && last - byMs,
  hooks: Object.fromEntries(Object.entries(hooks).map(([name, state]) => [name, movedBy(byMs, state)])),
});

const movedBy = (byMs: number, {sinceAt, lastAt, overdueAt, deaf}: Expectation): Expectation => {
  const moved = (at: EpochMs | undefined): EpochMs | undefined => at && at - byMs;
  return {
    sinceAt: sinceAt - byMs,
    lastAt: moved(lastAt),
    overdueAt: moved(overdueAt),
    deaf: deaf.map(({from, to}) => ({from: from - byMs, to: to - byMs})),
  };
};

export const callOf = (hook: string, withinMs: number, expectation: Expectation): ExpectedCall => {
  const {sinceAt, lastAt, overdueAt, deaf} = expectation;
  const dueAt = dueAtOf(expectation, withinMs);
  return {hook, withinMs, sinceAt, lastAt, dueAt, overdueAt, deaf: deaf.length === 0 ? undefined : deaf};
};

export const formatOverdue = (name: string, withinMs: number, state: Expectation, now: EpochMs, zone: string): string =>
  [
    `No ping from ${name} for ${formatDuration(now - (state.lastAt ?? state.sinceAt))}: ${lastCall(state, now, zone)}.`,
    `One is expected within ${formatDuration(withinMs)}.`,
    ...formatDeaf(state.deaf, now, zone),
  ].join(' ');

/** The problem that status and doctor show. */
export const overdueReason = (call: ExpectedCall, now: EpochMs, zone: string): string =>
  [
    `No ping came within ${formatDuration(call.withinMs)}: ${lastCall(call, now, zone)}.`,
    ...formatDeaf(call.deaf ?? [], now, zone),
  ].join(' ');

export const formatReturned = (name: string, {sinceAt, lastAt}: Expectation, now: EpochMs, zone: string): string =>
  `${name} pings again, since ${momentWithZone(now, now, zone)}, after ${formatDuration(now - (lastAt ?? sinceAt))} without.`;

const lastCall = ({lastAt, sinceAt}: Pick<ExpectedCall, 'lastAt' | 'sinceAt'>, now: EpochMs, zone: string): string =>
  lastAt === undefined
    ? `none has come since ${momentWithZone(sinceAt, now, zone)}`
    : `the last one came ${momentWithZone(lastAt, now, zone)}`;

const formatDeaf = (deaf: readonly DeafSpan[], now: EpochMs, zone: string): readonly string[] => {
  const [longest, ...others] = deaf.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  if (longest === undefined) return [];
  const more = others.length === 0 ? '' : `, and ${others.length === 1 ? 'once' : `${others.length} times`} more`;
  const to = longest.to - longest.from < HOUR ? clockTime(longest.to, zone) : momentWithZone(longest.to, now, zone);
  const span = `from ${momentWithZone(longest.from, now, zone)} to ${to}`;
  return [`Rooster was not listening ${span}${more}, so a ping may have been missed.`];
};

const LONGEST_GRACE_MS = HOUR;
const MOST_DEAF = 20;
