// Reads a duration in any language. Pure.
import {LANGUAGES} from '../../../shared/languages/languages.ts';
import type {Span} from '../../../shared/languages/times/meaning.ts';
import {spanOf} from './spans-of-time.ts';

/** The duration that the text names in any language. Undefined without a duration. */
export const readSpan = (text: string): Span | undefined => {
  for (const {times} of LANGUAGES) {
    const span = spanOf(text, times.spans);
    if (span !== undefined) return span;
  }
  return undefined;
};
