// NounView: everything the terminal says about one kind of thing that a person can select. Lists, the lines below them, the
// reader, `--plain`, search and the keys ask the view and never which kind it is.
import type {Address} from '../../shared/records/address.ts';
import type {Names} from '../../shared/text/names.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Tone} from '../format/tone.ts';
import type {Document} from './document.ts';
import type {ItemRef, NounKind} from './item-ref.ts';
import type {NounActions} from './noun-action.ts';
import type {ListName} from './views.ts';

/** `A`: as much of a thing as its actions need to know. */
export type NounView<T, A = T> = {
  readonly kind: NounKind;
  /** At most five cells: the column that says what a row is. */
  readonly label: (item: T) => string;
  /** In a sentence that refuses a key: "this reminder". */
  readonly name: string;
  /** What it is to the daemon; undefined where it knows no such thing. */
  readonly ref: (item: T) => ItemRef | undefined;
  /** The list that has it, and its row there. */
  readonly list?: ListName;
  readonly row: (item: T) => string;
  /** Undefined where nothing but its time is worth a word. */
  readonly state: (item: T, now: EpochMs) => State | undefined;
  readonly line: (item: T, by: LineContext) => Line;
  /** The two lines below a list: its text, and the facts that have no room in the row. Empty facts are left out. */
  readonly detail: (item: T, by: NounContext) => {readonly text: string; readonly facts: readonly string[]};
  /** One sentence without its full stop. */
  readonly sentence: (item: T, by: NounContext) => string;
  /** All that is known of it; undefined where its id and its text are all. */
  readonly document?: (item: T) => Document;
  /** It never changes: what is worked out of it once is kept. */
  readonly isFixed?: true;
  /** What a filter looks in, ids too. */
  readonly search: (item: T, names: Names) => readonly string[];
  /** The names of the filters that let it through, in any list. */
  readonly filters: (item: T) => readonly string[];
  /** Which keys mean something on it, beside those of every row. */
  readonly contexts: (item: T) => readonly NounContextName[];
  /** Why a key means nothing on it, as the end of a sentence. */
  readonly because?: (item: T, key: string) => string;
  readonly actions?: NounActions<A>;
  /** The instants at which its row changes by itself. */
  readonly changes: (item: T, now: EpochMs) => readonly (EpochMs | undefined)[];
  /** Whether its row is marked, also where colours are not seen. */
  readonly isMarked?: (item: T) => boolean;
};

/** By whose clock and names it is told. */
export type NounContext = {readonly now: EpochMs; readonly names: Names};
export type LineContext = NounContext & {readonly narrow: boolean};

/** The word comes first: a state is never only a colour. */
export type State = {readonly text: string; readonly tone?: Tone};

export type NounContextName =
  | 'on-reminder'
  | 'on-fired'
  | 'on-alarm'
  | 'on-cron'
  | 'on-paused'
  | 'on-waiting'
  | 'on-dead'
  | 'on-run';

/** A row of a list. The shape decides its columns. */
export type Line = ComingLine | PastLine | SentLine | LoggedLine | MistakeLine;

/** What is to come, or waits for an answer since it came: it counts down. */
export type ComingLine = {
  readonly shape: 'coming';
  readonly at?: EpochMs;
  /** It has come already: neither countdown nor state. */
  readonly hasCome?: boolean;
  readonly what: string;
  /** Behind it, where there is room. */
  readonly more?: string;
  readonly route?: string;
};

/** What was done: when, and how long it took. */
export type PastLine = {
  readonly shape: 'past';
  readonly at: EpochMs;
  readonly what: string;
  readonly took: string;
  /** How far the newest message of it came. */
  readonly sent?: {readonly route: string; readonly state: State};
};

/** A message to somebody. */
export type SentLine = {readonly shape: 'sent'; readonly at: EpochMs; readonly to: Address; readonly what: string};

/** One sentence; `where` has a column where there is room. */
export type LoggedLine = {
  readonly shape: 'logged';
  readonly at: EpochMs;
  readonly where: string;
  readonly what: string;
  readonly tone?: Tone;
};

/** A place in a file, and what is wrong there. */
export type MistakeLine = {readonly shape: 'mistake'; readonly place: string; readonly reason: string};
