// Transcript: a client's copy of one session's messages. History pages and live events merge here, each message once
// and in order, whichever arrives first.

import type {MessageId, TurnId} from '../records/ids.ts';
import type {Message, MessageSource} from '../records/message.ts';
import type {OutcomeKind} from '../records/turn.ts';
import type {EpochMs} from '../time/time.ts';

export type Transcript = {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Turns that ended without a reply, oldest first. */
  readonly endings: readonly Ending[];
  /** One-line summaries of the session's tool calls from the daemon, by call. */
  readonly summaries: ReadonlyMap<string, string>;
  /** The daemon has messages older than these. */
  readonly more: boolean;
  /**
   * Messages before this one are missing, although the conversation's first messages are present: the person jumped to
   * the beginning.
   */
  readonly hole?: MessageId;
  /** A page was read. Before that, `messages` holds live arrivals only. */
  readonly loaded: boolean;
  /** Set when events may have been missed: messages from this index on arrived after the gap. */
  readonly liveFrom?: number;
};

/** The end of a failed or aborted turn. */
export type Ending = {
  readonly turnId: TurnId;
  readonly at: EpochMs;
  readonly outcome: OutcomeKind;
  readonly error?: string;
  readonly source: MessageSource;
  /** Unstored text of the turn's last step: only clients that watched it have it. */
  readonly text?: string;
};

export type HistoryPage = {
  readonly messages: readonly Message[];
  readonly more: boolean;
  readonly endings: readonly Ending[];
};

/** A transcript before the first page. */
export const emptyTranscript: Transcript = {
  messages: [],
  endings: [],
  summaries: new Map(),
  more: false,
  loaded: false,
};

/** A message that is present already changes nothing. */
export const withMessage = (transcript: Transcript, message: Message): Transcript =>
  transcript.messages.some(known => known.id === message.id)
    ? transcript
    : {...transcript, messages: [...transcript.messages, message]};

export const withoutMessage = (transcript: Transcript, id: MessageId): Transcript => {
  const index = transcript.messages.findIndex(message => message.id === id);
  if (index === -1) return transcript;
  const {liveFrom, hole} = transcript;
  const next = transcript.messages[index + 1]?.id;
  return {
    ...transcript,
    messages: transcript.messages.toSpliced(index, 1),
    ...(hole === id && next !== undefined && {hole: next}),
    ...(liveFrom !== undefined && index < liveFrom && {liveFrom: liveFrom - 1}),
  };
};

/** Replaces an edited message if it is present. */
export const withChangedMessage = (transcript: Transcript, message: Message): Transcript => {
  const index = transcript.messages.findIndex(({id}) => id === message.id);
  return index === -1 ? transcript : {...transcript, messages: transcript.messages.with(index, message)};
};

/** A turn ends once: a second ending changes nothing. */
export const withEnding = (transcript: Transcript, ending: Ending): Transcript =>
  transcript.endings.some(known => known.turnId === ending.turnId)
    ? transcript
    : {...transcript, endings: [...transcript.endings, ending]};

/** Marks that events may have been missed. The next newest page shows what belongs in the gap. */
export const afterGap = (transcript: Transcript): Transcript => ({
  ...transcript,
  loaded: false,
  liveFrom: transcript.messages.length,
});

/** Adds the newest page. Older messages stay if the page touches them; later arrivals follow it. */
export const withNewestPage = (transcript: Transcript, page: HistoryPage): Transcript => {
  const held = transcript.messages;
  const onPage = new Set(page.messages.map(message => message.id));
  const first = held.findIndex(message => onPage.has(message.id));
  const last = held.findLastIndex(message => onPage.has(message.id));
  const older = first === -1 ? [] : held.slice(0, first);
  const newer = (first === -1 ? held.slice(transcript.liveFrom ?? 0) : held.slice(last + 1)).filter(
    message => !onPage.has(message.id),
  );
  const {hole} = transcript;
  const isOpen =
    hole !== undefined && (older.some(({id}) => id === hole) || (older.length > 0 && page.messages[0]?.id === hole));
  return {
    ...transcript,
    liveFrom: undefined,
    hole: isOpen ? hole : undefined,
    messages: [...older, ...page.messages, ...newer],
    endings: mergedEndings(page.endings, transcript.endings),
    more: older.length > 0 ? transcript.more : page.more,
    loaded: true,
  };
};

