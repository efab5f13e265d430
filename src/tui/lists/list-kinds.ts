// The kinds by which each list can be filtered, in the order of the `f` key.
import {type Noun, withView} from '../nouns/nouns.ts';
import type {ListName} from '../nouns/views.ts';

/** The first is "all". */
export const kindsOf = (name: ListName): readonly string[] => KINDS[name];

export const isOfKind = (noun: Noun, kind: string): boolean =>
  kind === ALL || withView(noun, (view, item) => view.filters(item).includes(kind));

const ALL = 'all';

const KINDS: Readonly<Record<ListName, readonly string[]>> = {
  timeline: [ALL, 'reminders', 'alarms', 'cron', 'tasks', 'turns', 'deliveries', 'failed'],
  plan: [ALL, 'reminders', 'alarms', 'cron', 'paused or failing'],
  outbox: [ALL, 'waiting', 'dead', 'sent', 'delivered', 'repeated'],
  log: [ALL, 'messages', 'turns', 'time', 'deliveries', 'daemon'],
};
