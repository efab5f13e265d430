// Checks the daemon: whether it answers, has this version and a model, reaches its channels, and survives a logout.

import {existsSync} from 'node:fs';
import {userInfo} from 'node:os';
import type {DaemonStatus} from '../../../ipc/daemon-status.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {whenOf} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../../shared/time/time.ts';
import {formatLink} from '../../format/format-link.ts';
import type {CommandWorld} from '../command.ts';
import {httpFindings} from './doctor-http.ts';
import type {Finding} from './finding.ts';
import {unitOf} from './install.ts';

export const daemonFindings = async (
  world: CommandWorld,
  status: Wire<DaemonStatus> | undefined,
): Promise<readonly Finding[]> => {
  const lasting = await serviceFinding(world);
  if (status === undefined) {
    const what = 'not running, so nothing fires; the next command that needs it starts it';
    return [{name: 'daemon', verdict: 'odd', what, fix: 'rooster daemon start'}, ...lasting];
  }
  return [
    versionFinding(world, status),
    modelFinding(status),
    ...clockFindings(world, status),
    ...status.channels
      .filter(({channel}) => channel !== 'signal')
      .map(channel => channelFinding(channel, world.clock.now())),
    ...httpFindings(status),
    ...deadFindings(status),
    ...storeFindings(status),
    ...lasting,
  ];
};

const versionFinding = ({version}: CommandWorld, status: Wire<DaemonStatus>): Finding => {
  const name = 'daemon';
  if (status.version === version) return {name, verdict: 'good', what: `version ${version}, pid ${status.pid}`};
  const what = `the daemon has version ${status.version}, this command ${version}`;
  return {name, verdict: 'bad', what, fix: 'rooster daemon restart'};
};

const modelFinding = ({model: {name: model, ready, detail}}: Wire<DaemonStatus>): Finding => {
  const what = detail === undefined ? model : `${model}: ${detail}`;
  if (ready) return {name: 'model', verdict: 'good', what};
  return {
    name: 'model',
    verdict: 'bad',
    what,
    fix: 'rooster setup, or check "model" and "providers" with rooster config show',
  };
};

const clockFindings = ({clock}: CommandWorld, {now}: Wire<DaemonStatus>): readonly Finding[] => {
  const apart = Math.abs((instantOfIso(now) ?? clock.now()) - clock.now());
  if (apart < CLOCKS_APART_MS) return [];
  const what = `the clocks of the daemon and this command differ by ${Math.round(apart / SECOND)} s`;
  return [{name: 'clock', verdict: 'bad', what, fix: 'rooster daemon restart'}];
};

const channelFinding = (status: Wire<DaemonStatus>['channels'][number], now: EpochMs): Finding => {
  const {channel, inbound, outbound, detail, provenAt, warnings = []} = status;
  const proof = provenAt === undefined ? '' : `, verified ${whenOf(provenAt, now)}`;
  const what = `${channel}: ${formatLink({inbound, outbound})}${proof}${detail === undefined ? '' : ` (${detail})`}`;
  const [warning] = warnings;
  if (outbound === 'up' && warning !== undefined) return {name: 'channel', verdict: 'odd', what: `${what}. ${warning}`};
  if (inbound !== 'down' && outbound !== 'down') return {name: 'channel', verdict: 'good', what};
  return {
    name: 'channel',
    verdict: 'bad',
    what,
    fix: `${channelFacts(channel)?.statusCommand ?? 'rooster status'}, or rooster daemon logs`,
  };
};

const deadFindings = ({outbox: {dead}}: Wire<DaemonStatus>): readonly Finding[] => {
  if (dead === 0) return [];
  const what = `${counted(dead, 'delivery', 'deliveries')} failed`;
  return [{name: 'outbox', verdict: 'odd', what, fix: 'rooster outbox --state dead, then retry or discard each'}];
};

/** The daemon's problems with its disk, database, backups and sockets. The configuration has its own check. */
const storeFindings = ({problems}: Wire<DaemonStatus>): readonly Finding[] =>
  problems.flatMap(({key, reason, inForce}) => {
    const fix = STORE_FIXES[key];
    return fix === undefined ? [] : [{name: key, verdict: 'bad', what: `${reason} ${inForce}`, fix}];
  });

const STORE_FIXES: Readonly<Record<string, string>> = {
  disk: 'free some disk space',
  database: 'run rooster backup, rooster restore or rooster daemon restart, as the line above says',
  daemon: 'check the disk; rooster daemon restart ends this report',
  backup: 'fix what the line above says, then run rooster backup',
  socket: 'rooster daemon restart',
  'speech.command': 'install it, or change speech.command',
};

/** A systemd user unit stops at logout unless its user has lingering enabled. */
const serviceFinding = async (world: CommandWorld): Promise<readonly Finding[]> => {
  const unit = await unitOf(world).catch(() => undefined);
  if (unit === undefined || !existsSync(unit.path)) return [];
  const {username} = userInfo();
  if (unit.manager !== 'systemd' || existsSync(`/var/lib/systemd/linger/${username}`)) {
    return [{name: 'service', verdict: 'good', what: unit.path}];
  }
  const what = `${unit.path} is installed, but the daemon stops when you log out`;
  return [{name: 'service', verdict: 'odd', what, fix: `loginctl enable-linger ${username}`}];
};

const CLOCKS_APART_MS = 5 * SECOND;
