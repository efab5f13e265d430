// From a request to the next step: which use of the reminder tool is still missing, or what is answered from what the tool has
// said. The list first where it is not known which reminder is meant, then the deed: two rounds at most. Pure.
import {isoOf} from '../../../shared/time.ts';
import {choose} from './choose.ts';
import {type Conversation, TOOL, type ToolUse} from './conversation.ts';
import {askAll, askWhich} from './questions.ts';
import {NO_REMINDERS_HERE, numbered, numberedIds, stopped} from './replies.ts';
import type {Deed, Order, Request, Step, Target, View} from './requests.ts';
import type {TimeReader} from './said-times.ts';
import {changedWords, listWords, setWords} from './told-answers.ts';
import {type Known, lastMentioned, readList} from './tool-answers.ts';

export const perform = (request: Request, conversation: Conversation, times: TimeReader): Step => {
  if (request.kind === 'say') return answer(request.text);
  const done = conversation.done.filter(({name}) => name === TOOL);
  if (done.length === 0 && !conversation.canRemind) return answer(NO_REMINDERS_HERE);
  switch (request.kind) {
    case 'set':
      return set(request.orders, done, conversation);
    case 'list':
      return list(request.view, done, conversation, times);
    default:
      return change(request, done, conversation, times);
  }
};

const answer = (text: string): Step => ({kind: 'answer', text});
const calls = (...wanted: Readonly<Record<string, string>>[]): Step => ({kind: 'calls', calls: wanted});
const LIST = {action: 'list'};

const set = (orders: readonly Order[], done: readonly ToolUse[], conversation: Conversation): Step => {
  const used = done.filter(({input}) => input['action'] === 'set');
  if (used.length === 0) {
    return calls(...orders.map(({moment, message}) => ({action: 'set', ...moment.time, message, mode: 'verbatim'})));
  }
  return answer(used.map((use, index) => setWords(use, orders[index], conversation)).join('\n'));
};

const list = (view: View, done: readonly ToolUse[], conversation: Conversation, times: TimeReader): Step => {
  const used = done.find(({input}) => input['action'] === 'list');
  if (used === undefined) return calls(LIST);
  if (!used.ok) return answer(`I could not look at your reminders. ${stopped(used.output)}`);
  const {reminders, more} = readList(used.output);
  return answer(listWords(view, reminders, more, conversation, times));
};

type Change = Extract<Request, {kind: 'change'}>;

const change = (request: Change, done: readonly ToolUse[], conversation: Conversation, times: TimeReader): Step => {
  const acted = done.filter(({input}) => input['action'] !== 'list');
  if (acted.length > 0) return answer(acted.map(use => changedWords(use, conversation)).join('\n'));
  const {deed, target} = request;
  const direct = directIds(target, deed, conversation);
  if (direct !== undefined) {
    return calls(...direct.ids.map(id => callFor(deed, {id, came: direct.came})));
  }
  const used = done.find(({input}) => input['action'] === 'list');
  if (used === undefined) return calls(LIST);
  if (!used.ok) return answer(`I could not look at your reminders. ${stopped(used.output)}`);
  const listed = readList(used.output).reminders;
  const shown = shownIds(target, conversation);
  const choice = choose(shown ?? target, {deed, listed, times});
  switch (choice.kind) {
    case 'none':
      return answer(
        listed.length === 0 ? 'You have no reminders.' : `${choice.reason}${instead(listed, conversation)}`,
      );
    case 'unsure':
      return answer(askWhich(deed, choice.reminders, conversation));
    default: {
      if (target.kind === 'all' && choice.reminders.length > 1 && request.confirmed !== true) {
        return answer(askAll(deed, choice.reminders, conversation));
      }
      return calls(...choice.reminders.map(each => callFor(deed, {...each, came: each.state === 'fired'}, times.now)));
    }
  }
};

const instead = (listed: readonly Known[], conversation: Conversation): string => {
  const pending = listed.filter(({state}) => state === 'pending');
  return pending.length === 0 ? '' : ` These are pending:\n${numbered(pending, conversation)}`;
};

/** Ids that are known without asking; a move by a length of time needs to know from when. */
const directIds = (
  target: Target,
  deed: Deed,
  conversation: Conversation,
): {readonly ids: readonly string[]; readonly came: boolean} | undefined => {
  if (deed.kind === 'shift') return undefined;
  const mentioned = lastMentioned(conversation);
  if (target.kind === 'ids')
    return {ids: target.ids, came: target.ids.some(id => id === mentioned?.id && mentioned.came)};
  if (target.kind === 'positions') {
    const shown = shownIds(target, conversation);
    return shown === undefined ? undefined : {ids: shown.ids, came: false};
  }
  const meant = target.kind === 'last' || (target.kind === 'came' && mentioned?.came === true);
  return meant && mentioned !== undefined ? {ids: [mentioned.id], came: mentioned.came} : undefined;
};

/** What a number, or "it", means in this conversation. */
const shownIds = (target: Target, conversation: Conversation): Extract<Target, {kind: 'ids'}> | undefined => {
  if (target.kind === 'last') {
    const mentioned = lastMentioned(conversation);
    return mentioned === undefined ? undefined : {kind: 'ids', ids: [mentioned.id]};
  }
  if (target.kind !== 'positions') return undefined;
  const last = conversation.before.findLast(entry => entry.kind === 'own');
  const ids = last?.kind === 'own' ? numberedIds(last.text) : [];
  const found = target.positions.flatMap(position => ids.at(position < 0 ? position : position - 1) ?? []);
  return found.length < target.positions.length ? undefined : {kind: 'ids', ids: found};
};

const callFor = (
  deed: Deed,
  {id, came, at = 0}: {readonly id: string; readonly came: boolean; readonly at?: number},
  now = 0,
): Readonly<Record<string, string>> => {
  switch (deed.kind) {
    case 'cancel':
    case 'done':
      return {action: deed.kind, id};
    case 'snooze':
      return {action: 'snooze', id, ...deed.moment.time};
    case 'move':
      return {action: came ? 'snooze' : 'edit', id, ...deed.moment.time};
    case 'shift':
      return {action: came ? 'snooze' : 'edit', id, time: isoOf((came ? now : at) + deed.shift.ms)};
    default:
      return {action: 'edit', id, ...(deed.moment?.time ?? {}), message: deed.message};
  }
};
