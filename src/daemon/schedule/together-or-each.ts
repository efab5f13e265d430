// Runs due work together if possible, because a commit is more expensive than the work.

import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';

type Done<T> = {readonly done: readonly T[]; readonly failure?: unknown};

/**
 * Runs all in one transaction. If one fails, each runs in its own, so that none blocks the others. `failure`: the last
 * error. `trouble`: the log message for a failed one.
 */
export const togetherOrEach = <Due extends {readonly id: string}, T>(
  {store, log}: Pick<World, 'store' | 'log'>,
  due: readonly Due[],
  trouble: string,
  apply: (item: Due, emit: Emit) => T,
): Done<T> => {
  if (due.length === 0) return {done: []};
  try {
    return {done: store.transact(emit => due.map(item => apply(item, emit)))};
  } catch (error) {
    if (due.length === 1) return {done: [], failure: error};
    const done: T[] = [];
    let failure: unknown;
    for (const item of due) {
      try {
        done.push(store.transact(emit => apply(item, emit)));
      } catch (thrown) {
        failure = thrown;
        log.error({id: item.id, error: thrown}, `${trouble}: ${errorMessage(thrown)}`);
      }
    }
    return {done, failure};
  }
};
