// Asks which of several times ambiguous words mean.
import type {Client} from '../../../../ipc/client.ts';
import {GatewayError} from '../../../../shared/records/gateway-error.ts';
import type {ReminderId} from '../../../../shared/records/ids.ts';
import type {ReminderPreview} from '../../../../shared/records/jobs/reminder-preview.ts';
import type {CommandWorld} from '../../command.ts';
import {lineFor} from '../yes-or-no.ts';

type TimeQuestion = NonNullable<ReminderPreview['ask']>;

/** The chosen time; an empty line takes the first. Undefined if the person chooses none. */
export const chosenOf = async (
  world: CommandWorld,
  {question, choices}: TimeQuestion,
): Promise<TimeQuestion['choices'][number] | undefined> => {
  world.print.line([question, ...choices.map(({label}, index) => `  ${index + 1}. ${label}`)].join('\n'));
  const answer = (await lineFor(world, `Which one? [1-${choices.length}, n: none] `))?.trim();
  return answer === undefined ? undefined : choices[answer === '' ? 0 : Number(answer) - 1];
};

/** The new time of a reminder, without a doubt. Words that can't be read are refused by whoever gets them. */
export const certainTime = async (
  world: CommandWorld,
  call: Client['call'],
  {id, when}: {readonly id: ReminderId; readonly when: string},
): Promise<string> => {
  const read = await call('reminder.preview', {when, id}).catch(() => undefined);
  if (read?.ask === undefined || read.text !== '' || read.also !== undefined) return when;
  const chosen = await chosenOf(world, read.ask);
  if (chosen === undefined) throw new GatewayError('refused', 'Nothing was changed.');
  return chosen.when;
};
