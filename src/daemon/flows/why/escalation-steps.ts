// Trace steps of an escalation: which way was chosen and why, and what ended it. Pure.
import type {Escalation} from '../../../shared/records/delivery/escalation.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import {ENDS, formatWayReason} from '../../delivery/reach/format-way.ts';
import type {Called} from './format-trace.ts';
import type {Trace} from './gather-trace.ts';

export const stepsOfWays = (
  escalation: Escalation,
  {deliveries}: Pick<Trace, 'deliveries'>,
  called: Called,
): readonly TraceStep[] => {
  const {person, about, tried, state, createdAt, nextAt} = escalation;
  if (state === 'held') {
    const until = nextAt === undefined ? '' : `, until ${called.time(nextAt, called.zone(person))}`;
    return [
      {
        at: createdAt,
        id: about,
        what: `waits for the end of quiet hours${until}; to send it now: rooster outbox release ${about}`,
        kind: 'delivery',
      },
    ];
  }
  return tried.map((way, index): TraceStep => {
    const {address, at} = way;
    const id = deliveries.find(delivery => delivery.address === address)?.id ?? about;
    const reason = formatWayReason(escalation, way, called.zone(person));
    const went = index === 0 ? 'goes' : 'also goes';
    return {at, id, what: `${went} to ${called.address(address)}: ${reason}`, kind: 'delivery', address};
  });
};

export const endOfEscalation = ({about, endedAt, outcome, tried}: Escalation, called: Called): readonly TraceStep[] => {
  if (endedAt === undefined || outcome === undefined) return [];
  const staleSteps = tried.flatMap(({address, stale}): readonly TraceStep[] =>
    stale === undefined || stale.state === 'due' || stale.state === 'left'
      ? []
      : [
          {
            at: stale.at,
            id: about,
            what: `${STALE[stale.state]} ${called.address(address)}`,
            kind: 'delivery',
            address,
          },
        ],
  );
  return [{at: endedAt, id: about, what: ENDS[outcome], kind: 'delivery'}, ...staleSteps];
};

const STALE = {deleted: 'deleted for', marked: 'marked as answered for'} as const;
