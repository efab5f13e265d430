// Checks a whole database file for damage. Runs in a worker thread, because the check takes long and the daemon must go
// on.
import {Worker} from 'node:worker_threads';
import {GatewayError} from '../../../shared/text/gateway-error.ts';

/** `quick`: every page and row. `whole`: also every index against its table, which takes several times as long. */
type CheckDepth = 'quick' | 'whole';

type CheckOptions = {
  readonly depth: CheckDepth;
  /**
   * The file is a private copy. The check merges its log, so that the file is complete in itself. @default the file is
   * only read
   */
  readonly owned?: true;
};

/** SQLite's report of the damage, empty for a sound file. Rejects if the file isn't readable. */
export const checkFile = async (path: string, {depth, owned}: CheckOptions): Promise<readonly string[]> => {
  const check = depth === 'quick' ? 'quick_check' : 'integrity_check';
  // Loaded on demand to keep the start fast.
  const worker = new Worker(PROGRAM, {eval: true, workerData: {path, check, owned: owned === true}});
  try {
    return await new Promise<readonly string[]>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: Error) => reject(unreadable(path, error)));
      worker.once('exit', () => reject(unreadable(path)));
    });
  } finally {
    await worker.terminate();
  }
};

const unreadable = (path: string, cause?: Error): GatewayError =>
  new GatewayError(
    'failed',
    `${path} could not be read as a database${cause === undefined ? '' : ` (${cause.message})`}.`,
    {cause},
  );

/** A string, because a worker would need a file of its own and the bundle has none. */
const PROGRAM = `
const {parentPort, workerData: {path, check, owned}} = require('node:worker_threads');
const {DatabaseSync} = require('node:sqlite');
const database = new DatabaseSync(path, {readOnly: !owned, timeout: 5000});
if (owned) database.exec('PRAGMA journal_mode = DELETE');
const found = database.prepare('PRAGMA ' + check + '(20)').all().map(row => String(Object.values(row)[0]));
database.close();
parentPort.postMessage(found.filter(line => line !== 'ok'));
`;
