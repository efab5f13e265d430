// A daemon that a second machine follows: it hands out its commits and files, knows how far the other one is, and sends
// nothing any more once the other one has taken over.
import {mkdirSync, readdirSync, rmSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {DaemonStatus} from '../../ipc/daemon-status.ts';
import type {HandlersOf} from '../../ipc/method-table.ts';
import type {PeerConnection} from '../../ipc/wire/index.ts';
import type {Places} from '../../shared/records/places.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {DAY, type EpochMs, HOUR, isoOf, MINUTE, SECOND} from '../../shared/time/time.ts';
import type {CommitLog, CopyFacts} from '../ports/commit-log.ts';
import type {Store} from '../ports/store.ts';
import type {Log} from '../ports/system.ts';
import {inTime} from '../system/time-limit.ts';
import {isDatabase, listHomeFiles, pathOfHomeFile, readPart} from './home-files.ts';

type FollowedHome = {
  readonly places: Places;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'transact' | 'cursors' | 'events'>;
  readonly commitLog: CommitLog;
  /** Copies an SQLite database that another program has open. */
  readonly copyDatabase: (from: string, to: string) => Promise<void>;
  /** From now on nothing is stored, and so nothing is sent. */
  readonly refuseChanges: (sentence: string) => void;
  /** Ends this process and starts it again: it then only answers questions. */
  readonly restart: () => void;
};

export type Followed = Disposable & {
  readonly methods: HandlersOf<'store'>;
  readonly status: () => DaemonStatus['replica'];
  readonly problems: () => readonly Problem[];
  /** Another machine has taken over, as the sentence says. */
  readonly replaced: () => string | undefined;
  /**
   * Resolves when this daemon may act by itself, or was replaced. Undefined: it may act at once. A daemon that was
   * followed waits a moment, because the other machine may have taken over.
   */
  readonly mayAct: Promise<unknown> | undefined;
  /** One that was replaced stores nothing new. Call it when the start has stored its own. */
  readonly refuseIfReplaced: () => void;
};

export const createFollowed = (deps: FollowedHome): Followed => {
  const {places, clock, log, store, commitLog} = deps;
  const copies = createCopies(deps);
  const {promise: seen, resolve: see} = Promise.withResolvers<void>();
  /** When it last had everything; while it waits for the next commit, that is now. */
  let current: {readonly at: EpochMs; waiting: boolean} | undefined;

  let factsAt = Number.NEGATIVE_INFINITY;

  const {fence, successor, follower, recentFollower, noteFollower} = createMarks(deps);

  /** Counting takes a few ms in a large database. */
  const factsNow = (): CopyFacts | undefined => {
    if (clock.now() - factsAt < MINUTE) return undefined;
    factsAt = clock.now();
    return commitLog.facts();
  };

  const wait = async (gone: Promise<unknown>): Promise<void> => {
    const last = {at: clock.now(), waiting: true};
    current = last;
    await inTime(Promise.race([commitLog.next(), gone]), WAIT_MS, clock);
    last.waiting = false;
    current = {at: clock.now(), waiting: false};
  };

  const refuseIfReplaced = (): void => {
    const sentence = replaced();
    if (sentence !== undefined) deps.refuseChanges(sentence);
  };

  const replaced = (): string | undefined => {
    const by = successor();
    return by && `${by.by} has taken over, so this daemon sends nothing and stores nothing new.`;
  };

  const lastFollower = recentFollower();
  const waits = lastFollower !== undefined && successor() === undefined;
  if (waits) log.info({by: lastFollower.by}, 'Waits for the machine that follows this one, which may have taken over.');
  const mayAct = waits ? inTime(seen, PATIENCE_MS, clock) : undefined;
  const newestBefore = store.events.seq;
  let isWaiting = waits;
  void mayAct?.then(() => {
    isWaiting = false;
  });

  const methods: HandlersOf<'store'> = {
    'store.follow': async ({by, log: record, since}, {connection}) => {
      const id = commitLog.open();
      noteFollower(by);
      see();
      const answer = (): {log: string; now: string; seq: number; fence: number} => ({
        log: id,
        now: isoOf(clock.now()),
        seq: store.events.seq,
        fence: fence(),
      });
      if (since === undefined || record !== id)
        return {...answer(), commits: [], snapshot: await copies.make(connection)};
      if (commitLog.after(since)?.length === 0) await wait(connection.inputEnded);
      const commits = commitLog.after(since);
      if (commits === undefined) return {...answer(), commits: [], snapshot: await copies.make(connection)};
      return {
        ...answer(),
        commits: commits.map(({number, changes}) => ({number, changes: Buffer.from(changes).toString('base64')})),
        facts: commits.length === 0 ? factsNow() : undefined,
      };
    },
    'store.files': async () => {
      const {files, more} = await listHomeFiles(places);
      return {files: files.map(({changedAt, ...file}) => ({...file, changedAt: isoOf(changedAt)})), more};
    },
    'store.read': async ({file, offset}) => {
      try {
        const {bytes, end} = readPart(await copies.pathOf(file, offset), offset);
        return {bytes: bytes.toString('base64'), end};
      } catch (cause) {
        if (cause instanceof GatewayError) throw cause;
        throw new GatewayError('not_found', `${file} can't be read: it is gone, or no file any more.`, {cause});
      }
    },
    'store.fence': ({by, fence: theirs}) => {
      const own = fence();
      // A new home at the same place is not the one that was followed.
      if (follower() === undefined) throw new GatewayError('refused', 'No machine follows this daemon.');
      if (theirs <= own) throw new GatewayError('refused', `The lease of this daemon has number ${own} already.`);
      store.transact(() => store.cursors.set(REPLACED, JSON.stringify({by, fence: theirs, at: clock.now()})));
      refuseIfReplaced();
      log.warn({by, fence: theirs}, 'Another machine has taken over: this daemon sends nothing any more.');
      clock.after(ANSWERED_MS, deps.restart);
      // While it waits, only its own start is new, which nobody misses.
      const seq = isWaiting ? newestBefore : store.events.seq;
      // Calls that it holds are refused with the reason before it restarts.
      see();
      return {seq, fence: own};
    },
  };

  return {
    methods,
    replaced,
    status: () => {
      const [by, other] = [successor(), recentFollower()];
      const seq = store.events.seq;
      if (by !== undefined) return {role: 'replaced', host: by.by, behindMs: 0, seq, fence: fence()};
      if (other === undefined) return undefined;
      const at = current?.at ?? other.at;
      const behindMs = current?.waiting === true ? 0 : Math.max(0, clock.now() - at);
      return {role: 'followed', host: other.by, behindMs, seq, fence: fence()};
    },
    problems: () => {
      const reason = replaced();
      return reason === undefined ? [] : [{key: 'replica', reason, inForce: 'Nothing happens here.'}];
    },
    mayAct,
    refuseIfReplaced,
    [Symbol.dispose]: () => copies[Symbol.dispose](),
  };
};

/** The other machines, as the database has them. */
const createMarks = ({store, clock}: FollowedHome) => {
  const notedAt = new Map<string, EpochMs>();
  const fence = (): number => Number(store.cursors.get(FENCE) ?? 0);
  const follower = (): Other | undefined => read(store.cursors.get(FOLLOWED));
  const successor = (): Other | undefined => read(store.cursors.get(REPLACED));

  const recentFollower = (): Other | undefined => {
    const known = follower();
    return known !== undefined && clock.now() - known.at <= FORGOTTEN_MS ? known : undefined;
  };

  /** Rarely: a note is a commit, too, which the other machine takes. */
  const noteFollower = (by: string): void => {
    const now = clock.now();
    if (Math.abs(now - (notedAt.get(by) ?? Number.NEGATIVE_INFINITY)) < NOTED_EVERY_MS) return;
    notedAt.set(by, now);
    store.transact(() => store.cursors.set(FOLLOWED, JSON.stringify({by, at: now})));
  };

  return {fence, successor, follower, recentFollower, noteFollower};
};

type Copies = Disposable & {
  /** Copies the database: one copy at a time for a connection, which is deleted with it. */
  readonly make: (connection: PeerConnection) => Promise<{readonly file: string; readonly bytes: number}>;
  /** The path to read a part of this file from. Reading another program's database begins with a copy of it. */
  readonly pathOf: (file: string, offset: number) => Promise<string>;
};

const createCopies = ({places, commitLog, copyDatabase}: FollowedHome): Copies => {
  const folder = join(dirname(places.database), COPIES);
  let made = 0;
  const making = new Map<PeerConnection, ReturnType<Copies['make']>>();
  rmSync(folder, {recursive: true, force: true});

  const newFile = (name: string): string => {
    mkdirSync(folder, {recursive: true, mode: 0o700});
    rmSync(join(folder, name), {force: true});
    return join(folder, name);
  };

  const makeFor = async (connection: PeerConnection): Promise<{readonly file: string; readonly bytes: number}> => {
    made += 1;
    const name = `rooster-${made}.db`;
    const path = newFile(name);
    const {bytes} = await commitLog.copyTo(path);
    void connection.inputEnded.then(() => {
      rmSync(path, {force: true});
      if (readdirSync(folder).length === 0) rmSync(folder, {recursive: true});
    });
    return {file: `${COPIES}/${name}`, bytes};
  };

  return {
    make: connection => {
      const running = making.get(connection) ?? makeFor(connection).finally(() => making.delete(connection));
      making.set(connection, running);
      return running;
    },
    pathOf: async (file, offset) => {
      if (file.startsWith(`${COPIES}/`)) return join(folder, basename(file));
      const path = pathOfHomeFile(places, file);
      if (!isDatabase(path)) return path;
      const name = file.replaceAll('/', '-');
      if (offset > 0) return join(folder, name);
      const copy = newFile(name);
      await copyDatabase(path, copy);
      return copy;
    },
    [Symbol.dispose]: () => rmSync(folder, {recursive: true, force: true}),
  };
};

type Other = {readonly by: string; readonly at: EpochMs};

/** Written by this module only. */
const read = (text: string | undefined): Other | undefined => (text === undefined ? undefined : JSON.parse(text));

/** The number of the lease; grows with each takeover. */
export const FENCE = 'replica.fence';
/** The machine that follows this one. */
export const FOLLOWED = 'replica.followed';
const REPLACED = 'replica.replaced';
const COPIES = 'copies';
const WAIT_MS = 5 * SECOND;
const NOTED_EVERY_MS = HOUR;
/** A machine that hasn't followed for so long has been given up. */
const FORGOTTEN_MS = 30 * DAY;
/** The other machine looks every four seconds; ssh gives up after ten, and needs a moment to connect. */
const PATIENCE_MS = 20 * SECOND;
const ANSWERED_MS = 100;
