// Asks which of several times ambiguous words mean.
import type {Client} from '../../../../ipc/protocol.ts';
import type {AnswerTexts} from '../../../../shared/languages/language.ts';
import type {ReminderId} from '../../../../shared/records/ids.ts';
import type {ReminderPreview} from '../../../../shared/records/jobs/reminder-preview.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import type {CommandWorld} from '../../command.ts';
import {answerUntil, yesOrNo} from '../yes-or-no.ts';

type TimeQuestion = NonNullable<ReminderPreview['ask']>;

/**
 * The chosen time; an empty line takes the first, and a wrong answer is asked again. Undefined if the person chooses
 * none.
 */
export const chosenOf = async (
  world: CommandWorld,
  {question, choices}: TimeQuestion,
  texts?: AnswerTexts['command'],
): Promise<TimeQuestion['choices'][number] | undefined> => {
  world.print.line([question, ...choices.map(({label}, index) => `  ${index + 1}. ${label}`)].join('\n'));
  const asked = {
    question: texts?.whichOne(choices.length) ?? `Which one? [1-${choices.length}, Enter: 1, n: none] `,
    again: texts?.again(choices.length) ?? `Type a number from 1 to ${choices.length}, or n for none.`,
  };
  const chosen = await answerUntil(world, asked, line =>
    yesOrNo(line) === false ? 'none' : choices[line.trim() === '' ? 0 : Number(line) - 1],
  );
  return chosen === 'none' ? undefined : chosen;
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
