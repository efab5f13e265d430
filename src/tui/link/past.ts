// The past entries of lists: the newest events on connecting, and a further page whenever the person scrolls to the
// oldest row. One request at a time.

import {isPending} from '../../shared/events/held-records.ts';
import {fromWire} from '../../shared/fields/wire.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Reminder, Run} from '../../shared/records/jobs/jobs.ts';
import type {ListName} from '../nouns/views.ts';
import {MOST_EVENTS, MOST_PAST, withOlderEvents} from '../state/past.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {changePast} from '../store/ui-changes.ts';
import type {GatewayClient} from './gateway-client.ts';

export type PastReader = Disposable & {
  /** Loads the page before the oldest row of a list, if one exists. */
  older(name: ListName): void;
  /** Loads the reminders after the listed ones, if there are more. */
  laterReminders(): void;
};

type PastDeps = {readonly store: AppStore; readonly call: GatewayClient['call']};

export const startPast = ({store, call}: PastDeps): PastReader => {
  /** True once the first page of events was requested. */
  let begun = false;

  const fetching = async (work: () => Promise<void>): Promise<void> => {
    const {past, connection} = store.get().ui;
    if (past.fetching || connection.kind !== 'live') return;
    store.update(changePast({fetching: true}));
    try {
      await work();
    } catch {
      // Scrolling there again retries.
    } finally {
      store.update(changePast({fetching: false}));
    }
  };

  const olderEvents = (): Promise<void> =>
    fetching(async () => {
      const {log} = store.get().ui;
      const before = log[0]?.seq ?? (store.get().gateway.seq ?? 0) + 1;
      const {events, more} = await call('events.list', {before, limit: PAGE});
      store.update(ui => ({...ui, log: withOlderEvents(ui.log, events)}));
      store.update(changePast({moreEvents: more}));
    });

  const olderRuns = (): Promise<void> =>
    fetching(async () => {
      const {gateway, ui} = store.get();
      const run = ui.past.runs.at(-1) ?? gateway.runs.at(-1);
      const delivery = ui.past.deliveries.at(-1) ?? gateway.deliveries.at(-1);
      const [runs, deliveries] = await Promise.all([
        call('run.list', {limit: PAGE, before: run?.id}),
        call('outbox.list', {limit: PAGE, before: delivery?.id}),
      ]);
      const moreRuns = runs.runs.map(wire => fromWire<Run>(wire));
      const moreDeliveries = deliveries.deliveries.map(wire => fromWire<Delivery>(wire));
      const {past} = store.get().ui;
      store.update(
        changePast({
          runs: [...past.runs, ...moreRuns],
          deliveries: [...past.deliveries, ...moreDeliveries],
          moreRuns: moreRuns.length === PAGE,
          moreDeliveries: moreDeliveries.length === PAGE,
        }),
      );
    });

  const laterReminders = (): Promise<void> =>
    fetching(async () => {
      const {reminders, remindersUpTo = 0} = store.get().gateway;
      const last = reminders.findLast(reminder => isPending(reminder) && reminder.fireAt <= remindersUpTo);
      const page = await call('reminder.list', {limit: PAGE, after: last?.id});
      const read = page.reminders.map(wire => fromWire<Reminder>(wire));
      store.dispatch({type: 'later-reminders', reminders: read, more: page.more === true});
    });

  const follow = (): void => {
    const {ui, gateway} = store.get();
    if (ui.connection.kind !== 'live') {
      begun = false;
      return;
    }
    if (begun || ui.past.fetching || gateway.seq === undefined) return;
    begun = true;
    if (ui.log.length < FIRST_LOOK && ui.past.moreEvents) void olderEvents();
  };

  const unsubscribe = store.subscribe(follow);
  return {
    older: name => {
      const {past, log} = store.get().ui;
      if (name === 'log') {
        if (past.moreEvents && log.length < MOST_EVENTS) void olderEvents();
        return;
      }
      const held = past.runs.length + past.deliveries.length;
      if (name !== 'plan' && held < MOST_PAST && (past.moreRuns || past.moreDeliveries)) void olderRuns();
    },
    laterReminders: () => {
      const {hiddenReminders, reminders} = store.get().gateway;
      if (hiddenReminders > 0 && reminders.length < MOST_PAST) void laterReminders();
    },
    [Symbol.dispose]: unsubscribe,
  };
};

const PAGE = 200;
const FIRST_LOOK = 50;
