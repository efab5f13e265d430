// Builds the daemon's status for clients: in the greeting and on request.
import {type DaemonStatus, type Methods, PROTOCOL} from '../../ipc/protocol.ts';
import type {Problem} from '../../shared/events/gateway-event.ts';
import {TERMINAL} from '../../shared/records/address.ts';
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';
import type {Cost} from '../../shared/records/jobs/jobs.ts';
import {type EpochMs, isoOf} from '../../shared/time/time.ts';
import {instantAt, wallTimeAt} from '../../shared/time/zone.ts';
import {describeModel} from '../models/model-registry.ts';
import {findProgram} from '../system/find-program.ts';
import type {RpcOptions} from './build-rpc.ts';
import {mistakenIn} from './jobs/cron-definitions.ts';
import {channelProblems} from './problems/channel-problems.ts';
import {cronProblems} from './problems/cron-problems.ts';
import {speechProblems} from './problems/speech-problems.ts';

export const greetingOf = (options: RpcOptions): Methods['hello']['result'] => {
  const {store} = options;
  const {clock, store: stored} = store.world;
  // A moved socket leads to a daemon that must not answer for the new home.
  store.open.health.checkFileInPlace();
  return {
    protocol: PROTOCOL,
    ...identityOf(options),
    startedAt: isoOf(options.boot.startedAt),
    now: isoOf(clock.now()),
    seq: stored.events.seq,
    zone: terminalZone(options),
    names: store.names(),
  };
};

/** The connected clients, and the problems of the sockets. */
export type Connected = {readonly clients: number; readonly problems: readonly Problem[]};

export const daemonStatus = (options: RpcOptions, connected: Connected): DaemonStatus => {
  const {store, services, schedule, channels, doors, scheduler, places, env, boot} = options;
  const {clock, store: stored} = store.world;
  return {
    running: true,
    ...identityOf(options),
    startedAt: boot.startedAt,
    now: clock.now(),
    seq: stored.events.seq,
    zone: terminalZone(options),
    keys: store.config.current().keys,
    home: places,
    agent: store.agent(),
    model: describeModel(store.config.current(), env),
    clients: connected.clients,
    sessions: {total: stored.sessions.list().length, ...services.sessions.totals()},
    reminders: {pending: stored.reminders.countPending()},
    alarms: {active: stored.alarms.countActive()},
    tokens: {today: stored.stats.tokens(midnightBefore(clock.now(), terminalZone(options)), clock.now() + 1)},
    jobs: {today: usedToday(schedule.cron.list().jobs)},
    outbox: stored.deliveries.counts(),
    nextWakes: scheduler.upcoming(NEXT_WAKES),
    idle: schedule.idle.status(),
    backup: store.open.backups.status(),
    channels: channels.statuses(),
    people: channels.reach.people(),
    http: doors.status(),
    problems: [...problemsOf(options), ...options.timerProblems(), ...connected.problems],
  };
};

const problemsOf = ({store, agent, schedule, channels, doors, places, env}: RpcOptions): readonly Problem[] => [
  ...store.config.problems(),
  ...channelProblems(channels.statuses()),
  ...cronProblems(schedule.cron.list().invalid, mistakenIn(store.config, places)),
  ...channels.problems(),
  ...doors.problems(),
  ...speechProblems(
    store.config.current().speech?.command,
    program => findProgram(program, env['PATH'], places.workspace) !== undefined,
  ),
  ...agent.unanswered.problems(),
  ...store.open.health.problems(),
  ...store.open.backups.problems(),
  ...store.changes.problems(),
  ...store.regionProblems(),
];

const identityOf = ({version, boot: {bootId}}: RpcOptions) => ({version, pid: process.pid, bootId});

const usedToday = (jobs: readonly CronJob[]): {readonly tokens: number; readonly costs: readonly Cost[]} => {
  const amounts = new Map<string, number>();
  let tokens = 0;
  for (const {today} of jobs) {
    tokens += today?.tokens ?? 0;
    const {amount = 0, currency} = today?.cost ?? {};
    if (currency !== undefined) amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
  }
  return {tokens, costs: [...amounts].map(([currency, amount]) => ({amount, currency}))};
};

const midnightBefore = (now: EpochMs, zone: string): EpochMs =>
  instantAt({...wallTimeAt(now, zone), hour: 0, minute: 0, second: 0, millisecond: 0}, zone);

const terminalZone = ({store: {people}}: RpcOptions): string => people.zoneOf(people.personAt(TERMINAL)?.name);

const NEXT_WAKES = 10;
