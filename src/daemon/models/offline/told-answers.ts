// What is said when the tool has answered: what was set, found or changed, in the tool's facts and the assistant's words. Pure.
import {formatDuration} from '../../../shared/format-time.ts';
import {matches} from './choose.ts';
import type {Conversation, ToolUse} from './conversation.ts';
import {askWhen} from './questions.ts';
import {capitalized, colon, formatPlace, spokenTime, stopped} from './replies.ts';
import type {View} from './requests.ts';
import type {TimeReader} from './said-times.ts';
import {numbered} from './shown-list.ts';
import {type Known, knownMessage, readTold} from './tool-answers.ts';

export const formatSet = ({ok, output, input}: ToolUse, conversation: Conversation): string => {
  const given = input['message'];
  const message = typeof given === 'string' ? given : '';
  if (!ok) {
    const why = stopped(capitalized(output));
    return ABOUT_TIME.test(output)
      ? `${why}\n${askWhen(message)}`
      : `I could not set the reminder “${message}”. ${why}`;
  }
  const {at, note, delivery} = readTold(output);
  if (at === undefined) return output;
  return `I will remind you ${noted(spokenTime(at, conversation), note)}${formatPlace(delivery)}${colon(message)}`;
};

/** A reminder that was found to be set already. */
export const formatKnown = ({at, message}: Known, conversation: Conversation): string =>
  `I will remind you ${spokenTime(at, conversation)}${colon(message)}`;

/** The instant with what the tool had to add to it, as it is said. */
const noted = (time: string, note: string | undefined): string => (note === undefined ? time : `${time} (${note})`);

export const formatList = (
  view: View,
  reminders: readonly Known[],
  more: number,
  conversation: Conversation,
  times: TimeReader,
): string => {
  const pending = reminders.filter(({state}) => state === 'pending');
  const fired = reminders.filter(({state}) => state === 'fired');
  const [next] = pending;
  switch (view.kind) {
    case 'next':
      return next === undefined
        ? `No reminder is coming up.${leftOver(fired)}`
        : `Next, ${spokenTime(next.at, conversation)}${colon(next.message)}`;
    case 'between': {
      if (view.to <= conversation.now) {
        const came = fired.filter(({at}) => at >= view.from && at < view.to);
        return came.length > 0
          ? `${capitalized(view.name)}, and not marked as done:\n${numbered(came, conversation)}`
          : `I know of no reminder that came ${view.name} and waits to be done.`;
      }
      const some = pending.filter(({at}) => at >= view.from && at < view.to);
      if (some.length > 0) return `${capitalized(view.name)}:\n${numbered(some, conversation)}`;
      const later =
        next === undefined ? '' : ` The next one is ${spokenTime(next.at, conversation)}${colon(next.message)}`;
      return `No reminder comes ${view.name}.${later}`;
    }
    case 'about': {
      const {exact, near} = matches(view.words, pending.length > 0 ? pending : fired, times);
      const found = exact.length > 0 ? exact : near;
      const [only] = found;
      if (only === undefined) return `I have no reminder about “${view.words}”.`;
      if (found.length > 1) return `These may be meant:\n${numbered(found, conversation)}`;
      return only.state === 'fired'
        ? `That one came ${spokenTime(only.at, conversation)}${colon(only.message)}`
        : `${capitalized(spokenTime(only.at, conversation))}, in ${formatDuration(only.at - conversation.now)}${colon(only.message)}`;
    }
    default: {
      if (pending.length === 0) return `You have no pending reminders.${leftOver(fired)}`;
      const count = pending.length + more;
      const head = count === 1 ? 'You have one reminder:' : `You have ${count} reminders:`;
      return `${head}\n${numbered(pending, conversation)}${leftOver(fired)}`;
    }
  }
};

const leftOver = (fired: readonly Known[]): string =>
  fired.length === 0
    ? ''
    : `\nCame lately and not marked as done: ${fired
        .slice(-FIRED_SHOWN)
        .map(({message}) => message)
        .join('; ')}.`;

export const formatChanged = ({ok, output, input}: ToolUse, conversation: Conversation): string => {
  if (!ok) return `That did not work. ${stopped(output)}`;
  const told = readTold(output);
  const message = told.message ?? (told.id === undefined ? undefined : knownMessage(conversation, told.id));
  const about = message === undefined ? '.' : colon(message);
  switch (input['action']) {
    case 'cancel':
      return `Cancelled${about}`;
    case 'done':
      return `Done${about}`;
    case 'snooze':
      return told.at === undefined
        ? output
        : `Snoozed until ${noted(spokenTime(told.at, conversation).replace(/^on /u, ''), told.note)}${about}`;
    case 'edit':
      return told.at === undefined
        ? output
        : `Changed. I will remind you ${noted(spokenTime(told.at, conversation), told.note)}${about}`;
    default:
      return output;
  }
};

const ABOUT_TIME = /Say for example "in 20 minutes"|must be in the future|hundred years/u;
const FIRED_SHOWN = 5;
