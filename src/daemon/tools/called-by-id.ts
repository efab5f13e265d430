// Shows a reminder or alarm by its message in the summary of a call, because ids mean nothing to people.
import {shortened} from '../../shared/text/shortened.ts';

/** The quoted message (`"stretch"`), or the given id if its message is unknown. */
export const calledById = (id: unknown, messageOf: (id: string) => string | undefined = () => undefined): unknown => {
  const message = typeof id === 'string' ? messageOf(id) : undefined;
  return message === undefined ? id : `"${shortened(message, LONGEST)}"`;
};

const LONGEST = 60;
