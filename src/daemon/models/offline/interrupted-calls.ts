// Calls whose answer was lost: the daemon died while they were carried out, and the turn runs again. What is harmless twice is
// done again; whether a reminder was set is looked up first, so that it is not set twice. Pure.
import {onOneLine} from '../../../shared/one-line.ts';
import type {ToolUse} from './conversation.ts';
import {type Known, readList} from './tool-answers.ts';

type Interrupted =
  | {readonly kind: 'none'}
  /** Nobody can tell yet: the list has to be looked at. */
  | {readonly kind: 'look'}
  | {readonly kind: 'again'; readonly inputs: readonly Readonly<Record<string, string>>[]}
  /** All is done; these were set before the interruption. */
  | {readonly kind: 'known'; readonly set: readonly Known[]};

/** What is to be done about the lost calls of this turn. */
export const interruptedCalls = (uses: readonly ToolUse[]): Interrupted => {
  const last = uses.findLastIndex(isInterrupted);
  if (last === -1) return {kind: 'none'};
  const after = uses.slice(last + 1);
  const lost = new Map(
    uses.filter(use => isInterrupted(use) && CHANGES.has(use.input['action'])).map(({input}) => [keyOf(input), input]),
  );
  for (const use of uses) if (!isInterrupted(use)) lost.delete(keyOf(use.input));
  const listed = after.findLast(({input, ok}) => ok && input['action'] === 'list');
  const sets = [...lost.values()].filter(({action}) => action === 'set');
  if (sets.length > 0 && listed === undefined) {
    const looked = after.some(({input}) => input['action'] === 'list');
    return looked ? {kind: 'none'} : {kind: 'look'};
  }
  const {reminders} = readList(listed?.output ?? '');
  const set = sets.flatMap(({message}) => reminders.find(known => known.message === toldAs(message)) ?? []);
  const missing = [...lost.values()].filter(
    ({action, message}) => action !== 'set' || !set.some(known => known.message === toldAs(message)),
  );
  return missing.length > 0 ? {kind: 'again', inputs: missing.map(textFields)} : {kind: 'known', set};
};

/** The words with which the daemon answers for a call that it did not live to see answered. */
export const isInterrupted = ({ok, output}: ToolUse): boolean => !ok && output.startsWith('interrupted:');

const CHANGES: ReadonlySet<unknown> = new Set(['set', 'cancel', 'snooze', 'done', 'edit']);

const keyOf = (input: ToolUse['input']): string => JSON.stringify(input);

const toldAs = (message: unknown): string => (typeof message === 'string' ? onOneLine(message) : '');

/** What of an input can be given again. */
export const textFields = (input: ToolUse['input']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(input).filter((field): field is [string, string] => typeof field[1] === 'string'));
