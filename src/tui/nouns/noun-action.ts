// NounAction: an action on an item: one request to the daemon, after a question if nothing undoes it.
import type {Method, Params, Result} from '../../ipc/method-table.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {KeyFor} from './key-for.ts';
import type {Undo} from './undo.ts';

export type NounActionName =
  | 'item.done'
  | 'item.skip'
  | 'item.cancel'
  | 'item.retry'
  | 'item.discard'
  | 'item.hold'
  | 'item.run'
  | 'item.pause';

/** Actions of keys and the menu on the selected item: its own, and those of every item. */
export type ItemActionName =
  | NounActionName
  | 'item.open'
  | 'item.why'
  | 'item.copy'
  | 'item.copy-all'
  | 'item.copy-code'
  | 'item.page'
  | 'item.reply'
  | 'item.snooze'
  | 'item.move'
  | 'item.reword'
  | 'item.dry-run'
  | 'item.last-run'
  | 'item.conversation';

export type NounActions<T> = {readonly [A in NounActionName]?: NounAction<T>};

type NounAction<T> = {
  /** The reason why the action is unavailable for this item. */
  readonly refusal?: (item: T, keyFor: KeyFor) => string | undefined;
  readonly question?: Question<T>;
  readonly call: (item: T) => MethodCall;
};

/** Title, text, then yes and no as verbs. */
type Question<T> = {
  readonly title: string;
  readonly text: (item: T) => string;
  readonly yes: string;
  readonly no: string;
};

/** A request, the sentence that confirms it, and what takes it back. */
export type MethodCall<M extends Method = Method> = {
  readonly [P in M]: {
    readonly method: P;
    readonly params: Params<P>;
    readonly done: (result: Result<P>, now: EpochMs) => string;
    readonly undo?: Undo;
  };
}[M];

/** As much of a text as fits in a question. */
export const inQuestion = (text: string): string => text.slice(0, MOST_IN_QUESTION);

const MOST_IN_QUESTION = 200;