/** Adds a page older than all messages, or the page before the hole. */
export const withOlderPage = (transcript: Transcript, page: HistoryPage): Transcript => {
  const {beginning, rest} = partsOf(transcript);
  if (beginning !== undefined) {
    const hole = touches(page, beginning.messages) ? undefined : page.messages[0]?.id;
    return joined(transcript, beginning.messages, page, rest.messages, hole);
  }
  const held = new Set(transcript.messages.map(message => message.id));
  return {
    ...transcript,
    messages: [...page.messages.filter(message => !held.has(message.id)), ...transcript.messages],
    endings: mergedEndings(page.endings, transcript.endings),
    more: page.more,
  };
};

/** Adds the conversation's first messages. A hole remains between them and the others unless they touch. */
export const withOldestPage = (transcript: Transcript, page: HistoryPage): Transcript => {
  const {messages, more} = transcript;
  if (!more) return transcript;
  const hole = touches(page, messages) ? undefined : messages[0]?.id;
  return {...joined(transcript, [], page, messages, hole), more: false};
};

/** Adds the messages that follow the part before the hole. */
export const withNewerPage = (transcript: Transcript, page: HistoryPage): Transcript => {
  const {beginning, rest} = partsOf(transcript);
  if (beginning === undefined) return transcript;
  const hole = touches(page, rest.messages) ? undefined : transcript.hole;
  return joined(transcript, beginning.messages, page, rest.messages, hole);
};

/** The messages before and after the hole; without a hole there is no `beginning`. */
export const partsOf = (transcript: Transcript): {readonly beginning?: Transcript; readonly rest: Transcript} => {
  const {hole, ...whole} = transcript;
  const index = hole === undefined ? -1 : transcript.messages.findIndex(({id}) => id === hole);
  if (index < 1) return {rest: transcript};
  return {
    beginning: {...whole, messages: transcript.messages.slice(0, index)},
    rest: {...whole, messages: transcript.messages.slice(index), more: true},
  };
};

/** True if the daemon has messages of the conversation that this transcript lacks. */
export const isPartial = ({more, hole}: Transcript): boolean => more || hole !== undefined;

/** Joins a page with the parts around it; `hole` is the remaining gap. */
const joined = (
  transcript: Transcript,
  before: readonly Message[],
  page: HistoryPage,
  after: readonly Message[],
  hole: MessageId | undefined,
): Transcript => {
  const rest = {...transcript, hole: undefined};
  const held = idsOf([...before, ...after]);
  const messages = [...before, ...page.messages.filter(({id}) => !held.has(id)), ...after];
  const endings = mergedEndings(page.endings, transcript.endings);
  return {...rest, messages, endings, hole};
};

const touches = (page: HistoryPage, messages: readonly Message[]): boolean => {
  const held = idsOf(messages);
  return !page.more || page.messages.some(({id}) => held.has(id));
};

const idsOf = (messages: readonly Message[]): ReadonlySet<MessageId> => new Set(messages.map(({id}) => id));

/** Keeps the newest messages only. The daemon has the others. */
export const withNewestOnly = (transcript: Transcript, keep: number): Transcript => {
  if (transcript.messages.length <= keep) return transcript;
  const messages = partsOf(transcript).rest.messages.slice(-keep);
  const since = messages[0]?.at ?? 0;
  const calls = new Set(messages.flatMap(({toolCalls = []}) => toolCalls.map(({callId}) => callId)));
  const whole = {...transcript, hole: undefined};
  return {
    ...whole,
    messages,
    endings: transcript.endings.filter(({at}) => at >= since),
    summaries: new Map([...transcript.summaries].filter(([callId]) => calls.has(callId))),
    more: true,
  };
};

const mergedEndings = (one: readonly Ending[], other: readonly Ending[]): readonly Ending[] => {
  const known = new Set(one.map(ending => ending.turnId));
  const texts = new Map(other.map(({turnId, text}) => [turnId, text]));
  const withTexts = one.map(ending => {
    const text = ending.text ?? texts.get(ending.turnId);
    return text === undefined ? ending : {...ending, text};
  });
  return [...withTexts, ...other.filter(ending => !known.has(ending.turnId))].toSorted((a, b) => a.at - b.at);
};
