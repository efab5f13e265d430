// The ways to a person, in the order of their configuration. Pure.
import {type Address, channelOf, isPushable, TERMINAL} from '../../../shared/records/address.ts';
import type {ReachKind, WayReason, WayTried} from '../../../shared/records/delivery/escalation.ts';
import type {SeenPerson} from '../../../shared/records/delivery/presence.ts';
import {readTimeout} from '../../../shared/time/job-timeout.ts';
import {MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {UserConfig} from '../../config/config-schema.ts';

/**
 * The addresses on which a person is tried in turn. Undefined without a configured order: all of them are used at once.
 */
export const waysOf = (
  {match, reach}: Pick<UserConfig, 'match' | 'reach'>,
  kind: ReachKind,
): readonly Address[] | undefined => {
  const names = isList(reach) ? reach : reach?.[kind];
  if (names === undefined) return undefined;
  const addresses = names.flatMap(name => match.filter(address => address === name || channelOf(address) === name));
  return addresses.length === 0 ? undefined : [...new Set(addresses)];
};

/** Time for a way to confirm before the next one is tried, in ms. */
export const waitOf = ({reachAfter}: Pick<UserConfig, 'reachAfter'>, kind: ReachKind): number => {
  if (typeof reachAfter === 'number') return reachAfter * SECOND;
  return readTimeout(reachAfter) ?? USUAL_MS[kind];
};

export type Around = {
  /** The presence of the person at the terminal. Undefined for people who never use it. */
  readonly seen: SeenPerson | undefined;
  /** True if deliveries can leave on a channel. */
  readonly serves: (channel: string) => boolean;
};

/**
 * The first way that wasn't tried and on which the person is: the terminal only while they sit there. A way that isn't
 * set up is left out. Undefined if none is left.
 */
export const nextWay = (
  {ways, tried}: {readonly ways: readonly Address[]; readonly tried: readonly WayTried[]},
  {seen, serves}: Around,
): Address | undefined =>
  ways.find(address => {
    if (tried.some(attempt => attempt.address === address)) return false;
    return isPushable(address) ? serves(channelOf(address)) : seen?.presence === 'active';
  });

/** The reason why the first way was chosen. */
export const firstReason = (ways: readonly Address[], first: Address, {seen}: Around): WayReason => {
  if (first === TERMINAL && seen?.presence === 'active') return {kind: 'there'};
  const isPassedOver = ways.includes(TERMINAL) && ways.indexOf(TERMINAL) < ways.indexOf(first);
  if (!isPassedOver) return {kind: 'first'};
  return {kind: 'away', lastKeyAt: seen?.lastKeyAt === undefined ? undefined : seen.lastKeyAt};
};

const isList = (reach: UserConfig['reach']): reach is readonly string[] => Array.isArray(reach);

const USUAL_MS: Readonly<Record<ReachKind, number>> = {reminder: 3 * MINUTE, announce: 15 * MINUTE};
