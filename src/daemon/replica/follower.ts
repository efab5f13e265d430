// Follows the daemon of another machine: brings its files and a copy of its database, and applies each commit as it
// happens. Asks again after each lost connection, without an end.
import {statSync} from 'node:fs';
import {hostname} from 'node:os';
import {PROTOCOL} from '../../ipc/checks.ts';
import type {DaemonStatus} from '../../ipc/daemon-status.ts';
import type {Result} from '../../ipc/method-table.ts';
import {type Client, daemonClient} from '../../ipc/protocol.ts';
import type {Dialling} from '../../ipc/socket/dial.ts';
import {type Following, writeFollowing} from '../../ipc/socket/following.ts';
import {type CloseReason, formatClose} from '../../ipc/wire/index.ts';
import {otherRelease} from '../../shared/records/host.ts';
import type {Places} from '../../shared/records/places.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {type EpochMs, HOUR, MINUTE, SECOND} from '../../shared/time/time.ts';
import type {CopyFacts, DatabaseCopy} from '../ports/commit-log.ts';
import type {Log} from '../ports/system.ts';
import {inTime} from '../system/time-limit.ts';
import {bringFile, createFileCopies} from './file-copies.ts';

type FollowerHome = {
  readonly places: Places;
  readonly following: Following;
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  readonly dial: (signal: AbortSignal) => Dialling;
  readonly copies: {
    readonly open: (path: string) => DatabaseCopy | undefined;
    /** Checks a complete copy and puts it in the place of the older one. */
    readonly publish: (file: string, path: string) => Promise<void>;
    /** The damage of a copy that is open. */
    readonly check: (path: string) => Promise<readonly string[]>;
  };
};

export type Follower = AsyncDisposable & {
  readonly status: () => NonNullable<DaemonStatus['replica']>;
  readonly problems: () => readonly Problem[];
  /** The facts of the copy; undefined while there is none. */
  readonly facts: () => CopyFacts | undefined;
};

