// Trace steps of approvals: when a person was asked about a call, where the question was shown, who answered and how
// long after; or the rule that allowed it. Pure.
import {ruleCalled} from '../../../shared/record-text/call-words.ts';
import {type Approval, type ApprovalRule, NOBODY_IN_TIME} from '../../../shared/records/approval.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import type {Called} from './format-trace.ts';

/** An approval, and the questions about it that went to phones. */
export type TracedApproval = {
  readonly approval: Approval;
  readonly questions: readonly Delivery[];
  /** The rule that answered it, or that was made with the answer. Absent if it is no longer stored. */
  readonly rule?: ApprovalRule | undefined;
};

export const stepsOfApproval = (
  {approval, questions, rule}: TracedApproval,
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
  const end =
    answeredAt === undefined || state === 'open'
      ? []
      : [step(answeredAt, formatEnd(approval, rule && ruleCalled(rule)))];
  if (!isAsked) return end;
  const shownAt = questions.flatMap(({address, sentAt}) =>
    sentAt === undefined ? [] : [step(sentAt, `the question was sent to ${called.address(address)}`)],
  );
  return [
    step(
      askedAt,
      `asked ${asks} for a yes, in the attached terminals${questions.some(({state: sent}) => sent !== 'dead') ? ' and on the phone' : ''}: ${effect}`,
    ),
    ...shownAt,
    ...end,
  ];
};

const formatEnd = (
  {state, way, by, rule: ruleId, askedAt, answeredAt = askedAt, effect}: Approval,
  rule = ruleId,
): string => {
  const after = formatDuration(answeredAt - askedAt);
  switch (way) {
    case 'rule':
      return `allowed by ${rule ?? 'a rule'}: ${effect}`;
    case 'job':
      return `allowed by the file of the job: ${effect}`;
    case 'nobody':
      return `not run, because nobody could be asked: ${effect}`;
    case 'trust':
      return `not run, because its conversation may not ask: ${effect}`;
    case 'deadline':
      return `not run: ${NOBODY_IN_TIME} (${after})`;
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
const WITHOUT_ASKING: ReadonlySet<string> = new Set(['rule', 'job', 'nobody', 'trust']);
