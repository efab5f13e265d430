// Checks the daemon: whether it answers, has this version and a model, reaches its channels, serves HTTP, and survives
// a logout. Shows what its own checks found.
import {existsSync} from 'node:fs';
import {userInfo} from 'node:os';
import type {DaemonStatus} from '../../../../ipc/daemon-status.ts';
import {FAILED_UPDATE, updateProblems} from '../../../../ipc/versions/failed-update.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import {problemFinding} from '../../../../shared/record-text/checks.ts';
import {channelFacts} from '../../../../shared/records/channels.ts';
import type {Finding, Problem} from '../../../../shared/records/problem.ts';
import {counted} from '../../../../shared/text/sentences.ts';
import {formatInterval, whenOf} from '../../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../../../shared/time/time.ts';
import {formatLink} from '../../../format/format-link.ts';
import type {CommandWorld} from '../../command.ts';
import {formatExpected} from '../../format/format-status.ts';
import {unitOf} from '../install.ts';
import {bad, good, odd} from './finding.ts';

/** The daemon answered in this span, by this command's clock. Other checks may take long after it. */
export type AnswerSpan = {readonly from: EpochMs; readonly to: EpochMs};

export const daemonFindings = async (
  world: CommandWorld,
  status: Wire<DaemonStatus> | undefined,
  answered: AnswerSpan,
): Promise<readonly Finding[]> => {
  const lasting = await serviceFinding(world);
  if (status === undefined) {
    const what = 'not running, so nothing fires; the next command that needs it starts it';
    return [odd('daemon', what, 'rooster daemon start'), ...lasting];
  }
  if (status.replica?.role === 'standby' || status.replica?.role === 'cells')
    return [versionFinding(world, status), ...clockFindings(status, answered), ...problemFindings(status), ...lasting];
  return [
    versionFinding(world, status),
    modelFinding(status),
    ...clockFindings(status, answered),
    ...status.channels
      .filter(({channel}) => channel !== 'signal')
      .map(channel => channelFinding(channel, world.clock.now())),
    ...httpFindings(status),
    ...watchFindings(status, world.clock.now()),
    ...deadFindings(status),
    ...problemFindings(status),
    ...lasting,
  ];
};

const versionFinding = ({version}: CommandWorld, status: Wire<DaemonStatus>): Finding => {
  const name = 'daemon';
  if (status.version === version) return good(name, `version ${version}, pid ${status.pid}`);
  const what = `the daemon has version ${status.version}, this command ${version}`;
  return bad(name, what, 'rooster daemon restart');
};

/** Without a daemon, too. */
export const updateFindings = ({places, version}: Pick<CommandWorld, 'places' | 'version'>): readonly Finding[] => {
  const fix = `rooster update tries again; rooster daemon dismiss ${FAILED_UPDATE} ends this report`;
  return updateProblems(places.versions, version).map(({key, reason, inForce}) =>
    bad(key, `${reason} ${inForce}`, fix),
  );
};

const modelFinding = ({model: {name: model, ready, detail}}: Wire<DaemonStatus>): Finding => {
  const what = detail === undefined ? model : `${model}: ${detail}`;
  if (ready) return good('model', what);
  return bad('model', what, 'rooster setup, or check "model" and "providers" with rooster config show');
};

const clockFindings = ({now}: Wire<DaemonStatus>, {from, to}: AnswerSpan): readonly Finding[] => {
  const there = instantOfIso(now) ?? to;
  const apart = Math.max(from - there, there - to);
  if (apart < CLOCKS_APART_MS) return [];
  const what = `the clocks of the daemon and this command differ by ${Math.round(apart / SECOND)} s`;
  return [bad('clock', what, 'rooster daemon restart')];
};

