// A call that waits for a person's answer, and what became of it, in words: for the card, the reader and the command.
import {isRecord} from '../../shared/fields/is-record.ts';
import {fromWire, type Wire} from '../../shared/fields/wire.ts';
import {ruleSubject} from '../../shared/record-text/call-words.ts';
import {conversationName} from '../../shared/record-text/names.ts';
import {
  type Approval,
  type ApprovalRule,
  type ApprovalState,
  countsAfterReading,
} from '../../shared/records/approval.ts';
import {formatOrigins} from '../../shared/records/trust.ts';
import {printableLine, visible} from '../../shared/text/sanitize.ts';
import {shortId} from '../../shared/text/short-id.ts';
import {formatWhen, shortWhenOf, whenOf} from '../../shared/time/format-time.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import {callOrNote, howAnswered} from '../format/format-answer.ts';
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

/** All of it: each byte that runs, then who asks and the texts that were read. */
export const approvalDocument = (item: Approval): Document => ({
  title: `${callOrNote(item)} ${item.id}`,
  facts: readerFacts(factsOf, item),
  text: wholeCall(item),
  form: 'code',
  isTextFirst: true,
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
  ['why it asks', whyItAsks(item)],
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
    {title: 'CALL', text: ({effect}) => printableLine(effect), short: callSubject, gives: true},
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

/** `everywhere, for good` */
export const rulePlace = (
  {session, endsAt}: Wire<ApprovalRule>,
  {now, names}: Pick<RecordContext, 'now' | 'names'>,
): string => {
  const place = session === undefined ? 'everywhere' : `in ${printableLine(conversationName(session, names))}`;
  const end = endsAt === undefined ? undefined : instantOfIso(endsAt);
  return `${place}, ${end === undefined ? 'for good' : `until ${formatWhen(end, now)}`}`;
};

/** When such calls ask all the same, as a sentence with a space before it. Empty for exactly one call or command. */
export const ruleLimit = (rule: Pick<ApprovalRule, 'scope' | 'pattern'>): string =>
  countsAfterReading(rule) ? '' : ' After reading text from elsewhere, the agent still asks.';

export const ruleColumns = (by: RecordContext): readonly Column<Wire<ApprovalRule>>[] => [
  {title: 'ID', text: ({id}) => id, isId: true},
  {title: timesTitle(by, 'MADE'), text: ({createdAt}) => shortWhenOf(createdAt, by.now)},
  {title: 'TOOL', text: ({tool}) => printableLine(tool)},
  {title: 'ALLOWS', text: rule => ruleScope(rule, by), gives: true},
];

/**
 * The part in which calls differ, for a row: its hosts, paths or recipients, and its command. The effect where it has
 * none.
 */
export const callSubject = ({effects, effect, arguments: json}: Pick<Approval, 'effects' | 'effect' | 'arguments'>) => {
  const names = effects.flatMap(({names: {command: whole, recipient, host, path} = {}}) =>
    whole === undefined ? (recipient ?? host ?? path ?? []) : [],
  );
  const input = parsed(json);
  const command = isRecord(input) && typeof input['command'] === 'string' ? [input['command']] : [];
  const parts = [...(names.length === 0 ? [] : [[...new Set(names)].join(', ')]), ...command];
  return printableLine(visible(parts.length === 0 ? effect : parts.join(': ')));
};

/** The reason to ask, where the effect alone doesn't show it. */
export const whyItAsks = ({effects}: Pick<Approval, 'effects'>): string | undefined => {
  const because = effects.find(effect => effect.because !== undefined)?.because;
  return because && visible(because);
};

const TONES: Readonly<Record<ApprovalState, Tone>> = {open: 'now', approved: 'good', denied: 'quiet', expired: 'quiet'};

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
