// From a request to the next step: which use of the reminder tool is still missing, or what is answered from what the tool has
// said. The list first where it is not known which reminder is meant, then the deed: two rounds at most. Pure.
import {isoOf} from '../../../shared/time.ts';
import {choose} from './choose.ts';
import {formatJobs, noSchedule} from './coming-jobs.ts';
import {type Conversation, SCHEDULE, TOOL, type ToolUse} from './conversation.ts';
import {interruptedCalls, isInterrupted, textFields} from './interrupted-calls.ts';
import {askAll, askWhich} from './questions.ts';
import {NO_REMINDERS_HERE, stopped} from './replies.ts';
import type {Deed, JobsView, Request, Step, Target} from './requests.ts';
import type {TimeReader} from './said-times.ts';
import {numbered, shownIds} from './shown-list.ts';
import {formatChanged, formatKnown, formatList, formatSet} from './told-answers.ts';
import {type Known, lastMentioned, readList} from './tool-answers.ts';

export const perform = (request: Request, conversation: Conversation, times: TimeReader): Step => {
  if (request.kind === 'jobs') return lookAtJobs(request.view, conversation);
  if (request.kind !== 'say' && !conversation.canRemind && conversation.done.length === 0)
    return answer(NO_REMINDERS_HERE);
  const step = nextStep(request, conversation, times);
  return step.kind === 'calls' && !conversation.canRemind ? answer('I could not finish that.') : step;
};

const lookAtJobs = (view: JobsView, conversation: Conversation): Step => {
  const looked = conversation.done.findLast(({name}) => name === SCHEDULE);
  if (looked !== undefined) return answer(formatJobs(view, looked, conversation));
  return conversation.canSeeSchedule ? {kind: 'calls', tool: SCHEDULE, calls: [{}]} : answer(noSchedule(conversation));
};

const nextStep = (request: Exclude<Request, {kind: 'jobs'}>, conversation: Conversation, times: TimeReader): Step => {
  const uses = conversation.done.filter(({name}) => name === TOOL);
  const lost = interruptedCalls(uses);
  if (lost.kind === 'look') return calls(LIST);
  if (lost.kind === 'again') return calls(...lost.inputs);
  const acted = uses.filter(use => use.input['action'] !== 'list' && !isInterrupted(use));
  const before = lost.kind === 'known' ? lost.set : [];
  // What was done is told, whatever the words would mean by now: their time may have come meanwhile.
  if (acted.length + before.length > 0) return moveAfterAll(acted) ?? answer(formatTold(acted, before, conversation));
  const listed = uses.find(use => use.input['action'] === 'list' && !isInterrupted(use));
  switch (request.kind) {
    case 'say':
      return answer(request.text);
    case 'set':
      return calls(
        ...request.orders.map(({moment, message}) => ({action: 'set', ...moment.time, message, mode: 'verbatim'})),
      );
    default: {
      if (request.kind === 'change') {
        const direct = directIds(request.target, request.deed, conversation);
        if (direct !== undefined) return calls(...direct.ids.map(id => callFor(request.deed, {id, came: direct.came})));
      }
      if (listed === undefined) return calls(LIST);
      if (!listed.ok) return answer(`I could not look at your reminders. ${stopped(listed.output)}`);
      const {reminders, more} = readList(listed.output);
      return request.kind === 'list'
        ? answer(formatList(request.view, reminders, more, conversation, times))
        : change(request, reminders, conversation, times);
    }
  }
};

const answer = (text: string): Step => ({kind: 'answer', text});
const calls = (...wanted: Readonly<Record<string, string>>[]): Step => ({kind: 'calls', tool: TOOL, calls: wanted});
const LIST = {action: 'list'};

/** One that has come cannot be edited, but it can be snoozed: it comes again at the new time. */
const moveAfterAll = (acted: readonly ToolUse[]): Step | undefined => {
  const failed = acted.filter(
    ({input, ok, output}) => !ok && input['action'] === 'edit' && !('message' in input) && ALREADY.test(output),
  );
  const tried = acted.some(({input}) => input['action'] === 'snooze');
  if (failed.length === 0 || tried) return undefined;
  return calls(...failed.map(({input}) => ({...textFields(input), action: 'snooze'})));
};

const formatTold = (acted: readonly ToolUse[], before: readonly Known[], conversation: Conversation): string => {
  const final = acted.filter(
    ({input, ok}, index) =>
      ok ||
      !acted
        .slice(index + 1)
        .some(later => later.ok && later.input['id'] !== undefined && later.input['id'] === input['id']),
  );
  return [
    ...before.map(known => formatKnown(known, conversation)),
    ...final.map(use =>
      use.input['action'] === 'set' ? formatSet(use, conversation) : formatChanged(use, conversation),
    ),
  ].join('\n');
};

type Change = Extract<Request, {kind: 'change'}>;

const change = (request: Change, listed: readonly Known[], conversation: Conversation, times: TimeReader): Step => {
  const {deed, target} = request;
  const meant = idsMeant(target, conversation) ?? target;
  // One that is over for long is in no list, and comes back all the same.
  if (deed.kind === 'snooze' && meant.kind === 'ids' && !listed.some(({id}) => meant.ids.includes(id)))
    return calls(...meant.ids.map(id => callFor(deed, {id, came: true})));
  const choice = choose(meant, {deed, listed, times});
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
  const mentioned = lastMentioned(conversation);
  if (deed.kind === 'shift' || (deed.kind === 'snooze' && deed.by !== undefined && mentioned?.came !== true)) {
    return undefined;
  }
  if (target.kind === 'ids')
    return {ids: target.ids, came: target.ids.some(id => id === mentioned?.id && mentioned.came)};
  if (target.kind === 'positions') {
    const shown = idsMeant(target, conversation);
    return shown === undefined ? undefined : {ids: shown.ids, came: false};
  }
  const meant = target.kind === 'last' || (target.kind === 'came' && mentioned?.came === true);
  return meant && mentioned !== undefined ? {ids: [mentioned.id], came: mentioned.came} : undefined;
};

/** What a number, or "it", means in this conversation. */
const idsMeant = (target: Target, conversation: Conversation): Extract<Target, {kind: 'ids'}> | undefined => {
  if (target.kind === 'last') {
    const mentioned = lastMentioned(conversation);
    return mentioned === undefined ? undefined : {kind: 'ids', ids: [mentioned.id]};
  }
  if (target.kind !== 'positions') return undefined;
  const ids = shownIds(conversation);
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
      return came || deed.by === undefined
        ? {action: 'snooze', id, ...deed.moment.time}
        : {action: 'snooze', id, time: isoOf(Math.max(now, at) + deed.by.ms)};
    case 'move':
      return {action: came ? 'snooze' : 'edit', id, ...deed.moment.time};
    case 'shift':
      return {action: came ? 'snooze' : 'edit', id, time: isoOf((came ? now : at) + deed.shift.ms)};
    default:
      return {action: 'edit', id, ...(deed.moment?.time ?? {}), message: deed.message};
  }
};

const ALREADY = /\bit is (?:fired|done) already\b/u;
