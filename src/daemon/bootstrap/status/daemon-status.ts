// Builds the daemon's status for clients: in the greeting and on request.
import {PROTOCOL} from '../../../ipc/checks.ts';
import type {DaemonStatus} from '../../../ipc/daemon-status.ts';
import type {Methods} from '../../../ipc/method-table.ts';
import {TERMINAL} from '../../../shared/records/address.ts';
import type {CronJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Cost} from '../../../shared/records/jobs/jobs.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import {atMinute, instantAt, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Core} from '../../core.ts';
import {describeModel} from '../../models/model-registry.ts';
import type {RpcOptions} from '../parts.ts';
import type {Connected} from '../serve-clients.ts';
import {problemsOf} from './checks.ts';
import {sandboxStatus} from './try-sandbox.ts';

export const greetingOf = (options: RpcOptions): Methods['hello']['result'] => {
  const {core, open, names} = options;
  const {clock, store} = core;
  // A moved socket leads to a daemon that must not answer for the new home.
  open.health.checkFileInPlace();
  return {
    protocol: PROTOCOL,
    ...identityOf(options),
    startedAt: isoOf(options.boot.startedAt),
    now: isoOf(clock.now()),
    seq: store.events.seq,
    zone: terminalZone(options),
    names: names(),
    held: heldIn(options)?.(),
  };
};

/** Says why nothing is sent or confirmed, if so. Undefined for a daemon to which that never happens. */
export const heldIn = ({cell, services}: RpcOptions): (() => string | undefined) | undefined => {
  const {replaced} = services.replica.followed;
  return replaced() === undefined ? cell && (() => untilPostgresAnswers(cell.closed())) : replaced;
};

/** `reason`: a sentence that says what is wrong with PostgreSQL. */
export const untilPostgresAnswers = (reason: string | undefined): string | undefined =>
  reason && `Nothing is sent or confirmed until PostgreSQL answers. ${reason}`;

export const daemonStatus = async (options: RpcOptions, connected: Connected): Promise<DaemonStatus> => {
  const {core, open, schedule, channels, doors, watch, scheduler, places, env, boot} = options;
  const {clock, store, config} = core;
  return {
    running: true,
    ...identityOf(options),
    startedAt: boot.startedAt,
    now: clock.now(),
    seq: store.events.seq,
    zone: terminalZone(options),
    keys: config().keys,
    home: places,
    agent: core.agent(),
    model: describeModel(config(), env),
    clients: connected.clients,
    sessions: {total: store.sessions.list().length, ...core.sessions.totals()},
    reminders: {pending: store.reminders.countPending()},
    alarms: {active: store.alarms.countActive()},
    tokens: {today: store.stats.tokens(midnightBefore(clock.now(), terminalZone(options)), clock.now() + 1)},
    jobs: {today: usedToday(schedule.cron.list().jobs)},
    outbox: store.deliveries.counts(),
    nextWakes: scheduler.upcoming(NEXT_WAKES),
    idle: schedule.idle.status(),
    backup: open.backups.status(),
    replica: options.cell?.status() ?? options.services.replica.followed.status(),
    channels: channels.statuses(),
    people: channels.reach.people(),
    http: doors.status(),
    ping: watch.pings.status(),
    expected: watch.calls.status(),
    approvals: openApprovals(store),
    sandbox: await sandboxStatus(options),
    problems: problemsOf({...options, socketProblems: connected.problems}),
  };
};

const openApprovals = ({approvals}: Core['store']): NonNullable<DaemonStatus['approvals']> => {
  const open = approvals.open(MOST_OPEN);
  const proposed = open.filter(item => item.proposed === true).length;
  return {open: open.length - proposed, proposed};
};

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

const midnightBefore = (now: EpochMs, zone: string): EpochMs => instantAt(atMinute(wallTimeAt(now, zone), 0), zone);

const terminalZone = ({core: {people}}: RpcOptions): string => people.zoneOf(people.personAt(TERMINAL)?.name);

const NEXT_WAKES = 10;
const MOST_OPEN = 1_000;
