// Reports how each configured person is reached: their addresses, the state of each channel, and the last proof that it
// works.

import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {type Address, channelOf, isAddress, isPushable, TERMINAL} from '../../../shared/records/address.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import type {HeldMessage} from '../../../shared/records/delivery/escalation.ts';
import type {PersonStatus, SeenPerson} from '../../../shared/records/delivery/presence.ts';
import type {PersonWays, RingAnswer, Way} from '../../../shared/records/delivery/way.ts';
import {mainSession} from '../../../shared/records/session-key.ts';
import {GatewayError, unknownUser} from '../../../shared/text/gateway-error.ts';
import type {Config, UserConfig} from '../../config/config-schema.ts';
import type {Core} from '../../core.ts';
import {waysOf} from '../../delivery/reach/ways.ts';
import {reminderTargets} from '../../delivery/targets.ts';
import {keepTestAnswer, testAnswer} from '../../delivery/test-answers.ts';
import {planQuiet, setQuiet} from './set-quiet.ts';

export type ReachService = {
  readonly list: () => readonly PersonWays[];
  /** The presence of each configured person. Only the owner uses the terminal. */
  readonly people: () => readonly PersonStatus[];
  /**
   * Says how long a person wants quiet, with `span`; plans quiet with `from` and `until`. Without a name: the owner.
   * Throws `invalid` for words that name no time.
   */
  readonly quiet: (
    name: string | undefined,
    words?: {readonly span?: string; readonly from?: string; readonly until?: string},
  ) => PersonStatus;
  /** Delivers held messages now. Returns their number. */
  readonly digest: (name: string | undefined) => number;
  /** The messages that quiet hours hold back, of all people. */
  readonly waiting: () => readonly HeldMessage[];
  /** Delivers the held messages about this run, turn or request now. Returns their number. */
  readonly release: (id: string) => number;
  /** Stores whether a test message arrived at an address of a configured person. */
  readonly answer: (address: string, arrived: boolean) => RingAnswer;
};

type ReachDeps = Core & {
  readonly statuses: () => readonly ChannelStatus[];
  /** The presence of the person at the terminal. */
  readonly seen: () => SeenPerson;
};

export const createReachService = (deps: ReachDeps): ReachService => {
  const {config, statuses} = deps;
  return {
    list: () => {
      const channels = statuses();
      return config().users.map(({name, match}) => ({
        name,
        isOwner: match.includes(TERMINAL),
        ways: match.map(address => wayTo(deps, address, channels)),
      }));
    },
    people: () => config().users.map(user => personStatus(deps, user)),
    quiet: (name, {span, from, until} = {}) => {
      const user = userNamed(config(), name);
      if (from !== undefined && until !== undefined) planQuiet(deps, user.name, from, until);
      else if (span !== undefined) setQuiet(deps, user.name, span);
      return personStatus(deps, user);
    },
    digest: name => deps.reach.deliverHeld(userNamed(config(), name).name),
    waiting: deps.reach.heldMessages,
    release: deps.reach.releaseHeld,
    answer: (given, arrived) => {
      const address = isAddress(given) ? deps.people.canonical(given) : given;
      if (!isAddress(address) || !config().users.some(({match}) => match.includes(address))) {
        throw new GatewayError('not_found', `No person has the address "${address}". See: rooster reach`);
      }
      return keepTestAnswer(deps, address, arrived);
    },
  };
};

const userNamed = ({users}: Config, name: string | undefined): UserConfig => {
  const user = users.find(each => (name === undefined ? each.match.includes(TERMINAL) : each.name === name));
  if (user !== undefined) return user;
  throw unknownUser(
    name,
    users.map(each => each.name),
  );
};

const personStatus = (deps: ReachDeps, user: UserConfig): PersonStatus => {
  const {name, match} = user;
  const planned = deps.reach.plannedQuiet(name);
  const held = deps.store.escalations.open(MOST_HELD, name).filter(({state}) => state === 'held').length;
  return {
    name,
    ...(match.includes(TERMINAL) ? deps.seen() : {presence: 'away' as const}),
    reach: waysOf(user, 'reminder') ?? reminderTargets({session: mainSession(deps.config().agent.id)}, match),
    quietUntil: deps.reach.quietUntil(name),
    planned: planned.length > 0 ? planned : undefined,
    held: held > 0 ? held : undefined,
  };
};

const wayTo = (deps: ReachDeps, address: Address, channels: readonly ChannelStatus[]): Way => {
  const channel = channelOf(address);
  const facts = {address, channel, tested: testAnswer(deps, address)};
  if (!isPushable(address)) return {...facts, state: 'up'};
  const lastSentAt = deps.store.ledger.of(address).newestOut?.at;
  return {...facts, ...stateOf(channel, channels), lastSentAt};
};

const stateOf = (channel: string, channels: readonly ChannelStatus[]): Pick<Way, 'state' | 'reason'> => {
  const status = channels.find(each => each.channel === channel);
  const reason = status?.outboundDetail ?? status?.detail;
  if (status === undefined || (status.outbound === 'off' && reason === undefined)) {
    const {label = channel, setUp} = channelFacts(channel) ?? {};
    return {state: 'off', reason: `${label} is not set up.${setUp === undefined ? '' : ` Run: ${setUp}`}`};
  }
  if (status.outbound === 'up') return {state: 'up'};
  return {state: status.outbound, reason};
};

const MOST_HELD = 1_000;
