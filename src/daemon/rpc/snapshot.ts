// Everything a client draws at once, as of one event number.

import type {ChannelStatus, ConfigProblem, Snapshot} from '../../shared/events/gateway-event.ts';
import type {Wire} from '../../shared/events/wire.ts';
import {toWire} from '../../shared/events/wire.ts';
import type {Alarm} from '../../shared/records/alarm.ts';
import type {Store} from '../ports/store.ts';
import type {SessionIndex} from '../sessions/session-index.ts';
import type {Turns} from '../turns/run-turn.ts';

type SnapshotDeps = {
  readonly store: Store;
  readonly index: SessionIndex;
  readonly turns: Pick<Turns, 'running'>;
  readonly cron: () => Snapshot['cron'];
  readonly channels: () => readonly ChannelStatus[];
  readonly problems: () => readonly ConfigProblem[];
};

/** Synchronous, so that it belongs to exactly one event number. Lists are bounded; clients page for more. */
export const takeSnapshot = ({store, index, turns, cron, channels, problems}: SnapshotDeps): Wire<Snapshot> =>
  toWire<Snapshot>({
    sessions: index.list(),
    reminders: store.reminders.list({limit: MOST}),
    fired: store.reminders.list({state: 'fired', limit: MOST_FIRED}),
    pendingReminders: store.reminders.countPending(),
    alarms: withinSize(store.alarms.list({limit: MOST})),
    cron: cron(),
    runs: store.runs.list({limit: MOST}),
    deliveries: store.deliveries.list({limit: MOST}),
    turns: turns.running(),
    channels: channels(),
    problems: problems(),
  });

/** The first of them, as long as they have room. */
const withinSize = (alarms: readonly Alarm[]): readonly Alarm[] => {
  let size = 0;
  return alarms.filter(({message, payload = ''}) => {
    size += message.length + payload.length;
    return size <= LARGEST_ALARMS;
  });
};

const MOST = 200;
const MOST_FIRED = 50;
/** Together with their data: a snapshot is one line, and a line has its limit. */
const LARGEST_ALARMS = 1_000_000;
