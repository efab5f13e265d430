// Shows the arguments of a call to people: a reminder or alarm by its message instead of its id, and an ISO instant as
// date and time.
import {shortened} from '../../shared/text/shortened.ts';

/** The quoted message (`"stretch"`), or the given id if its message is unknown. */
export const calledById = (id: unknown, messageOf: (id: string) => string | undefined = () => undefined): unknown => {
  const message = typeof id === 'string' ? messageOf(id) : undefined;
  return message === undefined ? id : `"${shortened(message, LONGEST)}"`;
};

/**
 * `2026-11-27 09:00`, with ` UTC` or ` UTC+01:00` if the instant names an offset. Anything but an ISO instant stays as
 * it is.
 */
export const readableTime = (time: unknown): unknown => {
  const [, date, clock, offset] = (typeof time === 'string' && INSTANT.exec(time)) || [];
  if (date === undefined) return time;
  return `${date} ${clock}${offset === undefined ? '' : ` UTC${offset.replace(/z/iu, '')}`}`;
};

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/iu;
const LONGEST = 60;
