// Finds the reminders, alarms and jobs that messages have set. Facts come from records and recorded tool calls.

import {waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import type {Message, ToolCall} from '../../../shared/records/message.ts';
import type {Made} from '../../../shared/records/message-details.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {momentWithZone} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Store} from '../../ports/store.ts';

type MadeDeps = {
  readonly store: Pick<Store, 'reminders' | 'alarms' | 'messages'>;
  /** True if a job with this name exists. */
  readonly isJob: (name: string) => boolean;
};

/** The records still to come that the turns of these messages, or of the texts that they replaced, have set. */
export const madeBy = ({store, isJob}: MadeDeps, messages: readonly Message[]): Made => {
  const turns = messages.flatMap(({turnId}) => turnId ?? []);
  const before = messages.flatMap(({details}) => details?.edit?.made ?? []);
  const reminders = [...before.flatMap(made => made.reminders), ...turns.flatMap(idsIn(store.reminders))];
  const alarms = [...before.flatMap(made => made.alarms), ...turns.flatMap(idsIn(store.alarms))];
  const jobs = [
    ...before.flatMap(made => made.jobs),
    ...turns.flatMap(turn => jobsCreated(store.messages.ofTurn(turn))),
  ];
  return {
    reminders: [...new Set(reminders)].filter(id => store.reminders.get(id)?.state === 'pending'),
    alarms: [...new Set(alarms)].filter(id => store.alarms.get(id)?.state === 'active'),
    jobs: [...new Set(jobs)].filter(isJob),
  };
};

/** Each as a part of a sentence. */
export const formatMade = (
  store: MadeDeps['store'],
  {reminders, alarms, jobs}: Made,
  {now, zone}: {readonly now: EpochMs; readonly zone: string},
): readonly string[] => {
  const named = (id: string, text: string, at: EpochMs | undefined): string =>
    [`"${shortened(text, LONGEST_QUOTE)}"`, ...(at === undefined ? [] : [momentWithZone(at, now, zone)])].join(', ') +
    ` (${id})`;
  return [
    ...reminders.flatMap(id => {
      const reminder = store.reminders.get(id);
      return reminder === undefined
        ? []
        : [named(id, reminder.message, waitsForEvent(reminder) ? undefined : reminder.fireAt)];
    }),
    ...alarms.flatMap(id => {
      const alarm = store.alarms.get(id);
      return alarm === undefined ? [] : [`the alarm ${named(id, alarm.message, alarm.nextAt)}`];
    }),
    ...jobs.map(name => `the job "${name}"`),
  ];
};

const idsIn =
  <Id, Turn>(records: {readonly ofTurn: (turn: Turn) => readonly {readonly id: Id}[]}) =>
  (turn: Turn): readonly Id[] =>
    records.ofTurn(turn).map(({id}) => id);

/** The names in the successful calls that created jobs. */
const jobsCreated = (messages: readonly Message[]): readonly string[] => {
  const succeeded = new Set(messages.flatMap(({tool}) => (tool?.ok === true ? [tool.callId] : [])));
  return messages
    .flatMap(({toolCalls = []}) => toolCalls)
    .flatMap(call => (succeeded.has(call.callId) ? nameCreated(call) : []));
};

const nameCreated = ({name: tool, input}: ToolCall): readonly string[] => {
  if (tool !== 'cron' || typeof input !== 'object' || input === null) return [];
  const {action, name}: {readonly action?: unknown; readonly name?: unknown} = input;
  return action === 'create' && typeof name === 'string' ? [name.trim()] : [];
};

const LONGEST_QUOTE = 200;
