// A call that waits for a person's answer, and what became of it, in words: for the card, the reader and the command.
import {isRecord} from '../../shared/fields/is-record.ts';
import {fromWire, type Wire} from '../../shared/fields/wire.ts';
import {conversationName} from '../../shared/record-text/names.ts';
import type {Approval, ApprovalRule, ApprovalState, RuleScope} from '../../shared/records/approval.ts';
import {formatOrigins} from '../../shared/records/trust.ts';
import {printableLine, visible} from '../../shared/text/sanitize.ts';
import {shortId} from '../../shared/text/short-id.ts';
import {formatWhen, shortWhenOf, whenOf} from '../../shared/time/format-time.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import {elapsed} from '../format/how-long.ts';
import type {Tone} from '../format/tone.ts';
import type {Document} from './format/document.ts';
import {
  type Column,
  type FactsOf,
  type NounRecord,
  type RecordContext,
  readerFacts,
  timesTitle,
} from './noun-record.ts';

/** All of it: who asks, the texts that were read, and each byte that runs. */
export const approvalDocument = (item: Approval): Document => ({
  title: `call ${item.id}`,
  facts: readerFacts(factsOf, item),
  text: wholeCall(item),
  form: 'code',
});

/** The effect, the call as text, and its exact bytes; nothing in it acts on a terminal. */
export const wholeCall = (item: Approval | Wire<Approval>): string =>
  [visible(item.effect), '', whatRuns(item), '', 'The exact arguments:', visible(item.arguments)].join('\n');

const factsOf: FactsOf<Approval> = (item, {at, session, zone}) => [
  ['state', {text: howAnswered(item), tone: TONES[item.state]}],
  ['asked', at(item.askedAt)],
  ['until', item.state === 'open' ? at(item.deadlineAt) : undefined],
  ['answered', at(item.answeredAt)],
  ['times in', zone],
  ['tool', visible(item.tool)],
  ['read before', item.after === undefined ? undefined : visible(formatOrigins(item.after))],
  ['conversation', session(item.session)],
  ['turn', item.turnId],
  ['SHA-256', item.digest],
  ['rule', item.rule],
];

export const approvalRecord: NounRecord<Approval> = {
  columns: ({now, zone}) => [
    {title: 'ID', text: ({id}) => id, isId: true},
    {
      title: timesTitle({zone}, 'ASKED'),
      text: ({askedAt}) => whenOf(askedAt, now),
      short: ({askedAt}) => shortWhenOf(askedAt, now),
    },
    {title: 'STATE', text: item => howAnswered(fromWire<Approval>(item)), tone: ({state}) => TONES[state], gives: true},
    {title: 'CALL', text: ({effect}) => printableLine(effect), gives: true},
  ],
  facts: factsOf,
  none: 'No call of the agent has needed your answer yet.',
};

/** For a command that waits for the turn. */
export const formatWaiting = ({id, effect}: Pick<Approval, 'id' | 'effect'>): string =>
  `The agent waits for your answer: ${printableLine(effect)} Read it with: rooster approvals show ${shortId(id)}`;

/** `the command git push, in main, until Mon 7 Dec 09:00` */
export const ruleScope = (rule: Wire<ApprovalRule>, by: Pick<RecordContext, 'now' | 'names'>): string =>
  `${ruleSubject(rule)}, ${rulePlace(rule, by)}`;

/** `the command git push` */
export const ruleSubject = ({scope, allows, tool}: Wire<ApprovalRule>): string =>
  printableLine(
    visible(scope === 'call' ? `exactly one call of ${tool}` : `${SCOPE_NAMES[scope]} ${allows.join(', ')}`),
  );

/** `everywhere, for good` */
export const rulePlace = (
  {session, endsAt}: Wire<ApprovalRule>,
  {now, names}: Pick<RecordContext, 'now' | 'names'>,
): string => {
  const place = session === undefined ? 'everywhere' : `in ${printableLine(conversationName(session, names))}`;
  const end = endsAt === undefined ? undefined : instantOfIso(endsAt);
  return `${place}, ${end === undefined ? 'for good' : `until ${formatWhen(end, now)}`}`;
};

export const SCOPE_NAMES: Readonly<Record<RuleScope, string>> = {
  call: 'exactly this call',
  command: 'the command',
  program: 'the program',
  host: 'the host',
  recipient: 'messages to',
  path: 'the path',
};

export const ruleColumns = (by: RecordContext): readonly Column<Wire<ApprovalRule>>[] => [
  {title: 'ID', text: ({id}) => id, isId: true},
  {title: timesTitle(by, 'MADE'), text: ({createdAt}) => shortWhenOf(createdAt, by.now)},
  {title: 'TOOL', text: ({tool}) => printableLine(tool)},
  {title: 'ALLOWS', text: rule => ruleScope(rule, by), gives: true},
];

const TONES: Readonly<Record<ApprovalState, Tone>> = {open: 'now', approved: 'good', denied: 'quiet', expired: 'quiet'};

type End = Pick<Approval, 'state' | 'way' | 'by' | 'askedAt' | 'answeredAt'>;

/** `approved on the phone by alice after 12s`; of an open one, that it waits. */
export const howAnswered = ({state, way, by, askedAt, answeredAt = askedAt}: End): string => {
  if (state === 'open') return 'waits for your answer';
  switch (way) {
    case 'nobody':
      return 'not run: nobody could be asked';
    case 'deadline':
      return 'not run: its time is over';
    case 'stopped':
      return 'not run: its turn was stopped';
    case 'rule':
      return 'allowed by a rule';
    case 'job':
      return 'allowed by the file of the job';
    default: {
      const where = way === undefined ? '' : ` ${way === 'terminal' ? 'at the terminal' : 'on the phone'}`;
      return `${state}${where}${by === undefined ? '' : ` by ${visible(by)}`} after ${elapsed(answeredAt - askedAt)}`;
    }
  }
};

/**
 * The call as text: a command line as it is, otherwise each argument with its name. Nothing in it acts on a terminal.
 */
export const whatRuns = ({arguments: json}: Pick<Approval, 'arguments'>): string => {
  const input = parsed(json);
  if (!isRecord(input)) return visible(json);
  const {command, ...others} = input;
  const isCommand = typeof command === 'string';
  const named = Object.entries(isCommand ? others : input).map(([name, value]) => `${name}: ${argumentText(value)}`);
  return visible([...(isCommand ? [command] : []), ...named].join('\n'));
};

const argumentText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