const channelFinding = (status: Wire<DaemonStatus>['channels'][number], now: EpochMs): Finding => {
  const {channel, inbound, outbound, detail, provenAt, warnings = []} = status;
  const proof = provenAt === undefined ? '' : `, verified ${whenOf(provenAt, now)}`;
  const what = `${channel}: ${formatLink({inbound, outbound})}${proof}${detail === undefined ? '' : ` (${detail})`}`;
  const [warning] = warnings;
  if (outbound === 'up' && warning !== undefined) return odd('channel', `${what}. ${warning}`);
  if (inbound !== 'down' && outbound !== 'down') return good('channel', what);
  return bad('channel', what, `${channelFacts(channel)?.statusCommand ?? 'rooster status'}, or rooster daemon logs`);
};

const deadFindings = ({outbox: {dead}}: Wire<DaemonStatus>): readonly Finding[] => {
  if (dead === 0) return [];
  const what = `${counted(dead, 'delivery', 'deliveries')} failed`;
  return [odd('outbox', what, 'rooster outbox --state dead, then retry or discard each')];
};

/** Nothing for a door that is off. */
export const httpFindings = ({http, problems}: Pick<Wire<DaemonStatus>, 'http' | 'problems'>): readonly Finding[] => {
  const closed = problems.find(({key}) => key === 'http.listen');
  if (closed !== undefined && http === undefined) {
    const fix = 'set http.listen to a free address, or rooster config unset http';
    return [bad('http', closed.reason, fix)];
  }
  if (http === undefined) return [];
  const secrets = problems.filter(({key}) => /^(?:hooks\..+|http\.wake)\.secret$/u.test(key));
  return [doorFinding(http), ...secrets.map(secretFinding)];
};

/** Pings in both directions. One that fails has the line of its problem. */
export const watchFindings = (
  {ping, expected = [], problems}: Pick<Wire<DaemonStatus>, 'ping' | 'expected' | 'problems'>,
  now: EpochMs,
): readonly Finding[] => [
  ...(ping === undefined || ping.why !== undefined
    ? []
    : [good('ping', `${ping.host} every ${formatInterval(ping.everyMs)}, the last one ${whenOf(ping.lastAt, now)}`)]),
  ...problems
    .filter(({key}) => EXPECTED_KEY.test(key))
    .map(({key, reason, inForce}) => bad('expected', `${key}: ${reason}`, inForce)),
  ...expected
    .filter(({hook}) => problems.every(({key}) => key !== `hooks.${hook}.expect`))
    .map(call => good('expected', formatExpected(call, now))),
];

const EXPECTED_KEY = /^hooks\..+\.expect$/u;

const secretFinding = ({key, reason}: Problem): Finding => bad('http', `${key}: ${reason}`, FIX_SECRET);

const doorFinding = (http: NonNullable<Wire<DaemonStatus>['http']>): Finding => {
  const hooks = counted(http.hooks, 'hook');
  if (!http.reachable) return good('http', `${http.listen}, ${hooks}`);
  const what = `${http.listen}, ${hooks}; other machines can connect, and only a proxy adds TLS`;
  return odd('http', what, 'let only the proxy reach that port, or listen on 127.0.0.1');
};

/** Channels, the HTTP server, the configuration and the jobs have lines of their own. */
const problemFindings = ({problems, replica}: Wire<DaemonStatus>): readonly Finding[] =>
  problems
    // The check of the fleet asks PostgreSQL itself.
    .filter(({key, reason}) => key !== 'fleet' || reason !== replica?.held)
    .flatMap(problem => problemFinding(problem) ?? []);

/** A systemd user unit stops at logout unless its user has lingering enabled. */
const serviceFinding = async (world: CommandWorld): Promise<readonly Finding[]> => {
  const unit = await unitOf(world).catch(() => undefined);
  if (unit === undefined || !existsSync(unit.path)) return [];
  const {username} = userInfo();
  if (unit.manager !== 'systemd' || existsSync(`/var/lib/systemd/linger/${username}`)) {
    return [good('service', unit.path)];
  }
  const what = `${unit.path} is installed, but the daemon stops when you log out`;
  return [odd('service', what, `loginctl enable-linger ${username}`)];
};

const CLOCKS_APART_MS = 5 * SECOND;
export const FIX_SECRET = 'set the secret; after a change of the environment, rooster daemon restart';