export const createFollower = (deps: FollowerHome): Follower => {
  const {places, clock, log, copies} = deps;
  const {host} = deps.following;
  const ending = new AbortController();
  const ended = endOf(ending.signal);
  const files = createFileCopies(places);
  let {log: record} = deps.following;
  let copy = copies.open(places.database);
  /** When the copy last had everything. */
  let currentAt = copy === undefined ? clock.now() : changedAt(places.database);
  let fence = 0;
  let trouble: string | undefined;
  let hasAllFiles = true;
  let checkedAt = clock.now();

  const takeCopy = async (client: Client, answer: Answer, file: string): Promise<void> => {
    const unfinished = `${places.database}.new`;
    await bringFile(client, file, unfinished);
    copy?.[Symbol.dispose]();
    copy = undefined;
    await copies.publish(unfinished, places.database);
    copy = copies.open(places.database);
    record = answer.log;
    writeFollowing(places, {host, log: record});
    log.info({host: host.name, number: copy?.number()}, 'Took a copy of the database.');
  };

  /** Equal facts of the same commit, or a new copy. */
  const compare = (theirs: NonNullable<Answer['facts']>): void => {
    const own = copy?.facts();
    if (JSON.stringify(own) === JSON.stringify(theirs)) return;
    log.error({own, theirs}, `The copy differs from ${host.name}, so it is taken again.`);
    record = undefined;
  };

  const checkSometimes = async (): Promise<void> => {
    if (clock.now() - checkedAt < HOUR) return;
    checkedAt = clock.now();
    const [fault] = await copies.check(places.database);
    if (fault === undefined) return;
    log.error({fault}, 'The copy is damaged, so it is taken again.');
    record = undefined;
  };

  const followOnce = async (client: Client): Promise<void> => {
    const hello = await client.call('hello', {protocol: PROTOCOL, client: `rooster ${deps.version}`});
    const other = otherRelease(host.name, hello.version, deps.version);
    if (other !== undefined) throw new GatewayError('conflict', other);
    let filesAt = Number.NEGATIVE_INFINITY;
    while (!ending.signal.aborted) {
      if (clock.now() - filesAt >= FILES_EVERY_MS) {
        hasAllFiles = (await files.bring(client)).isWhole;
        filesAt = clock.now();
      }
      const since = copy?.number();
      const answer = await client.call('store.follow', {by: hostname(), log: record, since});
      fence = answer.fence;
      if (answer.snapshot !== undefined) await takeCopy(client, answer, answer.snapshot.file);
      else await keepUp(answer);
      trouble = undefined;
    }
  };

  const keepUp = async (answer: Answer): Promise<void> => {
    try {
      copy?.apply(answer.commits.map(({number, changes}) => ({number, changes: Buffer.from(changes, 'base64')})));
    } catch (error) {
      log.error({error}, `A commit of ${host.name} doesn't fit, so the copy is taken again: ${errorMessage(error)}`);
      record = undefined;
      return;
    }
    if (answer.commits.length > 0) return;
    if (answer.facts !== undefined) compare(answer.facts);
    currentAt = clock.now();
    await checkSometimes();
  };

  const follow = async (): Promise<void> => {
    for (let tries = 0; !ending.signal.aborted; tries += 1) {
      const startedAt = clock.now();
      try {
        const {transport, connected} = deps.dial(ending.signal);
        await using client = daemonClient({transport, clock, onNotice: () => {}});
        // The other side says nothing before it is greeted.
        working = followOnce(client);
        await Promise.race([working, closedEarly(client, connected, ended)]);
      } catch (error) {
        if (ending.signal.aborted) return;
        if (trouble === undefined) log.warn({error}, `Can't follow ${host.name}: ${errorMessage(error)}`);
        trouble = errorMessage(error);
      }
      if (clock.now() - startedAt > MINUTE) tries = 0;
      await inTime(ended, Math.min(SECOND * 2 ** Math.min(tries, 5), LONGEST_PAUSE_MS), clock);
    }
  };

  let working: Promise<void> = Promise.resolve();
  const done = follow();
  return {
    status: () => ({
      role: 'follower',
      host: host.name,
      behindMs: Math.max(0, clock.now() - currentAt),
      seq: copy?.facts().seq ?? 0,
      fence,
    }),
    problems: () => problemsOf(host.name, {trouble, hasCopy: copy !== undefined, hasAllFiles}),
    facts: () => copy?.facts(),
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await done;
      // A copy that has arrived is published to its end.
      await working.catch(() => {});
      copy?.[Symbol.dispose]();
    },
  };
};

/** The last change of a database or its log. */
const changedAt = (path: string): EpochMs =>
  Math.max(...[path, `${path}-wal`].map(file => statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0));

type State = {readonly trouble: string | undefined; readonly hasCopy: boolean; readonly hasAllFiles: boolean};

const problemsOf = (host: string, {trouble, hasCopy, hasAllFiles}: State): readonly Problem[] => {
  const first = hasCopy ? undefined : `The first copy of ${host} isn't complete yet.`;
  const many = hasAllFiles ? undefined : `${host} has more files in its workspace than a copy takes.`;
  const what = trouble ?? first ?? many;
  if (what === undefined) return [];
  const has = hasCopy ? 'What the copy has stays' : 'There is no copy yet';
  return [{key: 'replica', reason: what, inForce: `${has}, and Rooster tries again.`}];
};

type Answer = Result<'store.follow'>;

const endOf = (signal: AbortSignal): Promise<CloseReason> =>
  new Promise(resolve => signal.addEventListener('abort', () => resolve({kind: 'here'}), {once: true}));

/** Rejects when the connection ends or the follower is to end. */
const closedEarly = async (client: Client, connected: Promise<void>, ended: Promise<CloseReason>): Promise<never> => {
  const reason = await Promise.race([client.closed, ended]);
  await connected;
  throw new GatewayError('unavailable', formatClose(reason));
};

const FILES_EVERY_MS = 10 * SECOND;
const LONGEST_PAUSE_MS = 15 * SECOND;
