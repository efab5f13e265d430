// The methods of a second machine that keeps a copy: `rooster follow` and `rooster takeover` call them over ssh.
import {filePath, integer, name, optional} from '../fields.ts';
import {method, type ParamField, returns} from '../wire/index.ts';

const number = integer(0, Number.MAX_SAFE_INTEGER);

/** A name as `store.follow` or `store.files` gave it: never absolute, and not out of its folder. */
const fileName: ParamField<string> = (value, fail) => {
  const isName =
    typeof value === 'string' &&
    filePath(`/${value}`, fail) !== '' &&
    !value.split('/').some(part => part === '' || part === '.' || part === '..');
  return isName ? value : fail('the name of a file, such as workspace/AGENTS.md');
};

/** Counts and next instants, equal in a copy of the same commit. */
type StoreFacts = {
  conversations: number;
  messages: number;
  reminders: number;
  alarms: number;
  deliveries: {waiting: number; dead: number};
  /** `id instant` of what rings next, in order. */
  next: readonly string[];
  /** The newest event. */
  seq: number;
};

export const STORE_METHODS = {
  /**
   * The commits after `since`, oldest first, each as an SQLite changeset in base64; without any, the answer waits up to
   * five seconds for one. `log` is the record that `since` counts in. Where a commit is no longer there, `snapshot`: a
   * copy of the database to read with `store.read`. `facts`: those of the newest commit, when the copy has it. `by`:
   * the machine that asks. `fence`: the number of the lease.
   */
  'store.follow': method(
    {by: name, log: optional(name), since: optional(number)},
    returns<{
      log: string;
      now: string;
      seq: number;
      fence: number;
      commits: readonly {number: number; changes: string}[];
      snapshot?: {file: string; bytes: number};
      facts?: StoreFacts;
    }>(),
  ),
  /** The files that a daemon needs besides the database: configuration, keys, workspace, the account of signal-cli.
   * `runs`: it is a program. `more`: there are more files than the 20,000 that a copy takes.
   */
  'store.files': method(
    {},
    returns<{files: readonly {file: string; bytes: number; changedAt: string; runs?: true}[]; more?: true}>(),
  ),
  /** A part of a file in base64, of 1 MiB at most. `end`: its last part. */
  'store.read': method({file: fileName, offset: number}, returns<{bytes: string; end: boolean}>()),
  /**
   * Another machine has taken over with this number of the lease. If it is higher than this daemon's, this one sends
   * nothing any more. `seq`: its newest event, so that the other can name what it doesn't have.
   */
  'store.fence': method({by: name, fence: number}, returns<{seq: number; fence: number}>()),
};
