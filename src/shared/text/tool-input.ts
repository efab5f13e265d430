// The arguments of a tool call, as a model wrote them. What is nested too deeply, or too long, stays text, as what is not JSON does:
// it is told to the model, and nothing that walks through arguments (a provider's library, a screen) overflows on them. Pure.
import {abridged} from './shortened.ts';

/** The arguments as a value; as they were written, as far as there is room, where they are not JSON, or too much. */
export const parsedInput = (written: string): unknown => {
  if (written.trim() === '') return {};
  if (written.length > LONGEST_INPUT) return abridged(written, LONGEST_INPUT);
  if (textDepth(written) > DEEPEST_INPUT) return written;
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
};

/** The same for arguments that are a value already: those that an earlier version kept. */
export const plainInput = (input: unknown): unknown => {
  if (!isTooDeep(input)) return input;
  try {
    return JSON.stringify(input);
  } catch {
    return '[nested too deeply]';
  }
};

/** How deeply brackets are nested in a text, other than in its strings. */
const textDepth = (text: string): number => {
  let [depth, deepest, inString] = [0, 0, false];
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (inString && sign === BACKSLASH) index += 1;
    else if (sign === QUOTE) inString = !inString;
    else if (inString) continue;
    else if (sign === BRACKET || sign === BRACE) depth += 1;
    else if (sign === END_BRACKET || sign === END_BRACE) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

/** Level by level: what is too deep to be walked through must not be walked through to find out. */
const isTooDeep = (value: unknown): boolean => {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST_INPUT; depth += 1) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
};

/** Levels of arguments that are more than any tool takes. */
const DEEPEST_INPUT = 64;
const LONGEST_INPUT = 256 * 1024;
const [BACKSLASH, QUOTE, BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5c, 0x22, 0x5b, 0x5d, 0x7b, 0x7d];
