// @module-tag deep
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {builtProgram} from '../../support/built-program.ts';
import {openTestStore, tempFolder} from './store-fixture.ts';

const WRITER = await builtProgram(new URL('kill-writer.ts', import.meta.url));

/** Lets a writer acknowledge some work, kills it during the next, and returns the acknowledged part. */
const killedAfter = async (path: string, run: number, acknowledged: number): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [WRITER, path, String(run)], {stdio: ['ignore', 'pipe', 'inherit']});
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.split('\n').length > acknowledged) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  return said.split('\n').slice(0, -1);
};

const check = (path: string, acknowledged: ReadonlySet<string>): void => {
  using store = openTestStore({path, eventsKept: 500});
  for (const id of acknowledged) {
    expect(store.reminders.get(`rem_${id}`)?.message).toBe(`reminder ${id}`);
    expect(store.messages.get(`msg_${id}`)?.text).toBe(`message ${id}`);
  }
  const {seq} = store.events;
  // The interrupted work is there whole or not at all: a reminder, a message and two events each.
  expect(store.reminders.countPending()).toBe(seq / 2);
  expect(store.sessions.counts('rooster:main').messages).toBe(seq / 2);
  const kept = store.events.after(Math.max(0, seq - 500), 1000) ?? [];
  expect(kept.map(event => event.seq)).toEqual(kept.map((_, index) => seq - kept.length + 1 + index));
  expect(kept.length).toBe(Math.min(seq, 500));
};

test.concurrent.each([1, 2, 3])(
  'after repeated kills while writing, all acknowledged data is there, without a gap in event numbers (%i)',
  async lane => {
    using home = tempFolder();
    const path = home.in('rooster.db');
    const acknowledged = new Set<string>();
    for (let run = 0; run < 8; run += 1) {
      for (const id of await killedAfter(path, run, 1 + ((run * 37 + lane * 11) % 90))) acknowledged.add(id);
      check(path, acknowledged);
    }
    expect(acknowledged.size).toBeGreaterThan(10);
    const database = new DatabaseSync(path);
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{integrity_check: 'ok'}]);
    database.close();
  },
);
