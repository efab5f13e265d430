// Says in plain words why a channel to a person was chosen, and how an escalation ended. Pure.
import {type Address, channelOf, isPushable} from '../../../shared/records/address.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import type {Escalation, EscalationEnd, WayTried} from '../../../shared/records/delivery/escalation.ts';
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {clockTimeOrMoment, formatDuration} from '../../../shared/time/format-time.ts';

/** A phrase such as `alice was at the terminal until 13:02`. */
export const formatWayReason = ({person}: Pick<Escalation, 'person'>, {at, why}: WayTried, zone: string): string => {
  switch (why.kind) {
    case 'there':
      return `${person} was at the terminal`;
    case 'first':
      return `the first channel of ${person}`;
    case 'away':
      return why.lastKeyAt === undefined
        ? `${person} was not at the terminal`
        : `${person} was at the terminal until ${clockTimeOrMoment(why.lastKeyAt, at, zone)}`;
    case 'unconfirmed': {
      const {before, afterMs, lastKeyAt} = why;
      const left = lastKeyAt === undefined ? '' : `, the last key was at ${clockTimeOrMoment(lastKeyAt, at, zone)}`;
      return `not ${isPushable(before) ? 'delivered' : 'shown'} ${placeOf(before)} within ${formatDuration(afterMs)}${left}`;
    }
    case 'failed':
      return `it failed ${placeOf(why.before)}`;
    default:
      return assertNever(why);
  }
};

export const ENDS: Readonly<Record<EscalationEnd, string>> = {
  answered: 'answered, so no other channel is tried',
  read: 'read, so no other channel is tried',
  shown: 'shown at the terminal, so no other channel is tried',
  silent: 'the agent chose to announce nothing',
  unanswered: 'not answered within 12 hours',
  superseded: 'repeated by a newer message',
  digest: 'came with what waited in quiet hours',
};

const placeOf = (address: Address): string => channelFacts(channelOf(address))?.place ?? `on ${channelOf(address)}`;
