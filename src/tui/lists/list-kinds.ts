// The kinds by which each list can be filtered, in the order of the `f` key.
import {type Noun, withView} from '../nouns/nouns.ts';
import type {ListName} from '../nouns/views.ts';

/** The first is "all". */
export const kindsOf = (name: ListName): readonly string[] => KINDS[name];

/**
 * True if the list shows the item. Heartbeats and reflections are left out until they are asked for, by their kind or
 * by searched words, unless they failed.
 */
export const isOfKind = (noun: Noun, kind: string, searched: boolean): boolean => {
  const kinds = withView(noun, (view, item) => view.filters(item));
  if (kind !== ALL) return kinds.includes(kind);
  return searched || !kinds.includes(IDLE) || kinds.includes('failed');
};

const ALL = 'all';
const IDLE = 'heartbeats';

const KINDS: Readonly<Record<ListName, readonly string[]>> = {
  timeline: [ALL, 'reminders', 'alarms', 'cron', 'tasks', 'turns', 'deliveries', 'failed', IDLE],
  plan: [ALL, 'reminders', 'alarms', 'cron', 'paused or failing', IDLE],
  outbox: [ALL, 'waiting', 'dead', 'sent', 'delivered', 'repeated'],
  log: [ALL, 'messages', 'turns', 'time', 'deliveries', 'daemon'],
};
