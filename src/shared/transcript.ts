// Transcript: what a client holds of one session's messages. History pages and live events meet here; whichever comes first,
// a message stands in it once and in order.
import type {MessageId, TurnId} from './ids.ts';
import type {Message, MessageSource} from './message.ts';
import type {EpochMs} from './time.ts';
import type {OutcomeKind} from './turn.ts';

export type Transcript = {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** Turns that ended otherwise than with a reply, oldest first. */
  readonly endings: readonly Ending[];
  /** What the tools of this session were called for, as the daemon told it, by call. */
  readonly summaries: ReadonlyMap<string, string>;
  /** The daemon keeps older messages than these. */
  readonly more: boolean;
  /** A page has been read; before, `messages` is only what arrived live. */
  readonly loaded: boolean;
  /** Set when events may have been missed: messages from this index on arrived after the gap. */
  readonly liveFrom?: number;
};

/** How a turn ended that failed or was aborted. */
export type Ending = {
  readonly turnId: TurnId;
  readonly at: EpochMs;
  readonly outcome: OutcomeKind;
  readonly error?: string;
  readonly source: MessageSource;
};

export type HistoryPage = {
  readonly messages: readonly Message[];
  readonly more: boolean;
  readonly endings: readonly Ending[];
};

/** Of which nothing has been read yet. */
export const emptyTranscript: Transcript = {
  messages: [],
  endings: [],
  summaries: new Map(),
  more: false,
  loaded: false,
};

/** One that is held already changes nothing. */
export const withMessage = (transcript: Transcript, message: Message): Transcript =>
  transcript.messages.some(known => known.id === message.id)
    ? transcript
    : {...transcript, messages: [...transcript.messages, message]};

export const withoutMessage = (transcript: Transcript, id: MessageId): Transcript => {
  const index = transcript.messages.findIndex(message => message.id === id);
  if (index === -1) return transcript;
  const {liveFrom} = transcript;
  return {
    ...transcript,
    messages: transcript.messages.toSpliced(index, 1),
    ...(liveFrom !== undefined && index < liveFrom ? {liveFrom: liveFrom - 1} : {}),
  };
};

/** The message as it now reads, where it is held. */
export const withChangedMessage = (transcript: Transcript, message: Message): Transcript => {
  const index = transcript.messages.findIndex(({id}) => id === message.id);
  return index === -1 ? transcript : {...transcript, messages: transcript.messages.with(index, message)};
};

/** A turn ends once: another ending of it changes nothing. */
export const withEnding = (transcript: Transcript, ending: Ending): Transcript =>
  transcript.endings.some(known => known.turnId === ending.turnId)
    ? transcript
    : {...transcript, endings: [...transcript.endings, ending]};

/** Marks that events may have been missed: the next newest page decides what belongs between. */
export const afterGap = (transcript: Transcript): Transcript => ({
  ...transcript,
  loaded: false,
  liveFrom: transcript.messages.length,
});

/** The newest page, read now. What is held from before the page stays if it touches the page; what arrived since follows it. */
export const withNewestPage = (transcript: Transcript, page: HistoryPage): Transcript => {
  const held = transcript.messages;
  const onPage = new Set(page.messages.map(message => message.id));
  const first = held.findIndex(message => onPage.has(message.id));
  const last = held.findLastIndex(message => onPage.has(message.id));
  const older = first === -1 ? [] : held.slice(0, first);
  const newer = (first === -1 ? held.slice(transcript.liveFrom ?? 0) : held.slice(last + 1)).filter(
    message => !onPage.has(message.id),
  );
  const {liveFrom: _, ...rest} = transcript;
  return {
    ...rest,
    messages: [...older, ...page.messages, ...newer],
    endings: mergedEndings(page.endings, transcript.endings),
    more: older.length > 0 ? transcript.more : page.more,
    loaded: true,
  };
};

/** A page of messages older than all that are held. */
export const withOlderPage = (transcript: Transcript, page: HistoryPage): Transcript => {
  const held = new Set(transcript.messages.map(message => message.id));
  return {
    ...transcript,
    messages: [...page.messages.filter(message => !held.has(message.id)), ...transcript.messages],
    endings: mergedEndings(page.endings, transcript.endings),
    more: page.more,
  };
};

/** Only the newest messages; the daemon keeps the others. */
export const withNewestOnly = (transcript: Transcript, keep: number): Transcript => {
  if (transcript.messages.length <= keep) return transcript;
  const messages = transcript.messages.slice(-keep);
  const since = messages[0]?.at ?? 0;
  const calls = new Set(messages.flatMap(({toolCalls = []}) => toolCalls.map(({callId}) => callId)));
  return {
    ...transcript,
    messages,
    endings: transcript.endings.filter(({at}) => at >= since),
    summaries: new Map([...transcript.summaries].filter(([callId]) => calls.has(callId))),
    more: true,
  };
};

const mergedEndings = (one: readonly Ending[], other: readonly Ending[]): readonly Ending[] => {
  const known = new Set(one.map(ending => ending.turnId));
  return [...one, ...other.filter(ending => !known.has(ending.turnId))].toSorted((a, b) => a.at - b.at);
};
