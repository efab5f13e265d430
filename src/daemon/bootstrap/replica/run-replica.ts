// Commands for a home that follows another machine, while its daemon is stopped: begin to follow, stop following, take
// over. Each prints one JSON document on stdout. A takeover that was interrupted is finished by the next one.
import {existsSync, rmSync} from 'node:fs';
import {endFollowing, type Following, readFollowing, writeFollowing} from '../../../ipc/socket/following.ts';
import {readHost} from '../../../shared/records/host.ts';
import {type Places, socketsOf} from '../../../shared/records/places.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {systemClock} from '../../../shared/time/clock.ts';
import {isoOf} from '../../../shared/time/time.ts';
import type {CopyFacts} from '../../ports/commit-log.ts';
import {copiedFiles, putFilesInPlace} from '../../replica/file-copies.ts';
import {FENCE, FOLLOWED} from '../../replica/followed.ts';
import {TOOK_OVER} from '../../replica/old-machine.ts';
import {putAside} from '../../store/backup/finish-restore.ts';
import {finishCopy, openCopy} from '../../store/copy/database-copy.ts';
import {removeFile} from '../../store/database/database-file.ts';
import {takeLock} from '../../system/take-lock.ts';
import {readFleet} from '../fleet/read-fleet.ts';

type ReplicaVerb = 'follow' | 'unfollow' | 'takeover';

export const runReplicaVerb = async (verb: ReplicaVerb, args: readonly string[], places: Places): Promise<number> => {
  process.umask(0o077);
  using _lock = await takeLock({database: places.database, sockets: socketsOf(places), clock: systemClock()});
  process.stdout.write(`${JSON.stringify(RUN[verb](places, args))}\n`);
  return 0;
};

const follow = (places: Places, [address = '', name = '', command = '', how = '']: readonly string[]): object => {
  const host = readHost(address);
  if (host === undefined) throw new GatewayError('invalid', `"${address}" isn't the address of a machine.`);
  if (readFleet(places, undefined) !== undefined)
    throw new GatewayError(
      'refused',
      'This home is a cell of a fleet, and the fleet keeps its copies. To follow another machine: take "fleet" out of its configuration first.',
    );
  const isFollowing = readFollowing(places) !== undefined;
  const replaced = isFollowing ? undefined : putOwnAside(places, how === 'replace');
  writeFollowing(places, {host: {...host, name, command: command === '' ? undefined : command}});
  return {replaced};
};

/** The copy is of no use without following: it would only be an old state. */
const unfollow = (places: Places): object => {
  const {host} = followed(places);
  endFollowing(places);
  removeFile(places.database);
  rmSync(copiedFiles(places), {recursive: true, force: true});
  return {host: host.name};
};

const takeOver = (places: Places): object => {
  const following = followed(places);
  const {host} = following;
  const facts = factsOf(places);
  if (facts === undefined)
    throw new GatewayError('refused', `There is no complete copy of ${host.name} yet, so nothing can be taken over.`);
  writeFollowing(places, {...following, takesOver: true});
  putFilesInPlace(places);
  const {fence, ...seen} = facts;
  const at = isoOf(systemClock().now());
  finishCopy(places.database, {
    [FENCE]: String(fence + 1),
    [FOLLOWED]: undefined,
    [TOOK_OVER]: JSON.stringify({host, fence: fence + 1, seq: seen.seq, at}),
  });
  endFollowing(places);
  return {host: host.name, fence: fence + 1, ...seen};
};

const RUN: Readonly<Record<ReplicaVerb, (places: Places, args: readonly string[]) => object>> = {
  follow,
  unfollow,
  takeover: takeOver,
};

const followed = (places: Places): Following => {
  const following = readFollowing(places);
  if (following === undefined) throw new GatewayError('refused', 'This machine follows no other one.');
  return following;
};

const factsOf = ({database}: Places): (CopyFacts & {readonly fence: number}) | undefined => {
  using copy = openCopy(database);
  return copy && {...copy.facts(), fence: Number(copy.mark(FENCE) ?? 0)};
};

/** A database of its own stays beside the copy. */
const putOwnAside = ({database}: Places, replaces: boolean): string | undefined => {
  if (!existsSync(database)) return undefined;
  if (!replaces)
    throw new GatewayError(
      'conflict',
      'This machine has reminders and conversations of its own. To put them aside and follow: add --replace',
    );
  return putAside(database);
};
