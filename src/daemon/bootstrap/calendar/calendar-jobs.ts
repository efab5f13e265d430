// Reads a calendar file in a worker thread.
import {type ReadCalendar, type ReadOptions, readCalendar} from '../../schedule/calendar/read-calendar.ts';
import type {Ask} from '../../system/worker/worker-protocol.ts';

/** The daemon is asked which of these reminders exist. */
export type OwnQuestion = {readonly ids: readonly string[]};

type Input = Omit<ReadOptions, 'isOwn'> & {readonly ics: string};

export const CALENDAR_JOBS = {
  read: async ({ics, ...options}: Input, ask: Ask): Promise<ReadCalendar | {readonly problem: string}> => {
    const ids = [...new Set([...ics.matchAll(OWN_ANYWHERE)].map(([, id = '']) => id))];
    const own = new Set(ids.length === 0 ? [] : ((await ask({ids})) as readonly string[]));
    return readCalendar(ics, {...options, isOwn: uid => own.has(OWN_UID.exec(uid)?.[1] ?? '')});
  },
} as const;

const OWN_UID = /^(rem_[\w-]+?)(?:-later)?@rooster$/u;
const OWN_ANYWHERE = /\b(rem_[\w-]{1,80}?)(?:-later)?@rooster/gu;
