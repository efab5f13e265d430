// Loaded into a daemon before its own program (`node --import`): names the steps it comes to as they happen, and kills it at the
// one that is armed. It hangs on what the daemon cannot do without (SQLite's statements, fetch), so the daemon knows nothing of it.
import {openSync, writeSync} from 'node:fs';
import {flushCompileCache} from 'node:module';
import {StatementSync} from 'node:sqlite';
import {FOUND} from './crash-output.ts';

/** The process is at this step: it is noted, and dies here when this is the step, and the time, that is armed (`name #3`). */
export const reach = (name: string): void => {
  const times = 1 + (reached.get(name) ?? 0);
  reached.set(name, times);
  if (notes !== undefined) writeSync(notes, `${name} #${times}\n`);
  if (`${name} #${times}` === armed) process.kill(process.pid, 'SIGKILL');
};

const reached = new Map<string, number>();
const armed = process.env['CRASH_AT'];
const notesAt = process.env['CRASH_NOTES'];
const notes = notesAt === undefined ? undefined : openSync(notesAt, 'a');

/** What the transaction at hand has written so far. */
let written: string[] = [];

const run = StatementSync.prototype.run;
StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
  const sql = this.sourceSQL;
  const perform = () => Reflect.apply(run, this, values);
  if (sql === 'BEGIN IMMEDIATE') written = [];
  if (sql !== 'COMMIT') {
    const result = perform();
    // An update of a row that is not there is followed by its insertion.
    if (result.changes !== 0) written.push(...factsIn(sql, values));
    return result;
  }
  const facts = written;
  for (const fact of ['commit', ...facts]) reach(`before ${fact}`);
  const result = perform();
  for (const fact of ['commit', ...facts]) reach(`after ${fact}`);
  return result;
};

/** The events, or the state a row was given. */
const factsIn = (sql: string, values: readonly unknown[]): readonly string[] => {
  const table = /^(?:INSERT INTO|UPDATE) (\w+)/u.exec(sql)?.[1];
  if (table === undefined) return [];
  if (table === 'events')
    return String(values[1])
      .split('\n')
      .map(line => String(JSON.parse(line).type));
  if (table === 'preToolOutputs') return [values[2] === null ? 'pre-tool begun' : 'pre-tool kept'];
  return values
    .filter(value => STATES.has(String(value)))
    .map(value => `${table} ${value === FOUND ? 'output' : value}`);
};

const STATES = new Set(['queued', 'running', 'ended', 'ran', 'sending', 'sent', 'delivered', 'firing', 'fired', FOUND]);

const ask = globalThis.fetch;
globalThis.fetch = async (...request) => {
  reach('model asked');
  const response = await ask(...request);
  reach('model answers');
  const watched = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        out.enqueue(chunk);
        reach('model speaks');
      },
      flush: () => reach('model has answered'),
    }),
  );
  return new Response(watched ?? null, response);
};

// Who is always killed never keeps what it compiled, unless it is told to.
process.on('SIGUSR2', () => {
  flushCompileCache();
  reach('what was compiled is kept');
});
