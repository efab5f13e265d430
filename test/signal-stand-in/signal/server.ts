// The Signal server, and the script of a test: waiting messages, recorded calls, and switches for the stand-in. It is stored in a small
// database in the data folder, so that it survives a killed stand-in, and a test can use it while none runs.
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {DEFAULTS, type Switches} from './switches.ts';

export type Waiting = {readonly seq: number; readonly line: string};
export type Call = {readonly at: number; readonly method: string; readonly params: unknown; readonly over: string};

/** A message of the account to itself, as its phone shows it: `rings` when it makes a notification. */
export type OnOwnPhone = {readonly message: string; readonly rings: boolean};

/** The result of the next calls of a method: one of these, after `delayMs`. */
export type Rule = {
  readonly method: string;
  /** @default 1; after that many calls the method is normal again. 0: forever. */
  readonly times?: number;
  readonly delayMs?: number;
  readonly reply?: unknown;
  readonly error?: {readonly code: number; readonly message: string; readonly data?: unknown};
  /** The results of a send; success or error follows from them as in the real one. */
  readonly results?: readonly Record<string, unknown>[];
  readonly never?: boolean;
  /** It runs, and the connection closes without a reply. */
  readonly dropAfterExecute?: boolean;
  readonly duplicateReply?: boolean;
};

export type Server = ReturnType<typeof openServer>;

export const serverFolder = (dataDir: string): string => join(dataDir, 'stand-in');

export const openServer = (dataDir: string) => {
  mkdirSync(serverFolder(dataDir), {recursive: true, mode: 0o700});
  const database = new DatabaseSync(join(serverFolder(dataDir), 'server.db'), {timeout: 5_000});
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS queue (seq INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS calls (seq INTEGER PRIMARY KEY AUTOINCREMENT, call TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS rules (seq INTEGER PRIMARY KEY AUTOINCREMENT, method TEXT, rule TEXT, left INTEGER);
    CREATE TABLE IF NOT EXISTS switches (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS own_phone (seq INTEGER PRIMARY KEY AUTOINCREMENT, message TEXT, rings INTEGER);
    CREATE TABLE IF NOT EXISTS decrypted (file TEXT PRIMARY KEY);`);
  const add = database.prepare('INSERT INTO queue (line) VALUES (?)');
  const first = database.prepare('SELECT seq, line FROM queue ORDER BY seq LIMIT 1');
  const remove = database.prepare('DELETE FROM queue WHERE seq = ?');
  const count = database.prepare('SELECT count(*) AS n FROM queue');
  const addCall = database.prepare('INSERT INTO calls (call) VALUES (?)');
  const allCalls = database.prepare('SELECT call FROM calls ORDER BY seq');
  const addOwn = database.prepare('INSERT INTO own_phone (message, rings) VALUES (?, ?)');
  const allOwn = database.prepare('SELECT message, rings FROM own_phone ORDER BY seq');
  const addRule = database.prepare('INSERT INTO rules (method, rule, left) VALUES (?, ?, ?)');
  const firstRule = database.prepare('SELECT seq, rule, left FROM rules WHERE method = ? ORDER BY seq LIMIT 1');
  const leaveRule = database.prepare('UPDATE rules SET left = left - 1 WHERE seq = ?');
  const dropRule = database.prepare('DELETE FROM rules WHERE seq = ?');
  const setSwitch = database.prepare('INSERT OR REPLACE INTO switches (name, value) VALUES (?, ?)');
  const getSwitch = database.prepare('SELECT value FROM switches WHERE name = ?');
  const mark = database.prepare('INSERT OR IGNORE INTO decrypted (file) VALUES (?)');
  const marked = database.prepare('SELECT 1 FROM decrypted WHERE file = ?');
  const unmark = database.prepare('DELETE FROM decrypted WHERE file = ?');

  return {
    /** Any JSON waits as one line; a text waits unchanged. */
    enqueue: (...received: readonly unknown[]): void => {
      database.exec('BEGIN IMMEDIATE');
      for (const one of received) add.run(typeof one === 'string' ? one : JSON.stringify(one));
      database.exec('COMMIT');
    },
    next: (): Waiting | undefined => {
      const row = first.get();
      return row === undefined ? undefined : {seq: Number(row['seq']), line: String(row['line'])};
    },
    /** From now on the server has forgotten it. */
    ack: (seq: number): void => void remove.run(seq),
    flush: (): void => database.exec('DELETE FROM queue'),
    queueLength: (): number => Number(count.get()?.['n'] ?? 0),

    record: (call: Call): void => void addCall.run(JSON.stringify(call)),
    calls: (): readonly Call[] => allCalls.all().map(row => JSON.parse(String(row['call'])) as Call),

    tellOwnPhone: ({message, rings}: OnOwnPhone): void => void addOwn.run(message, rings ? 1 : 0),
    ownPhone: (): readonly OnOwnPhone[] =>
      allOwn.all().map(row => ({message: String(row['message']), rings: row['rings'] === 1})),

    addRule: (rule: Rule): void => void addRule.run(rule.method, JSON.stringify(rule), rule.times ?? 1),
    takeRule: (method: string): Rule | undefined => {
      const row = firstRule.get(method);
      if (row === undefined) return undefined;
      if (Number(row['left']) === 1) dropRule.run(Number(row['seq']));
      else if (Number(row['left']) > 1) leaveRule.run(Number(row['seq']));
      return JSON.parse(String(row['rule'])) as Rule;
    },
    forgetRules: (): void => database.exec('DELETE FROM rules'),

    get: <K extends keyof Switches>(name: K): Switches[K] => {
      const row = getSwitch.get(name);
      return row === undefined ? DEFAULTS[name] : (JSON.parse(String(row['value'])) as Switches[K]);
    },
    set: <K extends keyof Switches>(name: K, value: Switches[K]): void =>
      void setSwitch.run(name, JSON.stringify(value)),

    /** The ratchet: a decrypted message can't be decrypted again. */
    markDecrypted: (file: string): void => void mark.run(file),
    isDecrypted: (file: string): boolean => marked.get(file) !== undefined,
    forgetDecrypted: (file: string): void => void unmark.run(file),

    [Symbol.dispose]: () => {
      if (database.isOpen) database.close();
    },
  };
};
