// An operation: what a person or a program does to one record, named by its id. Its record here has everything that is
// said about it; the RPC method, the verb of `rooster`, the key, the menu, the help and the completion come from that.
// Its effect is in the daemon, with the service of its noun. The verb's place among the others is in `cli/verbs`.
import type {Wire} from '../fields/wire.ts';
import type {Names} from '../record-text/names.ts';
import type {Delivery} from '../records/delivery/delivery.ts';
import type {Alarm} from '../records/jobs/alarm.ts';
import type {CronJob} from '../records/jobs/cron-job.ts';
import type {Reminder} from '../records/jobs/jobs.ts';
import type {EpochMs} from '../time/time.ts';

/** The records that operations are for. */
export type OperationRecords = {
  readonly delivery: Delivery;
  readonly reminder: Reminder;
  readonly alarm: Alarm;
  /** Named by its name instead of an id. */
  readonly job: CronJob;
};
export type OperationNoun = keyof OperationRecords;

/** Of a reminder that is only known from a message, too. */
export type KnownReminder = Pick<Reminder, 'id' | 'message' | 'state'> &
  Partial<Pick<Reminder, 'repeat' | 'occurrence' | 'paused' | 'fireAt' | 'next' | 'on' | 'once' | 'event'>>;

/** As much of a record as a screen may know of it. */
export type KnownRecord<N extends OperationNoun = OperationNoun> = N extends 'reminder'
  ? KnownReminder
  : OperationRecords[N];

type Changed<N extends OperationNoun> = Wire<OperationRecords[N]>;

/** `K`: the names of the keys that it may have. `R`: those of the rows on which they work. */
export type Operation<N extends OperationNoun, K extends string = string, R extends string = string> = {
  /** For the page about the protocol; left out where the method's name says it. */
  readonly about?: string;
  /** The help of its verb: `rooster outbox hold ID`. */
  readonly help: string;
  /** One line, or several, that the command prints. */
  readonly printed: (changed: Changed<N>, by: PrintContext) => string | readonly string[];
  /**
   * The states in which a word of the command may name a record, in this order; undefined: those still to come.
   * @default all
   */
  readonly states?: readonly (StateOf<N> | undefined)[];
  /** The verb also dismisses an unreadable entry of the database. */
  readonly dismisses?: true;
  /** Its key in the terminal UI. Operations that exclude each other share one. */
  readonly key: K;
  /** The rows on which its key works. */
  readonly rows: readonly RowBinding<K, R>[];
  /** As a verb, in the menu of a record. */
  readonly label: string;
  /** True for the records on which its key means this operation. The one without this is meant for all others. */
  readonly applies?: (record: KnownRecord<N>) => boolean;
  /** The reason why a record refuses it now. The daemon decides; this only spares people a request. */
  readonly refusal?: (record: KnownRecord<N>, keyFor: (name: CommonKey) => string) => string | undefined;
  /** Asked before, if nothing undoes it. */
  readonly question?: (record: KnownRecord<N>) => Question;
  /** The sentence that confirms it on the screen. */
  readonly done: (changed: Changed<N>, now: EpochMs) => string;
  /** `reminder.undo` takes it back. */
  readonly hasUndo?: true;
};

type StateOf<N extends OperationNoun> = OperationRecords[N] extends {readonly state: infer S} ? S : never;

export type PrintContext = {readonly now: EpochMs; readonly names: Names};

/** A question about one record: title, text, then yes and no as verbs. */
export type Question = {readonly title: string; readonly text: string; readonly yes: string; readonly no: string};

/** A kind of rows with its key, and the texts for the hint row and the help. */
export type RowBinding<K extends string, R extends string> = {
  readonly on: R;
  readonly hint: string;
  /** @default the hint */
  readonly help?: string;
  /** The position in the hint row, lowest first. */
  readonly rank: number;
  /** The key on these rows, if it is another one. */
  readonly key?: K;
};

/** The usual keys of actions on rows of several kinds, and what can't be done to a row that has no such action. */
export const COMMON_KEYS = {
  snooze: {key: 's', refused: 'snoozed'},
  done: {key: 'd', refused: 'marked as done'},
  skip: {key: 'S', refused: 'skipped'},
  cancel: {key: 'x', refused: 'cancelled'},
  move: {key: 'e', refused: 'moved'},
  text: {key: 'E', refused: 'reworded'},
  pause: {key: 'p', refused: 'paused'},
  'pause-until': {key: 'P', refused: 'paused until a time'},
  run: {key: 'F', refused: 'run'},
} as const;
type CommonKey = keyof typeof COMMON_KEYS;

/** The operations on records of one kind, by method. */
export const operations = <N extends OperationNoun, K extends string, R extends string, M extends string>(
  noun: N,
  records: Readonly<Record<M, Operation<N, K, R>>>,
): {readonly [P in M]: Operation<N, K, R> & {readonly noun: N}} => {
  const named = Object.entries<Operation<N>>(records).map(([method, record]) => [method, {noun, ...record}]);
  return Object.fromEntries(named) as {[P in M]: Operation<N, K, R> & {noun: N}};
};

/** The parameters that name a record. */
export type RecordParams = {readonly id: string} | {readonly name: string};
export const paramsFor = (record: KnownRecord): RecordParams =>
  'id' in record ? {id: record.id} : {name: record.name};

/** As much of a text as fits in a question. */
export const inQuestion = (text: string): string => text.slice(0, MOST_IN_QUESTION);

const MOST_IN_QUESTION = 200;
