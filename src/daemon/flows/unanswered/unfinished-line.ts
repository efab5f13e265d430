// The line for a request that ends without an answer: what was asked, what was done and what wasn't. Pure.
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {Message, ToolCall} from '../../../shared/records/message.ts';
import {namedRequest} from '../../sessions/repeated-words.ts';

type Unfinished = {
  /** The messages that get no answer, oldest first. The turn's own is the last. */
  readonly asked: readonly string[];
  /** The turn's messages. */
  readonly messages: readonly Message[];
  /** The reminders that the turn set. */
  readonly reminders: readonly Pick<Reminder, 'message'>[];
};

export const unfinishedLine = ({asked, messages, reminders}: Unfinished): string => {
  const requests = asked.map(text => namedRequest(text)).filter(text => text !== '""');
  const what = requests.length === 0 ? 'your message' : requests.join(' and ');
  const answers = new Map(messages.flatMap(({tool}) => (tool === undefined ? [] : [[tool.callId, tool] as const])));
  const effects = messages.flatMap(({toolCalls = []}) => toolCalls).filter(call => !onlyLooks(call));
  const done = effects.filter(({callId}) => answers.get(callId)?.ok === true);
  const unknown = effects.filter(({callId}) => (answers.get(callId)?.unknown ?? !answers.has(callId)) === true);
  const others = done.filter(({name}) => name !== REMINDER || reminders.length === 0).map(callName);
  const results = [...reminders.map(({message}) => `reminder ${namedRequest(message)}`), ...new Set(others)];
  const parts = [
    `I couldn't finish ${what}.`,
    ...(results.length === 0 ? [] : [`This was done: ${results.join(', ')}.`]),
    ...(unknown.length === 0
      ? []
      : [`I don't know whether this was done: ${[...new Set(unknown.map(callName))].join(', ')}.`]),
    ...(results.length + unknown.length === 0 ? ['Nothing was set or sent. Send it again?'] : []),
  ];
  return parts.join(' ');
};

const callName = ({name, input}: ToolCall): string => {
  const action = actionOf(input);
  return action === undefined ? name : `${name} ${action}`;
};

/** True if the call changes and sends nothing. */
const onlyLooks = ({name, input}: ToolCall): boolean =>
  LOOKING.has(name) || actionOf(input) === 'list' || actionOf(input) === 'preview';

const actionOf = (input: unknown): string | undefined => {
  const action = typeof input === 'object' && input !== null && 'action' in input ? input.action : undefined;
  return typeof action === 'string' ? action : undefined;
};

const REMINDER = 'reminder';
const LOOKING: ReadonlySet<string> = new Set([
  'schedule',
  'read_file',
  'list_files',
  'signal_history',
  'web_search',
  'web_fetch',
]);
