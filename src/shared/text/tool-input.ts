// The arguments of a tool call as the model wrote them. Arguments that aren't JSON, or are nested too deeply or too
// long, stay text. So no code that walks them (a provider's library, a screen) overflows. Pure.
import {abridged} from './shortened.ts';

/** The arguments as a value; the shortened text where they aren't JSON or exceed the limits. */
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

/** `parsedInput` for arguments that are values already, as earlier versions stored them. */
export const plainInput = (input: unknown): unknown => {
  if (!isTooDeep(input)) return input;
  try {
    return JSON.stringify(input);
  } catch {
    return '[nested too deeply]';
  }
};

/** The depth of nested brackets in a text, ignoring strings. */
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

/** Works level by level: recursion would overflow on exactly the values that this finds. */
const isTooDeep = (value: unknown): boolean => {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST_INPUT; depth += 1) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
};

/** More nesting than any tool's arguments need. */
const DEEPEST_INPUT = 64;
const LONGEST_INPUT = 256 * 1024;
const [BACKSLASH, QUOTE, BRACKET, END_BRACKET, BRACE, END_BRACE] = [0x5c, 0x22, 0x5b, 0x5d, 0x7b, 0x7d];
