// Status: the daemon's status in rows of name and value.
import {kindName} from '../../../shared/records/jobs/run-kinds.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {formatUntil, formatWhen} from '../../../shared/time/format-time.ts';
import {formatLink} from '../../format/format-link.ts';
import {elapsed, elapsedChangesAt} from '../../format/how-long.ts';
import {formatPresence} from '../../format/presence.ts';
import type {AppState} from '../../state/app-state.ts';
import {closeOverlay, type Overlay} from '../../state/overlay.ts';
import {daemonNow} from '../../state/selectors.ts';
import type {ConnectionState} from '../../state/ui-state.ts';
import {EMPTY_ROW, type Role, type Row, span} from '../../text/row.ts';
import {drawnLine} from '../../text/width.ts';
import {hanging, wrapped} from '../../text/wrap.ts';
import {reader} from './kinds/reader.ts';

export const status = reader<Extract<Overlay, {kind: 'status'}>>({
  title: () => 'status',
  rows: (state, _, cells) => [
    ...statusFacts(state).flatMap(({name, value, role}) => pair(name, value, role, cells)),
    ...(state.ui.status === undefined ? [EMPTY_ROW, [span('  loading…', 'dim')]] : []),
  ],
  lines: state => statusFacts(state).map(({name, value}) => drawnLine(name === '' ? value : `${name}: ${value}`)),
  // A letter starts a message.
  type: ({store}) => {
    store.update(closeOverlay);
    return 'draft';
  },
  changesAt: ({ui}, _, now) => {
    if (ui.status === undefined) return undefined;
    return elapsedChangesAt(ui.status.startedAt, now + ui.clockOffsetMs) - ui.clockOffsetMs;
  },
});

type StatusFact = {
  /** Empty where the fact belongs to the one before. */
  readonly name: string;
  readonly value: string;
  readonly role: Role;
};

const statusFacts = (state: AppState): readonly StatusFact[] => {
  const {connection, status} = state.ui;
  const now = daemonNow(state);
  const facts: StatusFact[] = [];
  const line = (name: string, value: string, role: Role = 'text') => facts.push({name, value, role});
  const clients = status === undefined ? '' : `, ${counted(status.clients, 'client')}`;
  line('connection', `${CONNECTION[connection.kind]}${clients}`, connection.kind === 'live' ? 'ok' : 'warn');
  if (connection.kind === 'lost') line('', connection.reason, 'dim');
  if (status === undefined) return facts;
  line('daemon', `${status.version}, pid ${status.pid}, up ${elapsed(now - status.startedAt)}`);
  const {name, ready, detail} = status.model;
  const more = detail === undefined ? '' : `: ${detail}`;
  line('model', `${name}, ${ready ? 'ready' : 'not ready'}${more}`, ready ? 'text' : 'warn');
  const {total, busy, queued} = status.sessions;
  line('state', [counted(total, 'conversation'), `${busy} busy`, `${queued} queued`].join(', '));
  line(
    'waiting',
    `${counted(status.reminders.pending, 'reminder')}, ${counted(status.outbox.waiting, 'delivery', 'deliveries')}, ${status.outbox.dead} failed`,
    status.outbox.dead > 0 ? 'error' : 'text',
  );
  for (const [index, run] of status.nextWakes.slice(0, 3).entries()) {
    const content = `${formatWhen(run.wakeAt, now)} (${formatUntil(run.wakeAt, now)}) ${kindName(run.kind)} ${run.what}`;
    line(index === 0 ? 'next' : '', content);
  }
  for (const [index, {channel, inbound, outbound, detail}] of status.channels.entries()) {
    const down = inbound === 'down' || outbound === 'down';
    const more = detail === undefined ? '' : `, ${detail}`;
    line(
      index === 0 ? 'channels' : '',
      `${channel}: ${formatLink({inbound, outbound})}${more}`,
      down ? 'error' : 'text',
    );
  }
  for (const [index, person] of (status.people ?? []).entries()) {
    line(
      index === 0 ? 'people' : '',
      `${person.name}: ${formatPresence(person, person.quietUntil === undefined ? undefined : formatWhen(person.quietUntil, now))}`,
    );
  }
  for (const [index, {key, reason, inForce}] of status.problems.entries()) {
    line(index === 0 ? 'problems' : '', `${key}: ${reason} Until then: ${inForce}`, 'warn');
  }
  for (const [name, path] of Object.entries(status.home)) line(name, path, 'dim');
  return facts;
};

const pair = (name: string, value: string, role: Role, cells: number): readonly Row[] => {
  const head: Row = [span(`  ${name.padEnd(COLUMN)}`, 'dim')];
  return hanging(wrapped([span(drawnLine(value), role)], Math.max(8, cells - COLUMN - 3)), head, [
    span(' '.repeat(COLUMN + 2)),
  ]);
};

const CONNECTION: Readonly<Record<ConnectionState['kind'], string>> = {
  dialing: 'connecting',
  live: 'live',
  lost: 'lost, reconnecting',
};

const COLUMN = 12;
