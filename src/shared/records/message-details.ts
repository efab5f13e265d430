// MessageDetails: what a message has beside its text and its files. All but `exact` and `answer` belong to a person's
// message.

import {isRecord} from '../fields/is-record.ts';
import type {EpochMs} from '../time/time.ts';
import type {AlarmId, ReminderId} from './ids.ts';

export type MessageDetails = {
  /** The subject of a mail that begins a thread. */
  readonly subject?: string;
  /** The message that it answers. */
  readonly quote?: Quote;
  /** The text before the edit. */
  readonly edit?: Edit;
  /** Files that came with it and aren't stored. */
  readonly missing?: readonly MissingFile[];
  /** The text is only the beginning of what was sent. */
  readonly cut?: true;
  /** The text lacks its layout, which took too much work to read. */
  readonly bare?: true;
  /** A text for a person that no model wrote. It is shown as it stands, without markup. */
  readonly exact?: true;
  /** The parts of the text that the person didn't write: files, and the output of commands on their machine. */
  readonly enclosed?: readonly Enclosed[];
  /** Written while a turn ran, for that turn: it joins before the next step, or is answered on its own. */
  readonly steers?: true;
  /** On the message of a reminder that rang: the person's answer. */
  readonly answer?: RingAnswer;
};

/** A part of a text, by its offsets: the contents of a file, or the output of a command of the person. */
export type Enclosed = {
  readonly kind: 'file' | 'command';
  /** The path as typed, or the command line. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Absolute paths of the file, or of the files that the line names. */
  readonly files: readonly string[];
};

/** True for a stored or received part of a text. */
export const isEnclosed = (value: unknown): value is Enclosed =>
  isRecord(value) &&
  (value['kind'] === 'file' || value['kind'] === 'command') &&
  typeof value['name'] === 'string' &&
  Number.isSafeInteger(value['from']) &&
  Number.isSafeInteger(value['to']) &&
  Number(value['to']) >= Number(value['from']) &&
  Array.isArray(value['files']) &&
  value['files'].length <= MOST_FILES &&
  value['files'].every(file => typeof file === 'string' && file.startsWith('/'));

/** A person's message on its way: its text, and the parts of it that they didn't write. */
export type SentText = {readonly text: string; readonly enclosed?: readonly Enclosed[] | undefined};

/** The words that the person wrote, without what the text encloses. */
export const ownWords = ({text, details}: {readonly text: string; readonly details?: MessageDetails}): string =>
  (details?.enclosed ?? []).reduceRight((words, {from, to}) => words.slice(0, from) + words.slice(to), text);

export type RingAnswer = {
  readonly kind: 'done' | 'snoozed' | 'skipped' | 'cancelled';
  readonly at: EpochMs;
  /** When it rings again, if it was snoozed. */
  readonly snoozedUntil?: EpochMs;
  /** The channel on which the person answered. Absent where an undo brought the answer back. */
  readonly channel?: string;
};

export type Quote = {
  /** Absent for one of our messages. */
  readonly author?: string;
  /** Shortened; of a message without text, its files. May be empty. */
  readonly text: string;
};

export type Edit = {
  /** Shortened. */
  readonly before: string;
  /** The reminders, alarms and jobs of the earlier text that are still to come, each as a part of a sentence. */
  readonly set?: readonly string[];
  /** The same as data. */
  readonly made?: Made;
};

/** The reminders, alarms and jobs that a message has set and that are still to come. */
export type Made = {
  readonly reminders: readonly ReminderId[];
  readonly alarms: readonly AlarmId[];
  /** By name. */
  readonly jobs: readonly string[];
};

export const NOTHING_MADE: Made = {reminders: [], alarms: [], jobs: []};

export type MissingFile = Pick<Attachment, 'type' | 'name' | 'voice' | 'caption'> & {
  readonly size?: number;
  readonly reason: MissingReason;
};

export type MissingReason =
  | 'view-once'
  | 'expiring'
  | 'no-file'
  | 'too-large'
  | 'too-many'
  | 'not-downloaded'
  | 'unreadable';

/** A file that came with a message, stored in the workspace. */
export type Attachment = {
  /** Relative to the workspace. */
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly name?: string;
  /** Recorded speech. */
  readonly voice?: true;
  /** The sender's text under it. */
  readonly caption?: string;
  /** Only its beginning arrived. */
  readonly partial?: true;
};

const MOST_FILES = 50;
