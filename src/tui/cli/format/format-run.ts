// Job runs in words: a list, and one of them with its transcript.

import type {Result} from '../../../ipc/protocol.ts';
import type {Wire} from '../../../shared/events/wire.ts';
import {
  isWaiting,
  type Run as JobRun,
  type RunKind,
  type RunStatus,
  workedSince,
} from '../../../shared/records/jobs.ts';
import {isSessionKey} from '../../../shared/records/session-key.ts';
import {conversationName, type Names} from '../../../shared/text/names.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {todoLines} from '../../../shared/text/todo-lines.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {instantOfIso, SECOND} from '../../../shared/time/time.ts';
import {whenOf} from '../../format/local-time.ts';
import type {CommandWorld} from '../command.ts';
import type {Tone} from '../print.ts';
import type {Column} from '../words/table.ts';
import {fieldLines, listLines, timesIn, timesTitle} from './fields.ts';
import {deliveryList} from './format-delivery.ts';
import {messageLines} from './message-lines.ts';

/** `messages`: what the reminders among them say, by their ids; `only`: what they were narrowed down to. */
export const runList = (
  world: CommandWorld,
  runs: readonly Wire<JobRun>[],
  messages: ReadonlyMap<string, string>,
  only: {readonly kind: RunKind | undefined; readonly name: string | undefined},
): readonly string[] => listLines(world, columns(world, messages), runs, noneOf(only));

export const runShown = (world: CommandWorld, run: Result<'run.get'>): readonly string[] => {
  const now = world.clock.now();
  return [
    ...fieldLines(world, [
      ['Id', run.id],
      ['What', `${run.kind} ${printableLine(jobName(run.name, world.names()))}`],
      ['Due', `${whenOf(run.scheduledFor, now)}${run.schedule === undefined ? '' : ` (${run.schedule})`}`],
      ['Started', whenOf(run.startedAt, now)],
      timesIn(world),
      ['Waited', formatWaited(run)],
      ['Status', world.print.paint(RUN_TONES[run.status], formatStatus(run))],
      ['Took', formatTook(run)],
      ['Session', run.session],
      ['Error', run.error === undefined ? undefined : printableLine(run.error)],
    ]),
    ...(run.todos === undefined ? [] : ['', 'Plan', ...todoLines(run.todos).map(line => `  ${printableLine(line)}`)]),
    ...(run.output === undefined ? [] : ['', indented(run.output, '  ')]),
    ...(run.transcript.length === 0 ? [] : ['', ...messageLines(world, run.transcript)]),
    // An older daemon does not send them.
    ...((run.deliveries ?? []).length === 0 ? [] : ['', ...deliveryList(world, run.deliveries, undefined)]),
  ];
};

const columns = (world: CommandWorld, messages: ReadonlyMap<string, string>): readonly Column<Wire<JobRun>>[] => [
  {title: 'ID', text: ({id}) => id, isId: true},
  {title: timesTitle(world, 'DUE'), text: ({scheduledFor}) => whenOf(scheduledFor, world.clock.now())},
  {title: 'KIND', text: ({kind}) => kind},
  {title: 'NAME', text: ({name}) => printableLine(messages.get(name) ?? jobName(name, world.names())), gives: true},
  {title: 'STATUS', text: formatStatus, tone: ({status}) => RUN_TONES[status]},
  {title: 'TOOK', text: formatTook},
  {title: 'OUTPUT', text: ({output, error}) => printableLine(error ?? output ?? ''), gives: true},
];

/** A heartbeat and a reflection bear the key of their conversation. */
const jobName = (name: string, names: Names): string => (isSessionKey(name) ? conversationName(name, names) : name);

const formatStatus = (run: Wire<JobRun>): string => {
  const {status, late, attempt} = run;
  return [
    isWaiting(run) ? 'waits' : status,
    ...(late ? ['late'] : []),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ].join(', ');
};

const formatTook = (run: Wire<JobRun>): string => {
  const ms = spanOf(workedSince(run), run.endedAt);
  if (ms === undefined) return '-';
  return ms < SECOND ? '<1s' : formatDuration(ms);
};

/** For its turn, where that is worth a word. */
const formatWaited = ({startedAt, beganAt}: Wire<JobRun>): string | undefined => {
  const ms = spanOf(startedAt, beganAt) ?? 0;
  return ms < SECOND ? undefined : formatDuration(ms);
};

const spanOf = (start: string, end: string | undefined): number | undefined => {
  const [from, to] = [instantOfIso(start), end === undefined ? undefined : instantOfIso(end)];
  return from === undefined || to === undefined ? undefined : to - from;
};

/** How good an end it is. */
export const RUN_TONES: Readonly<Record<RunStatus, Tone>> = {
  running: 'busy',
  ran: 'good',
  suppressed: 'quiet',
  skipped: 'quiet',
  failed: 'bad',
};

const noneOf = ({kind, name}: {readonly kind: RunKind | undefined; readonly name: string | undefined}): string =>
  kind === undefined && name === undefined
    ? NONE
    : `No ${kind === undefined ? '' : `${kind} `}runs${name === undefined ? '' : ` of ${printableLine(name)}`}.`;

const NONE = 'No runs yet. Reminders, cron jobs, alarms and heartbeats appear here when they run.';
