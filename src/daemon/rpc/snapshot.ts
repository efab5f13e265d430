// Everything a client draws at once, as of one event number.
import type {ChannelStatus, ConfigProblem, Snapshot} from '../../shared/gateway-event.ts';
import type {Wire} from '../../shared/wire.ts';
import {toWire} from '../../shared/wire.ts';
import type {Store} from '../ports.ts';
import type {SessionBook} from '../sessions/session-book.ts';
import type {Turns} from '../turns/run-turn.ts';

type SnapshotDeps = {
  readonly store: Store;
  readonly book: SessionBook;
  readonly turns: Pick<Turns, 'running'>;
  readonly cron: () => Snapshot['cron'];
  readonly channels: () => readonly ChannelStatus[];
  readonly problems: () => readonly ConfigProblem[];
};

/** Synchronous, so that it belongs to exactly one event number. Lists are bounded; clients page for more. */
export const takeSnapshot = ({store, book, turns, cron, channels, problems}: SnapshotDeps): Wire<Snapshot> =>
  toWire<Snapshot>({
    sessions: book.list(),
    reminders: store.reminders.list({limit: MOST}),
    fired: store.reminders.list({state: 'fired', limit: MOST_FIRED}),
    pendingReminders: store.reminders.countPending(),
    alarms: store.alarms.list({limit: MOST_ALARMS}),
    cron: cron(),
    runs: store.runs.list({limit: MOST}),
    deliveries: store.deliveries.list({limit: MOST}),
    turns: turns.running(),
    channels: channels(),
    problems: problems(),
  });

const MOST = 200;
const MOST_FIRED = 50;
/** They hold much more than a reminder. */
const MOST_ALARMS = 50;
