// Loaded into a daemon before its own program (`node --import`): reports each step and kills or stops the daemon at the armed one. It hooks into
// SQLite's statements and fetch, so the daemon doesn't know about it.
import {openSync, writeSync} from 'node:fs';
import {flushCompileCache} from 'node:module';
import {StatementSync} from 'node:sqlite';
import {FOUND} from './crash-output.ts';

/** The process is at this step: it is recorded, and the process dies or stops here if this step and count are armed (`name #3`). */
export type Reach = (name: string) => void;

const reach: Reach = name => {
  const times = 1 + (reached.get(name) ?? 0);
  reached.set(name, times);
  if (notes !== undefined) writeSync(notes, `${name} #${times}\n`);
  if (`${name} #${times}` !== armed) return;
  process.kill(process.pid, isStopped ? 'SIGSTOP' : 'SIGKILL');
  // It goes on, and by its clocks so late that its lease is over.
  const [wall, steady] = [Date.now, performance.now.bind(performance)];
  Date.now = () => wall() + STOPPED_MS;
  performance.now = () => steady() + STOPPED_MS;
};

const STOPPED_MS = 11_000;

const reached = new Map<string, number>();
const isStopped = process.env['CRASH_STOPS'] !== undefined;
const armed = process.env['CRASH_STOPS'] ?? process.env['CRASH_AT'];
const notesAt = process.env['CRASH_NOTES'];
const notes = notesAt === undefined ? undefined : openSync(notesAt, 'a');

/** The writes of the current transaction. */
let written: string[] = [];

const run = StatementSync.prototype.run;
StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
  const sql = this.sourceSQL;
  const perform = () => Reflect.apply(run, this, values);
  if (sql === 'BEGIN IMMEDIATE') written = [];
  if (sql !== 'COMMIT') {
    const result = perform();
    // An update of a missing row is followed by its insertion.
    if (result.changes !== 0) written.push(...factsIn(sql, values));
    return result;
  }
  const facts = written;
  for (const fact of ['commit', ...facts]) reach(`before ${fact}`);
  const result = perform();
  for (const fact of ['commit', ...facts]) reach(`after ${fact}`);
  return result;
};

/** The events, or a row's new state. */
const factsIn = (sql: string, values: readonly unknown[]): readonly string[] => {
  const table = /^(?:INSERT INTO|UPDATE) (\w+)/u.exec(sql)?.[1];
  if (table === undefined) return [];
  if (table === 'events')
    return String(values[1])
      .split('\n')
      .map(line => String(JSON.parse(line).type));
  if (table === 'marks') return [`mark ${values[0]}`];
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

// For the steps of a program's own.
Object.assign(globalThis, {reach});

// A process that is always killed never stores its compile cache, unless it is flushed.
process.on('SIGUSR2', () => {
  flushCompileCache();
  reach('what was compiled is kept');
});
