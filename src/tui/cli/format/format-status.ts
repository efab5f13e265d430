// Formats the daemon's status, and the text when no daemon runs.
import type {DaemonStatus} from '../../../ipc/daemon-status.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import {conversationName, type Names} from '../../../shared/record-text/names.ts';
import type {ExpectedCall} from '../../../shared/records/expected-call.ts';
import type {PlannedRun} from '../../../shared/records/jobs/jobs.ts';
import {IDLE_RUN_KINDS, kindName} from '../../../shared/records/jobs/run-kinds.ts';
import {formatMoney} from '../../../shared/text/money.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {counted, withCapital} from '../../../shared/text/sentences.ts';
import {formatDuration, formatInterval, whenOf} from '../../../shared/time/format-time.ts';
import {instantOfIso, SECOND} from '../../../shared/time/time.ts';
import {formatPresence} from '../../format/presence.ts';
import {type Column, timesTitle} from '../../nouns/noun-record.ts';
import {noneRuns} from '../client/no-daemon-error.ts';
import type {CommandWorld} from '../command.ts';
import {fieldLines, listLines} from './fields.ts';
import {channelLine} from './format-channel.ts';
import {problemLines} from './format-config.ts';

export const statusLines = (world: CommandWorld, found: Wire<DaemonStatus>): readonly string[] => {
  const {print, version} = world;
  const now = world.clock.now();
  const {model, sessions, outbox, reminders, channels, nextWakes, home, problems} = found;
  const {replica} = found;
  if (replica?.role === 'follower') return followerLines(world, found, replica);
  if (replica?.role === 'standby' || replica?.role === 'cells') return standbyLines(world, found, replica);
  const {alarms = {active: 0}} = found;
  const upFor = formatDuration(now - (instantOfIso(found.startedAt) ?? now));
  const other =
    found.version === version ? '' : print.paint('busy', ` (this command is ${version}: rooster daemon restart)`);
  const dead = outbox.dead === 0 ? '' : print.paint('bad', `, ${outbox.dead} failed (rooster outbox --state dead)`);
  return [
    `Rooster ${found.version}${other}, pid ${found.pid}, up for ${upFor}`,
    ...fieldLines(world, [
      ['Agent', found.agent],
      [
        'Model',
        `${model.name}, ${model.ready ? print.paint('good', 'ready') : print.paint('bad', 'not ready')}${detailOf(model.detail)}`,
      ],
      ...channels.map(channel => ['Channel', channelLine(world, channel)] as const),
      ['HTTP', formatHttp(found)],
      ['Ping', formatPing(found, now)],
      ...(found.expected ?? []).map(call => ['Expected', printableLine(formatExpected(call, now))] as const),
      ...peopleLines(found, now),
      ['Conversations', formatConversations(sessions)],
      ['Reminders', `${reminders.pending} pending`],
      ['Alarms', alarms.active === 0 ? undefined : `${alarms.active} set`],
      ['Jobs', formatUsed(found.jobs?.today)],
      ['Outbox', `${outbox.waiting} waiting${dead}`],
      ...idleLines(found, world.names()),
      ['Questions', formatQuestions(world, found)],
      ['Sandbox', formatSandbox(world, found)],
      ['Backup', formatBackup(found, now)],
      [replica?.role === 'holder' ? 'Fleet' : 'Replica', replica && printableLine(replicaLine(replica))],
      ['Clients', formatClient(found.clients)],
      ['Config', home.config],
      ['Workspace', home.workspace],
      ['Log', home.log],
    ]),
    '',
    ...listLines(world, plannedRunColumns(world), nextWakes, 'Nothing is scheduled.'),
    ...moreLines(reminders.pending - nextWakes.filter(({kind}) => kind === 'reminder').length),
    ...(problems.length === 0 ? [] : ['', ...problemLines(world, problems)]),
  ];
};

