// What a client is told of the daemon: in the greeting, and when it asks how the daemon is.
import {type DaemonStatus, type Methods, PROTOCOL} from '../../ipc/protocol.ts';
import type {ConfigProblem} from '../../shared/events/gateway-event.ts';
import {TERMINAL} from '../../shared/records/address.ts';
import {isoOf} from '../../shared/time/time.ts';
import {describeModel} from '../models/model-registry.ts';
import {channelProblems} from '../rpc/channel-problems.ts';
import {cronProblems} from '../rpc/cron-problems.ts';
import type {RpcOptions} from './build-rpc.ts';

export const greetingOf = (options: RpcOptions): Methods['hello']['result'] => {
  const {store} = options;
  const {clock, store: stored} = store.world;
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

/** Who is connected, and what is wrong with the sockets. */
export type Connected = {readonly clients: number; readonly problems: readonly ConfigProblem[]};

export const daemonStatus = (options: RpcOptions, connected: Connected): DaemonStatus => {
  const {store, services, schedule, channels, scheduler, places, env, boot} = options;
  const {clock, store: stored} = store.world;
  return {
    running: true,
    ...identityOf(options),
    startedAt: boot.startedAt,
    now: clock.now(),
    seq: stored.events.seq,
    zone: terminalZone(options),
    home: places,
    agent: store.agent(),
    model: describeModel(store.config.current(), env),
    clients: connected.clients,
    sessions: {total: stored.sessions.list().length, ...services.sessions.totals()},
    reminders: {pending: stored.reminders.countPending()},
    alarms: {active: stored.alarms.countActive()},
    outbox: stored.deliveries.counts(),
    nextWakes: scheduler.upcoming(NEXT_WAKES),
    idle: schedule.idle.standing(),
    backup: store.open.backups.status(),
    channels: channels.statuses(),
    problems: [...problemsOf(options), ...connected.problems],
  };
};

const problemsOf = ({store, agent, schedule, channels, places}: RpcOptions): readonly ConfigProblem[] => [
  ...store.config.problems(),
  ...channelProblems(channels.statuses()),
  ...cronProblems(schedule.cron.list().invalid, places.config),
  ...channels.problems(),
  ...agent.unanswered.problems(),
  ...store.open.health.problems(),
  ...store.open.backups.problems(),
  ...store.changes.problems(),
];

const identityOf = ({version, boot: {bootId}}: RpcOptions) => ({version, pid: process.pid, bootId});

const terminalZone = ({store: {people}}: RpcOptions): string => people.zoneOf(people.personAt(TERMINAL)?.name);

const NEXT_WAKES = 10;
