// Rings: the person's reminders that rang and wait for an answer, the latest first.

import {hasOpenOccurrence} from '../../shared/events/held-records.ts';
import {sayHappened} from '../../shared/languages/texts.ts';
import type {Reminder} from '../../shared/records/jobs/jobs.ts';
import {DAY, type EpochMs, LATE_AFTER_MS} from '../../shared/time/time.ts';
import type {AppState} from '../state/app-state.ts';
import {daemonNow} from '../state/selectors.ts';

export type Ring = {
  readonly reminder: Reminder;
  /** The text of the occurrence that rang. */
  readonly text: string;
  readonly rangAt: EpochMs;
  /** When it was due, if it came late. */
  readonly dueAt?: EpochMs;
};

/** Those of the last day: older ones are in the plan's past only. */
export const ringsOf = (state: AppState): readonly Ring[] => {
  const now = daemonNow(state);
  return unanswered(state).filter(({rangAt}) => now - rangAt < DAY);
};

/** Of any age, as far as the mirror has them. Other people's reminders aren't the person's to answer. */
export const unanswered = ({gateway}: Pick<AppState, 'gateway'>): readonly Ring[] => {
  const rang = [...gateway.fired, ...gateway.reminders.filter(hasOpenOccurrence)];
  if (rang.length === 0) return NONE;
  const owner = [...gateway.sessions.values()].find(({kind}) => kind === 'main')?.person;
  return rang
    .filter(({user}) => user === undefined || owner === undefined || user === owner)
    .map(ringOf)
    .toSorted((a, b) => b.rangAt - a.rangAt);
};

/** The id of its row in the plan: a series has another row for its next time. */
export const rowOfRing = ({reminder: {id, state}}: Ring): string => (state === 'pending' ? `open:${id}` : `rem:${id}`);

const ringOf = (reminder: Reminder): Ring => {
  const {occurrence, state, message, fireAt, firedAt, event, zone} = reminder;
  const due = state === 'pending' ? (occurrence?.at ?? fireAt) : fireAt;
  const rangAt = firedAt ?? due;
  const isLate = rangAt - due > LATE_AFTER_MS;
  return {
    reminder,
    text:
      event === undefined
        ? (occurrence?.message ?? message)
        : `${message} (${sayHappened(event, {now: rangAt, zone})})`,
    rangAt,
    dueAt: isLate ? due : undefined,
  };
};

const NONE: readonly Ring[] = [];
