// NounView: everything that the terminal UI says about one kind of item. Lists, detail lines, the reader, `--plain`,
// search and keys use the view and never check the kind.

import type {KeyFor, RowContext} from '../../shared/operations/key-names.ts';
import type {Names} from '../../shared/record-text/names.ts';
import type {Address} from '../../shared/records/address.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Tone} from '../format/tone.ts';
import type {Document} from './format/document.ts';
import type {KindName} from './format/kind-sign.ts';
import type {RunMark} from './format/last-runs.ts';
import type {ItemRef, NounKind} from './item-ref.ts';
import type {NounActions} from './noun-action.ts';
import type {ListName} from './views.ts';

/** `A`: the part of the item that its actions need. */
export type NounView<T, A = T> = {
  readonly kind: NounKind;
  /** At most five cells, for narrow lists. */
  readonly label: (item: T) => string;
  /** Content of a row's kind column. */
  readonly sign: (item: T) => KindName;
  /** For a sentence that refuses a key: "this reminder". */
  readonly name: string;
  /** Its reference; undefined if the daemon doesn't know it. */
  readonly ref: (item: T) => ItemRef | undefined;
  /** The list that contains it, and its row there. */
  readonly list?: ListName;
  readonly row: (item: T) => string;
  /** Undefined if only its time matters. */
  readonly state: (item: T, now: EpochMs) => State | undefined;
  readonly line: (item: T, by: LineContext) => Line;
  /** The two lines below a list: its text, and the facts that don't fit in the row. Empty facts are left out. */
  readonly detail: (item: T, by: NounContext) => {readonly text: string; readonly facts: readonly string[]};
  /** One sentence without its full stop. */
  readonly sentence: (item: T, by: NounContext) => string;
  /** All known facts; undefined if only id and text are known. */
  readonly document?: (item: T) => Document;
  /** The item never changes, so derived values may be cached. */
  readonly isFixed?: true;
  /** The text that filters search, ids included. */
  readonly search: (item: T, names: Names) => readonly string[];
  /** The names of the filters that include it, in any list. */
  readonly filters: (item: T) => readonly string[];
  /** The contexts of its own keys, beside those of every row. */
  readonly contexts: (item: T) => readonly RowContext[];
  /** The reason why a key does nothing on it, as the end of a sentence. */
  readonly because?: (item: T, key: string, keyFor: KeyFor) => string;
  readonly actions?: NounActions<A>;
  /** The instants at which its row changes with time. */
  readonly changes: (item: T, now: EpochMs) => readonly (EpochMs | undefined)[];
  /** When it became past: its row then crosses the line for now. */
  readonly crossedAt?: (item: T) => EpochMs;
  /** True if its row has a mark, for screens without colour. */
  readonly isMarked?: (item: T) => boolean;
};

/** The time and names for formatting. */
export type NounContext = {readonly now: EpochMs; readonly names: Names};
export type LineContext = NounContext & {readonly narrow: boolean};

/** A state always has a word, never only a colour. */
export type State = {
  readonly text: string;
  /** On a narrow screen. @default the text */
  readonly brief?: string;
  /** Drawn after the text. */
  readonly sign?: '~' | '!' | '✓' | '✓✓';
  readonly tone?: Tone;
  /** The marks of the last runs say it too. */
  readonly inRuns?: true;
};

/** A row of a list. Its shape decides the columns. */
export type Line = ComingLine | PastLine | SentLine | LoggedLine | MistakeLine;

/** An upcoming entry, or one that waits for an answer: shows a countdown. */
export type ComingLine = {
  readonly shape: 'coming';
  readonly at?: EpochMs;
  /** It has happened: no countdown and no state. */
  readonly hasCome?: boolean;
  readonly what: string;
  /** Shown after the text if there is room. */
  readonly more?: string;
  /** A few words instead, which a long text makes room for. */
  readonly brief?: string;
  readonly route?: string;
  /** Results of its last runs, oldest first. */
  readonly runs?: readonly RunMark[];
};

/** A past entry: when, and how long it took. */
export type PastLine = {
  readonly shape: 'past';
  readonly at: EpochMs;
  readonly what: string;
  readonly took: string;
  /** Destination of its messages. */
  readonly where?: string;
};

/** A message to somebody. */
export type SentLine = {readonly shape: 'sent'; readonly at: EpochMs; readonly to: Address; readonly what: string};

/** One sentence; `where` gets a column if there is room. */
export type LoggedLine = {
  readonly shape: 'logged';
  readonly at: EpochMs;
  readonly where: string;
  readonly what: string;
  readonly tone?: Tone;
};

/** A place in a file, and its problem. */
export type MistakeLine = {readonly shape: 'mistake'; readonly place: string; readonly reason: string};
