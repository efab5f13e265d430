// Looking through a whole database file takes long, so a thread of its own does it: the daemon goes on meanwhile.
import {GatewayError} from '../../../shared/records/gateway-error.ts';

/** `quick`: every page and row. `whole`: also every index against its table, which takes several times as long. */
export type LookDepth = 'quick' | 'whole';

export type LookOptions = {
  readonly depth: LookDepth;
  /** The file is a copy that nobody else has open: it is left complete in itself, without a log beside it. @default it is only read */
  readonly owned?: true;
};

/** What SQLite found wrong, in its own words; nothing where the file is sound. Rejects where the file cannot be read at all. */
export const lookThrough = async (path: string, {depth, owned}: LookOptions): Promise<readonly string[]> => {
  const check = depth === 'quick' ? 'quick_check' : 'integrity_check';
  // Loaded when it is needed: a start has no time for it.
  const {Worker} = await import('node:worker_threads');
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

/** A text, since a thread needs a file of its own otherwise, and the bundle has none for it. */
const PROGRAM = `
const {parentPort, workerData: {path, check, owned}} = require('node:worker_threads');
const {DatabaseSync} = require('node:sqlite');
const database = new DatabaseSync(path, {readOnly: !owned, timeout: 5000});
if (owned) database.exec('PRAGMA journal_mode = DELETE');
const found = database.prepare('PRAGMA ' + check + '(20)').all().map(row => String(Object.values(row)[0]));
database.close();
parentPort.postMessage(found.filter(line => line !== 'ok'));
`;
