// The kinds that each list can be narrowed down to, in the order in which `f` goes through them.
import type {EventType} from '../../shared/gateway-event.ts';
import type {ListRow} from './list-row.ts';
import type {ListName} from './views.ts';

type ListKind = {readonly name: string; readonly admits: (row: ListRow) => boolean};

/** The first is all. */
export const kindsOf = (name: ListName): readonly ListKind[] => KINDS[name];

const ALL: ListKind = {name: 'all', admits: () => true};

const kinds = (name: string, ...of: readonly ListRow['kind'][]): ListKind => ({
  name,
  admits: row => of.includes(row.kind),
});

const events = (name: string, test: (type: EventType) => boolean): ListKind => ({
  name,
  admits: row => row.kind === 'event' && test(row.event.type),
});

const deliveries = (
  name: string,
  test: (row: Extract<ListRow, {kind: 'delivery'}>['delivery']) => boolean,
): ListKind => ({
  name,
  admits: row => row.kind === 'delivery' && test(row.delivery),
});

const KINDS: Readonly<Record<ListName, readonly ListKind[]>> = {
  timeline: [
    ALL,
    {
      name: 'reminders',
      admits: row => row.kind === 'reminder' || (row.kind === 'run' && row.run.kind === 'reminder'),
    },
    {name: 'alarms', admits: row => row.kind === 'alarm' || (row.kind === 'run' && row.run.kind === 'alarm')},
    {name: 'cron', admits: row => row.kind === 'window' || (row.kind === 'run' && row.run.kind === 'cron')},
    kinds('turns', 'turn'),
    kinds('deliveries', 'delivery'),
    {name: 'failed', admits: row => failed(row)},
  ],
  plan: [
    ALL,
    kinds('reminders', 'reminder'),
    kinds('alarms', 'alarm'),
    kinds('cron', 'cron', 'invalid'),
    {
      name: 'paused or failing',
      admits: row =>
        row.kind === 'invalid' ||
        (row.kind === 'alarm' && row.alarm.failures > 0) ||
        (row.kind === 'cron' && (row.job.paused || row.job.last?.status === 'failed')),
    },
  ],
  outbox: [
    ALL,
    deliveries('waiting', ({state}) => state === 'queued' || state === 'sending'),
    deliveries('dead', ({state}) => state === 'dead'),
    deliveries('sent', ({state}) => state === 'sent'),
    deliveries('delivered', ({state}) => state === 'delivered' || state === 'read'),
    deliveries('repeated', ({repeat}) => repeat),
  ],
  log: [
    ALL,
    events('messages', type => type.startsWith('message.')),
    events('turns', type => type.startsWith('turn.')),
    events('time', type => /^(?:run|reminder|alarm|cron)\./u.test(type)),
    events('deliveries', type => type.startsWith('delivery.')),
    events('daemon', type => /^(?:daemon|channel|config|policy|session)\./u.test(type)),
  ],
};

const failed = (row: ListRow): boolean =>
  (row.kind === 'run' && row.run.status === 'failed') ||
  (row.kind === 'turn' && (row.turn.state === 'failed' || row.turn.state === 'aborted')) ||
  (row.kind === 'delivery' && row.delivery.state === 'dead' && row.delivery.discarded !== true);