/** A daemon that only keeps a copy: what the copy holds, and nothing that would happen here. */
const followerLines = (
  world: CommandWorld,
  {version, pid, sessions, reminders, outbox, home, problems}: Wire<DaemonStatus>,
  replica: NonNullable<Wire<DaemonStatus>['replica']>,
): readonly string[] => [
  `Rooster ${version}, pid ${pid}, follows ${printableLine(replica.host)}`,
  ...fieldLines(world, [
    ['Replica', printableLine(replicaLine(replica))],
    ['Conversations', `${sessions.total} in the copy`],
    ['Reminders', `${reminders.pending} pending in the copy`],
    ['Outbox', `${outbox.waiting} waiting in the copy`],
    ['Log', home.log],
  ]),
  ...(problems.length === 0 ? [] : ['', ...problemLines(world, problems)]),
];

/** A daemon of a fleet that uses no database. */
const standbyLines = (
  world: CommandWorld,
  {version, pid, home, problems}: Wire<DaemonStatus>,
  replica: NonNullable<Wire<DaemonStatus>['replica']>,
): readonly string[] => [
  `Rooster ${version}, pid ${pid}`,
  ...fieldLines(world, [
    ['Fleet', printableLine(replicaLine(replica))],
    ['Config', home.config],
    ['Log', home.log],
  ]),
  ...(problems.length === 0 ? [] : ['', ...problemLines(world, problems)]),
];

/** Older daemons don't know where people are. */
const peopleLines = ({people = []}: Wire<DaemonStatus>, now: number): readonly (readonly [string, string])[] =>
  people.map(person => ['Person', `${printableLine(person.name)}: ${printableLine(formatPerson(person, now))}`]);

export const formatPerson = (person: NonNullable<Wire<DaemonStatus>['people']>[number], now: number): string =>
  formatPresence(person, person.quietUntil === undefined ? undefined : whenOf(person.quietUntil, now));

/** The reason why nothing is planned; planned runs are in the list of upcoming events. */
const idleLines = ({idle}: Wire<DaemonStatus>, names: Names): readonly (readonly [string, string])[] => {
  if (idle?.why !== undefined) return [['Heartbeat', `off: ${idle.why}`]];
  return IDLE_RUN_KINDS.flatMap(kind => {
    const states = (idle?.sessions ?? []).flatMap(item => {
      const plan = item[kind];
      return 'why' in plan
        ? [`${printableLine(conversationName(item.session, names))}: ${printableLine(plan.why)}`]
        : [];
    });
    const more = states.length - MOST_IDLE;
    return [...states.slice(0, MOST_IDLE), ...(more > 0 ? [`and ${more} more conversations`] : [])].map(
      text => [withCapital(kind), text] as const,
    );
  });
};

const MOST_IDLE = 3;

export const noDaemonLines = (world: CommandWorld): readonly string[] => {
  const {host, places} = world;
  if (host !== undefined) return [noneRuns(host)];
  const {config, socket, log} = places;
  const files = fieldLines(world, [
    ['Config', config],
    ['Socket', socket],
    ['Log', log],
  ]);
  return [noneRuns(host), ...files];
};

/** The list of upcoming events is shortened. */
const moreLines = (more: number): readonly string[] =>
  more > 0 ? [`and ${more} more ${more === 1 ? 'reminder' : 'reminders'}: rooster reminders`] : [];

const plannedRunColumns = (world: CommandWorld): readonly Column<Wire<PlannedRun>>[] => [
  {
    title: timesTitle({zone: world.shownZone.name()}, 'WHEN'),
    text: ({wakeAt}) => whenOf(wakeAt, world.clock.now()),
    tone: () => 'good',
  },
  {title: 'KIND', text: ({kind}) => kindName(kind)},
  {title: 'WHAT', text: ({what, name}) => printableLine(what || name), gives: true},
];

/** Older daemons don't count. */
const formatUsed = (today: NonNullable<DaemonStatus['jobs']>['today'] | undefined): string | undefined =>
  today === undefined || today.tokens === 0
    ? undefined
    : [`${today.tokens.toLocaleString('en-US')} tokens today`, ...today.costs.map(formatMoney)].join(', ');

const formatHttp = ({http}: Wire<DaemonStatus>): string | undefined =>
  http && `${http.listen}, ${counted(http.hooks, 'hook')}${http.reachable ? ', behind a proxy' : ''}`;

