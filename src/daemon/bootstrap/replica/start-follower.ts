// Starts the daemon of a home that follows another machine. It keeps the copy current and says how far it is. All else
// is for the other machine, or for a takeover.
import type {DaemonStatus} from '../../../ipc/daemon-status.ts';
import {dialHost} from '../../../ipc/socket/dial-host.ts';
import type {Following} from '../../../ipc/socket/following.ts';
import {socketsOf} from '../../../shared/records/places.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {createFollower, type Follower} from '../../replica/follower.ts';
import {checkFile} from '../../store/backup/check-file.ts';
import {openCopy, publishCopy} from '../../store/copy/database-copy.ts';
import {takeLock} from '../../system/take-lock.ts';
import type {DaemonOptions} from '../daemon-options.ts';
import {startWaitingDaemon} from '../waiting-daemon.ts';

type StartFollower = Pick<DaemonOptions, 'places' | 'env' | 'clock' | 'log' | 'version' | 'onStop'> & {
  readonly following: Following;
};

/** Resolves when clients can ask how far it is. Rejects with a sentence when it can't start. */
export const startFollower = async (options: StartFollower): Promise<AsyncDisposable> => {
  const {places, clock, log, following, version} = options;
  const {host, takesOver} = following;
  if (takesOver === true)
    throw new GatewayError('refused', `A takeover from ${host.name} was begun here. To finish it: rooster takeover`);
  await using stack = new AsyncDisposableStack();
  stack.use(await takeLock({database: places.database, sockets: socketsOf(places), clock}));
  const follower = stack.use(
    createFollower({
      ...{places, following, clock, log, version},
      dial: signal => dialHost(host, {starts: false, mayAsk: false, signal}),
      copies: {open: openCopy, publish: publishCopy, check: path => checkFile(path, {depth: 'whole'})},
    }),
  );
  const refusal = new GatewayError(
    'refused',
    `This machine only keeps a copy of ${host.name}. To use the daemon there: rooster --host ${host.name}. If ${host.name} is lost: rooster takeover`,
  );
  stack.use(
    await startWaitingDaemon({
      ...options,
      greeting: () => ({seq: follower.facts()?.seq ?? 0}),
      status: () => statusOf(follower),
      refusal: () => refusal,
    }),
  );
  log.info({host: host.name}, 'Follows another machine.');
  const opened = stack.move();
  return {[Symbol.asyncDispose]: () => opened.disposeAsync()};
};

/** The counts are those of the copy; nothing of it happens here. */
const statusOf = (follower: Follower): Partial<DaemonStatus> => {
  const own = {problems: follower.problems(), replica: follower.status()};
  const facts = follower.facts();
  if (facts === undefined) return own;
  const {conversations, reminders, alarms, deliveries} = facts;
  return {
    ...own,
    sessions: {total: conversations, busy: 0, queued: 0},
    reminders: {pending: reminders},
    alarms: {active: alarms},
    outbox: deliveries,
  };
};
