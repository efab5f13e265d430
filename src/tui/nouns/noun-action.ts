// NounAction: an action on an item: one request to the daemon, after a question if nothing undoes it.
import type {Method, Params, Result} from '../../ipc/method-table.ts';
import type {KeyFor, RowKey} from '../../shared/operations/key-names.ts';
import {
  type KnownRecord,
  type Operation,
  type OperationNoun,
  paramsFor,
  type Question,
} from '../../shared/operations/operation.ts';
import {type OperationName, operationsOn} from '../../shared/operations/operations.ts';
import type {ReminderId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';

/** Actions of keys and the menu on the selected item, by the names of their keys; and those of every item. */
export type ItemActionName =
  | NounActionName
  | `item.${'open' | 'why' | 'copy' | 'copy-all' | 'copy-code' | 'page' | 'reply' | 'conversation' | 'edit-file'}`;

export type NounActionName = `item.${RowKey}`;

export type NounActions<T> = {readonly [A in NounActionName]?: NounAction<T>};

type NounAction<T> = {
  /** As a verb, in the menu. */
  readonly label: (item: T) => string;
  /** The reason why the action is unavailable for this item. */
  readonly refusal?: (item: T, keyFor: KeyFor) => string | undefined;
  readonly question?: (item: T) => Question | undefined;
  readonly call: (item: T) => MethodCall;
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

/** The operations on records of a kind, as actions. Those that exclude each other are one action. */
export const operationActions = <N extends OperationNoun, T>(
  noun: N,
  recordOf: (item: T) => KnownRecord<N>,
): NounActions<T> => {
  const byKey = Map.groupBy(operationsOn(noun), ([, {key}]) => key);
  return Object.fromEntries([...byKey].map(([key, those]) => [`item.${key}`, actionOf<N, T>(those, recordOf)]));
};

/** The action of a key: the operation that the record's state means, the others' default otherwise. */
const actionOf = <N extends OperationNoun, T>(
  those: readonly Named<N>[],
  recordOf: (item: T) => KnownRecord<N>,
): NounAction<T> => {
  const usual = those.findLast(([, {applies}]) => !applies) as Named<N>;
  const meant = (item: T): Named<N> => those.find(([, {applies}]) => applies?.(recordOf(item))) ?? usual;
  return {
    label: item => meant(item)[1].label,
    refusal: (item, keyFor) => meant(item)[1].refusal?.(recordOf(item), keyFor),
    question: item => meant(item)[1].question?.(recordOf(item)),
    call: item => {
      const [method, {done, hasUndo}] = meant(item);
      const params = paramsFor(recordOf(item));
      const undo = hasUndo ? {kind: 'reminder', ...params} : undefined;
      // The compiler can't know that this method takes the parameters of its noun.
      return {method, params, done, undo} as unknown as MethodCall;
    },
  };
};

type Named<N extends OperationNoun> = readonly [OperationName<N>, Operation<N>];

export type Undo =
  | {readonly kind: 'reminder'; readonly id: ReminderId}
  /** An archived conversation; `open`: it was on the screen. */
  | {readonly kind: 'archive'; readonly session: SessionKey; readonly title: string; readonly open: boolean};
