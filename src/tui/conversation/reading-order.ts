// The reading order of messages. A message that waited behind another turn is stored at its arrival, but shown where
// its turn started; until then at the end.

import type {Transcript} from '../../shared/events/transcript.ts';
import type {Message} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {AppState} from '../state/app-state.ts';
import {openSession, openTranscript, runningTurn} from '../state/selectors.ts';

type Arranged = {
  readonly settled: readonly Message[];
  readonly waiting: readonly Message[];
  /** Those of `settled` that are shown later than they are stored. */
  readonly moved: ReadonlySet<Message['id']>;
};

export const arranged = (
  {messages, endings}: Transcript,
  queued: ReadonlySet<string>,
  running: string | undefined,
): Arranged => {
  const waits = (message: Message): boolean => isInput(message) && queued.has(message.turnId);
  const firstOutput = new Map<string, number>();
  messages.forEach((message, index) => {
    const {turnId} = message;
    if (turnId !== undefined && isOutput(message) && !firstOutput.has(turnId)) firstOutput.set(turnId, index);
  });
  const endedAt = new Map<string, EpochMs>(endings.map(({turnId, at}) => [turnId, at]));
  /** Index at which a message's turn started. A turn that failed without output counts from its end. */
  const takenUp = (turnId: string, index: number): number => {
    const output = firstOutput.get(turnId);
    if (output !== undefined) return output;
    if (turnId === running) return messages.length;
    const at = endedAt.get(turnId);
    return at === undefined
      ? index
      : 1 + messages.findLastIndex(other => other.turnId !== undefined && isOutput(other) && other.at <= at);
  };
  const places = messages.map((message, index) => {
    if (!isInput(message)) return index;
    const until = takenUp(message.turnId, index);
    const foreign = lastIndexBetween(
      messages,
      index,
      until,
      other => isOutput(other) && other.turnId !== message.turnId,
    );
    return foreign === undefined ? index : foreign + 0.5;
  });
  const settled = messages
    .map((message, index) => ({message, place: places[index] ?? index}))
    .filter(({message}) => !waits(message))
    .toSorted((a, b) => a.place - b.place)
    .map(({message}) => message);
  const moved = new Set(messages.filter((_, index) => places[index] !== index).map(({id}) => id));
  return {settled, waiting: messages.filter(waits), moved};
};

/** Turns of the open session that haven't started. */
export const queuedIn = (state: AppState): ReadonlySet<string> => {
  const transcript = openTranscript(state);
  return transcript === undefined
    ? new Set()
    : queuedTurns(transcript, openSession(state), state.gateway.waiting, runningTurn(state)?.turnId);
};

/** Turns that haven't started: those seen to wait, and as many of the newest unanswered ones as the daemon counts. */
export const queuedTurns = (
  {messages, endings}: Transcript,
  {key, queued}: Pick<Session, 'key' | 'queued'>,
  seen: ReadonlyMap<string, string>,
  running: string | undefined,
): ReadonlySet<string> => {
  const answered = new Set<string>(endings.map(({turnId}) => turnId));
  for (const message of messages) if (message.turnId !== undefined && isOutput(message)) answered.add(message.turnId);
  const open = messages
    .filter(isInput)
    .map(({turnId}) => turnId)
    .filter(turnId => turnId !== running && !answered.has(turnId));
  return new Set([...open.filter(turnId => seen.get(turnId) === key), ...(queued > 0 ? open.slice(-queued) : [])]);
};

const isInput = (message: Message): message is Message & {readonly turnId: string} =>
  message.turnId !== undefined && !isOutput(message);

const isOutput = ({role}: Message): boolean => role === 'assistant' || role === 'tool';

const lastIndexBetween = (
  messages: readonly Message[],
  after: number,
  before: number,
  test: (message: Message) => boolean,
): number | undefined => {
  for (let index = before - 1; index > after; index -= 1) {
    const message = messages[index];
    if (message !== undefined && test(message)) return index;
  }
  return undefined;
};
