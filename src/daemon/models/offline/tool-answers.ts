// What the reminder tool answers, read line by line into reminders. What cannot be read is told as it is.
import type {EpochMs} from '../../../shared/time.ts';
import {type Conversation, TOOL, type ToolUse} from './conversation.ts';

/** A reminder as the tool tells of it. */
export type Known = {
  readonly id: string;
  readonly at: EpochMs;
  readonly message: string;
  readonly state: 'pending' | 'fired';
};

/** The reminders of a list, in its order; `more` are not shown in it. */
export const readList = (output: string): {readonly reminders: readonly Known[]; readonly more: number} => ({
  reminders: output.split('\n').flatMap((line): readonly Known[] => {
    const [, pendingId, pendingAt, pendingText] = PENDING.exec(line) ?? [];
    const [, firedId, firedAt, firedText] = FIRED.exec(line) ?? [];
    const pending = pendingId !== undefined;
    const [id, at, message] = pending ? [pendingId, pendingAt, pendingText] : [firedId, firedAt, firedText];
    const instant = Date.parse(at ?? '');
    if (id === undefined || message === undefined || Number.isNaN(instant)) return [];
    return [{id, at: instant, message, state: pending ? 'pending' : 'fired'}];
  }),
  more: Number(/^… and (\d+) more/mu.exec(output)?.[1] ?? 0),
});

/** What one use of the tool came to. */
type Told = {
  readonly id?: string;
  readonly at?: EpochMs;
  /** What the tool had to add to the instant. */
  readonly note?: string;
  readonly message?: string;
  /** The addresses it goes to. */
  readonly delivery?: readonly string[];
};

export const readTold = (output: string): Told => {
  const [id] = ID.exec(output) ?? [];
  const at = Date.parse(
    /\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/u.exec(output.replace(/(?:It was:|→ )"[\s\S]*$/u, ''))?.[0] ?? '',
  );
  const [, note] = /Z = [^.("\n]+ \(([^)\n]+)\)/u.exec(output) ?? [];
  const [, message] = /(?:It was:|→) "([\s\S]*?)"(?: Delivered to:|$)/u.exec(output) ?? [];
  const [, delivery] = /Delivered to: (.+?)\. Mode: /u.exec(output) ?? [];
  return {
    ...(id === undefined ? {} : {id}),
    ...(Number.isNaN(at) ? {} : {at}),
    ...(note === undefined ? {} : {note}),
    ...(message === undefined ? {} : {message}),
    ...(delivery === undefined ? {} : {delivery: delivery.split(', ')}),
  };
};

/** The reminder that "it" means: what was last set, changed or delivered here. */
type Mentioned = {readonly id: string; readonly came: boolean};

export const lastMentioned = ({before}: Conversation): Mentioned | undefined => {
  for (const entry of before.toReversed()) {
    if (entry.kind === 'said') {
      const [, id] = CAME.exec(entry.text) ?? [];
      if (id !== undefined) return {id, came: true};
    }
    if (entry.kind !== 'used' || entry.use.name !== TOOL || !entry.use.ok) continue;
    const id = changedId(entry.use);
    if (id !== undefined) return {id, came: false};
    if (ENDED.test(entry.use.output)) return undefined;
  }
  return undefined;
};

/** The text of the reminder that was spoken of last. */
export const lastMessage = (conversation: Conversation): string | undefined => {
  const mentioned = lastMentioned(conversation);
  return mentioned === undefined ? undefined : knownMessage(conversation, mentioned.id);
};

/** The text of a reminder that was set, listed or changed in this conversation. */
export const knownMessage = ({before, done}: Conversation, id: string): string | undefined => {
  const uses = [...before.flatMap(entry => (entry.kind === 'used' ? [entry.use] : [])), ...done];
  for (const {name, input, ok, output} of uses.toReversed()) {
    if (name !== TOOL || !ok) continue;
    const listed = readList(output).reminders.find(reminder => reminder.id === id)?.message;
    if (listed !== undefined) return listed;
    if (readTold(output).id !== id) continue;
    const given = input['message'];
    const message = typeof given === 'string' ? given : readTold(output).message;
    if (message !== undefined) return message;
  }
  return undefined;
};

const changedId = ({input, output}: ToolUse): string | undefined =>
  ['set', 'snooze', 'edit'].some(action => input['action'] === action) ? readTold(output).id : undefined;

const ID = /\brem_[\w-]+/u;
const PENDING = /^- \[(rem_[\w-]+)\] (\S+) \(.*?\) → "(.*)"$/u;
const FIRED = /^ {2}(rem_[\w-]+) fired for (\S+) [=(].*?: "(.*)"$/u;
const CAME = /^\[(?:Delivered to the user word for word, reminder |Scheduled task "reminder:)(rem_[\w-]+)/u;
const ENDED = /^Reminder rem_[\w-]+ (?:cancelled|marked as done)\b/u;
