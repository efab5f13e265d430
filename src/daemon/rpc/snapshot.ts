// Builds everything a client shows at first, at one event number.
import type {ChannelStatus, Snapshot} from '../../shared/events/gateway-event.ts';
import {toWire, type Wire} from '../../shared/fields/wire.ts';
import type {Alarm} from '../../shared/records/jobs/alarm.ts';
import type {Problem} from '../../shared/records/problem.ts';
import type {People} from '../core.ts';
import {withWays} from '../delivery/targets.ts';
import type {Store} from '../ports/store.ts';
import {published} from '../schedule/series/advance.ts';
import type {SessionIndex} from '../sessions/session-index.ts';
import type {TurnRunner} from '../turns/run-turn.ts';

type SnapshotDeps = {
  readonly store: Store;
  readonly person: People['person'];
  readonly index: SessionIndex;
  readonly turns: Pick<TurnRunner, 'running'>;
  readonly cron: () => Snapshot['cron'];
  readonly channels: () => readonly ChannelStatus[];
  readonly problems: () => readonly Problem[];
};

/**
 * Synchronous, so that the snapshot belongs to exactly one event number. Lists are limited; clients fetch more by page.
 */
export const takeSnapshot = ({store, person, index, turns, cron, channels, problems}: SnapshotDeps): Wire<Snapshot> => {
  const shown = withWays(person);
  return toWire<Snapshot>({
    sessions: index.list(),
    reminders: store.reminders.list({limit: MOST}).map(reminder => shown(published(reminder))),
    fired: store.reminders.list({state: 'fired', limit: MOST_FIRED}).map(shown),
    pendingReminders: store.reminders.countPending(),
    alarms: withinSize(store.alarms.list({limit: MOST})),
    approvals: store.approvals.open(MOST_FIRED),
    cron: cron(),
    runs: store.runs.list({limit: MOST}),
    deliveries: store.deliveries.list({limit: MOST}),
    turns: turns.running(),
    channels: channels(),
    problems: problems(),
  });
};

/** The first alarms that fit. */
const withinSize = (alarms: readonly Alarm[]): readonly Alarm[] => {
  let size = 0;
  return alarms.filter(({message, payload = ''}) => {
    size += message.length + payload.length;
    return size <= LARGEST_ALARMS;
  });
};

const MOST = 200;
const MOST_FIRED = 50;
/** Includes the alarms' data. A snapshot is one line, whose length is limited. */
const LARGEST_ALARMS = 1_000_000;
