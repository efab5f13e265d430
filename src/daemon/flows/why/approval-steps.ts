// Trace steps of approvals: when a person was asked about a call, where the question was shown, who answered and how
// long after; or the rule that allowed it. Pure.
import type {Approval} from '../../../shared/records/approval.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import type {Called} from './format-trace.ts';

/** An approval, and the questions about it that went to phones. */
export type TracedApproval = {readonly approval: Approval; readonly questions: readonly Delivery[]};

export const stepsOfApproval = (
  {approval, questions}: TracedApproval,
  trust: Trust,
  called: Called,
): readonly TraceStep[] => {
  const {id, askedAt, answeredAt, effect, asks, state, way, arguments: shown, tool} = approval;
  const step = (at: number, what: string): TraceStep => ({
    at,
    id,
    what,
    kind: 'tool',
    trust,
    detail: `${tool} ${shown}`,
  });
  const isAsked = way === undefined || !WITHOUT_ASKING.has(way);
  const end = answeredAt === undefined || state === 'open' ? [] : [step(answeredAt, formatEnd(approval))];
  if (!isAsked) return end;
  const shownAt = questions.flatMap(({address, sentAt}) =>
    sentAt === undefined ? [] : [step(sentAt, `the question was shown at ${called.address(address)}`)],
  );
  return [
    step(
      askedAt,
      `asked ${asks} for a yes, in the attached terminals${questions.length > 0 ? ' and on the phone' : ''}: ${effect}`,
    ),
    ...shownAt,
    ...end,
  ];
};

const formatEnd = ({state, way, by, rule, askedAt, answeredAt = askedAt, effect}: Approval): string => {
  const after = formatDuration(answeredAt - askedAt);
  switch (way) {
    case 'rule':
      return `allowed by ${rule ?? 'a rule'}: ${effect}`;
    case 'job':
      return `allowed by the file of the job: ${effect}`;
    case 'nobody':
      return `not run, because nobody could be asked: ${effect}`;
    case 'deadline':
      return `not run: nobody answered within ${after}`;
    case 'stopped':
      return `not run: the turn was stopped after ${after}`;
    default: {
      const made = rule === undefined ? '' : `, and made ${rule}`;
      return `${by ?? 'the person'} ${state} it ${way === undefined ? '' : `${PLACES[way]} `}after ${after}${made}`;
    }
  }
};

const PLACES: Readonly<Record<'terminal' | 'signal' | 'ntfy', string>> = {
  terminal: 'at the terminal',
  signal: 'on Signal',
  ntfy: 'through ntfy',
};
const WITHOUT_ASKING: ReadonlySet<string> = new Set(['rule', 'job', 'nobody']);
