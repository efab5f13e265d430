// A reminder or an alarm in the summary of a call: by its words, since nobody knows an id by heart.
import {shortened} from '../../shared/text/shortened.ts';

/** `"stretch"`; what was given where nothing is known under it. */
export const calledById = (id: unknown, messageOf: (id: string) => string | undefined = () => undefined): unknown => {
  const message = typeof id === 'string' ? messageOf(id) : undefined;
  return message === undefined ? id : `"${shortened(message, LONGEST)}"`;
};

const LONGEST = 60;
