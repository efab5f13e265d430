// Repeats an unanswered reminder where the person is now, or at the address that they named, with a new delivery key
// each time. Waits while an earlier delivery is still queued or sending.

import type {Reminder, Run} from '../../../shared/records/jobs/jobs.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import {isOpen, nagged, naggedLater, withoutNag} from '../../schedule/reminder-moves.ts';
import {published} from '../../schedule/series/advance.ts';
import type {Announcer} from '../announce.ts';
import {addressesNow} from './claim-reminder.ts';

type NagDeps = Core & {
  readonly announcer: Pick<Announcer, 'aim' | 'quietUntil' | 'putDirectly'>;
};

/** Runs inside the caller's transaction. */
export const nagAbout = (deps: NagDeps, before: Reminder, now: EpochMs, emit: Emit): void => {
  const {store, announcer} = deps;
  const run = before.runId === undefined ? undefined : store.runs.get(before.runId);
  if (!isOpen(before) || run === undefined || (before.untilAnswered === true && isReplied(store, before, run))) {
    store.reminders.update(withoutNag(before));
    return;
  }
  const quietEnd = before.urgent === true ? undefined : announcer.quietUntil(before.user);
  if (quietEnd !== undefined) {
    store.reminders.update({...before, nextNagAt: quietEnd});
    return;
  }
  if (isOnItsWay(store, run)) {
    store.reminders.update(naggedLater(before, now));
    return;
  }
  const {reminder, last} = nagged(before, now);
  const message = reminder.occurrence?.message ?? reminder.message;
  const words = reminder.mode === 'verbatim' ? message : `Reminder: ${message}`;
  const text = last ? `${words}\n\n${LAST_NAG}` : words;
  const repeatNumber = reminder.nags ?? 1;
  const announcement = {
    run,
    source: {kind: 'reminder', name: reminder.id},
    text,
    repeatNumber,
  } as const;
  for (const address of addressesNow(deps, reminder, run, {text, repeatNumber}))
    announcer.putDirectly(announcement, address, emit);
  store.reminders.update(reminder);
  emit({
    type: 'reminder.nagged',
    session: reminder.sourceSession,
    cause: reminder.id,
    reminder: published(reminder),
    last,
  });
};

/** The person wrote something where it rang, since it rang. */
const isReplied = ({messages, deliveries}: World['store'], reminder: Reminder, run: Run): boolean => {
  const {user, sourceSession, firedAt = run.startedAt} = reminder;
  const rang = deliveries.ofRun(run.id).flatMap(({session}) => (session === undefined ? [] : [session]));
  return [...new Set([sourceSession, ...rang])].some(session => {
    const reply = messages.newestOf(session, ['user']);
    if (reply === undefined || reply.at <= firedAt) return false;
    return user === undefined || ('name' in reply.source && reply.source.name === user);
  });
};

/** It waits for the end of quiet hours, or an earlier delivery is unsent. Of several ways, only the last one counts. */
const isOnItsWay = (store: World['store'], run: Run): boolean =>
  store.escalations.ofRun(run.id).some(({state}) => state === 'held') ||
  store.deliveries.ofRun(run.id).some(delivery => {
    if (delivery.state !== 'queued' && delivery.state !== 'sending') return false;
    const escalation = store.escalations.ofDelivery(delivery);
    return escalation === undefined || escalation.tried.at(-1)?.address === delivery.address;
  });

const LAST_NAG = '(Last repeat for this reminder.)';