const formatPing = ({ping}: Wire<DaemonStatus>, now: number): string | undefined => {
  if (ping === undefined) return undefined;
  const {host, everyMs, lastAt, why} = ping;
  const last = lastAt === undefined ? 'none accepted yet' : `the last one ${whenOf(lastAt, now)}`;
  return printableLine(`${host} every ${formatInterval(everyMs)}, ${why ?? last}`);
};

/** `backup by tomorrow 10:00 (in 25h 3m), the last one today 08:00 (1h 2m ago)`. */
export const formatExpected = (call: Wire<ExpectedCall>, now: number): string => {
  const {hook, dueAt, overdueAt, lastAt, withinMs} = call;
  const last = lastAt === undefined ? 'none yet' : `the last one ${whenOf(lastAt, now)}`;
  const next = overdueAt === undefined ? `by ${whenOf(dueAt, now)}` : 'is overdue';
  return `${hook} ${next}, ${last}; expected every ${formatDuration(withinMs)}`;
};

/** Older daemons don't know. */
const formatQuestions = ({print}: CommandWorld, {approvals}: Wire<DaemonStatus>): string | undefined => {
  if (approvals === undefined) return undefined;
  const {open, proposed} = approvals;
  const calls =
    open === 0
      ? 'none open'
      : print.paint('busy', `${counted(open, 'call')} ${open === 1 ? 'waits' : 'wait'} for your answer`);
  const notes = proposed === 0 ? '' : `, ${counted(proposed, 'proposed note')}`;
  return `${calls}${notes}${open + proposed === 0 ? '' : ' (rooster approvals)'}`;
};

/** The places where commands of the agent run. Older daemons don't know. */
const formatSandbox = ({print}: CommandWorld, {sandbox}: Wire<DaemonStatus>): string | undefined => {
  if (sandbox === undefined) return undefined;
  const {kind, works, reason = ''} = sandbox;
  if (kind === 'off') return 'off: commands of the agent run as you';
  if (kind === 'full') return 'full: commands of the agent run as you, and each one asks';
  if (works)
    return `${kind}: commands of the agent ${kind === 'workspace' ? 'write only the workspace' : 'write nothing'}`;
  return `${print.paint('bad', "doesn't work")}: ${printableLine(reason)} Run "rooster doctor".`;
};

/** Older daemons have no backups. */
/** The age of the copy of a second machine, as a sentence. */
export const replicaLine = ({role, host, behindMs, seq}: NonNullable<DaemonStatus['replica']>): string => {
  if (role === 'replaced') return `${host} has taken over: nothing happens here any more.`;
  if (role === 'standby') return `Stands by for ${host}.`;
  if (role === 'cells') return `Keeps the cells ${host} running, each in a home of its own.`;
  if (role === 'holder') {
    const late = behindMs < CURRENT_MS ? '' : `; PostgreSQL is ${formatDuration(behindMs)} behind`;
    return `Holds the cell ${host}${late}.`;
  }
  const age = behindMs < CURRENT_MS ? 'up to date' : `${formatDuration(behindMs)} behind`;
  return role === 'followed' ? `${host} keeps a copy, ${age}.` : `Keeps a copy of ${host}, ${age}, up to event ${seq}.`;
};

/** The other machine answers at least every five seconds. */
const CURRENT_MS = 10 * SECOND;

const formatBackup = ({backup}: Wire<DaemonStatus>, now: number): string | undefined => {
  if (backup === undefined) return undefined;
  const at = instantOfIso(backup.at ?? '');
  return at === undefined ? 'none yet' : `${formatDuration(Math.max(0, now - at))} ago, ${backup.kept} kept`;
};

/** Without this command. Undefined if nobody else is connected. */
const formatClient = (clients: number): string | undefined =>
  clients > 1 ? `${clients - 1} and this command` : undefined;

const formatConversations = ({total, busy, queued}: DaemonStatus['sessions']): string =>
  [`${total}`, ...(busy === 0 ? [] : [`${busy} busy`]), ...(queued === 0 ? [] : [`${queued} queued`])].join(', ');

const detailOf = (detail: string | undefined): string => (detail === undefined ? '' : ` (${printableLine(detail)})`);
