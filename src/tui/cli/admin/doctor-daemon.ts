// The daemon: whether it answers, is the version of this command, has a model, reaches its channels, and stays after logout.
import {existsSync} from 'node:fs';
import {userInfo} from 'node:os';
import type {DaemonStatus} from '../../../ipc/protocol.ts';
import type {Wire} from '../../../shared/events/wire.ts';
import {instantOfIso, SECOND} from '../../../shared/time/time.ts';
import type {CommandWorld} from '../command.ts';
import type {Finding} from './finding.ts';
import {unitOf} from './install.ts';

export const daemonFindings = async (
  world: CommandWorld,
  status: Wire<DaemonStatus> | undefined,
): Promise<readonly Finding[]> => {
  const lasting = await serviceFinding(world);
  if (status === undefined) {
    const what = 'not running; commands that need the daemon start it';
    return [{name: 'daemon', verdict: 'odd', what, mend: 'rooster daemon start'}, ...lasting];
  }
  return [
    versionFinding(world, status),
    modelFinding(status),
    ...clockFindings(world, status),
    ...status.channels.filter(({channel}) => channel !== 'signal').map(channelFinding),
    ...outboxFindings(status),
    ...storeFindings(status),
    ...lasting,
  ];
};

const versionFinding = ({version}: CommandWorld, status: Wire<DaemonStatus>): Finding => {
  const name = 'daemon';
  if (status.version === version) return {name, verdict: 'good', what: `version ${version}, pid ${status.pid}`};
  const what = `the daemon has version ${status.version}, this command ${version}`;
  return {name, verdict: 'bad', what, mend: 'rooster daemon restart'};
};

const modelFinding = ({model: {name: model, ready, detail}}: Wire<DaemonStatus>): Finding => {
  const what = detail === undefined ? model : `${model}: ${detail}`;
  if (ready) return {name: 'model', verdict: 'good', what};
  return {
    name: 'model',
    verdict: 'bad',
    what,
    mend: 'see "model" and "providers" in docs/configuration.md, then check rooster config show',
  };
};

const clockFindings = ({clock}: CommandWorld, {now}: Wire<DaemonStatus>): readonly Finding[] => {
  const apart = Math.abs((instantOfIso(now) ?? clock.now()) - clock.now());
  if (apart < CLOCKS_APART_MS) return [];
  const what = `the clocks of the daemon and this command differ by ${Math.round(apart / SECOND)} s`;
  return [{name: 'clock', verdict: 'bad', what, mend: 'rooster daemon restart'}];
};

const channelFinding = ({channel, inbound, outbound, detail}: Wire<DaemonStatus>['channels'][number]): Finding => {
  const what = `${channel}: in ${inbound}, out ${outbound}${detail === undefined ? '' : ` (${detail})`}`;
  if (inbound !== 'down' && outbound !== 'down') return {name: 'channel', verdict: 'good', what};
  return {name: 'channel', verdict: 'bad', what, mend: `rooster ${channel} status, or rooster daemon logs`};
};

const outboxFindings = ({outbox: {dead}}: Wire<DaemonStatus>): readonly Finding[] => {
  if (dead === 0) return [];
  const what = `${dead === 1 ? '1 delivery' : `${dead} deliveries`} failed for good`;
  return [{name: 'outbox', verdict: 'odd', what, mend: 'rooster outbox --state dead, then retry or discard each'}];
};

/** What the daemon says about its disk, its database, its copies and its sockets; the configuration is checked by itself. */
const storeFindings = ({problems}: Wire<DaemonStatus>): readonly Finding[] =>
  problems.flatMap(({key, reason, inForce}) => {
    const mend = STORE_MENDS[key];
    return mend === undefined ? [] : [{name: key, verdict: 'bad', what: `${reason} ${inForce}`, mend}];
  });

const STORE_MENDS: Readonly<Record<string, string>> = {
  disk: 'free some disk space',
  database: 'run rooster backup, rooster restore or rooster daemon restart, as the line above says',
  backup: 'fix what the line above says, then run rooster backup',
  socket: 'rooster daemon restart',
};

/** An installed systemd unit ends with the login session unless its user lingers. */
const serviceFinding = async (world: CommandWorld): Promise<readonly Finding[]> => {
  const unit = await unitOf(world).catch(() => undefined);
  if (unit === undefined || !existsSync(unit.path)) return [];
  const {username} = userInfo();
  if (unit.manager !== 'systemd' || existsSync(`/var/lib/systemd/linger/${username}`)) {
    return [{name: 'service', verdict: 'good', what: unit.path}];
  }
  const what = `${unit.path} is installed, but the daemon stops when you log out`;
  return [{name: 'service', verdict: 'odd', what, mend: `loginctl enable-linger ${username}`}];
};

const CLOCKS_APART_MS = 5 * SECOND;
