// A disk without space, as SQLite reports it: at the end of a transaction.
import {StatementSync} from 'node:sqlite';

type FullDisk = Disposable & {
  /** The number of transactions that have failed. */
  readonly refused: () => number;
};

/** Until it is disposed, every transaction fails, or only one: `failing` is its number, counted from now. */
export const fullDisk = (failing?: number): FullDisk => {
  const run = StatementSync.prototype.run;
  let commits = 0;
  let refused = 0;
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    if (this.sourceSQL === 'COMMIT') commits += 1;
    if (this.sourceSQL !== 'COMMIT' || (failing !== undefined && commits !== failing))
      return Reflect.apply(run, this, values);
    refused += 1;
    throw Object.assign(new Error('database or disk is full'), {code: 'ERR_SQLITE_ERROR', errcode: FULL});
  };
  return {
    refused: () => refused,
    [Symbol.dispose]: () => {
      StatementSync.prototype.run = run;
    },
  };
};

const FULL = 13;
