// How a story quotes texts. Pure.
import {shortened} from '../../../shared/shortened.ts';

/** `"the beginning of a text…"`, on one line. */
export const quoted = (text: string): string => `"${short(text)}"`;

export const short = (text: string, longest = LONGEST_QUOTE): string => shortened(text, longest);

const LONGEST_QUOTE = 80;
