// Asks the person for what an intent lacks. read-answer.ts reads the answer.
import {sayRecurrence} from '../../../shared/languages/recurrence/say-recurrence.ts';
import type {CronJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {OfflineAnswer} from './actions.ts';
import type {Conversation} from './conversation.ts';
import type {ChangeIntent, Form, Intent, Moment, TimeChoice} from './intent.ts';
import {changeKind, idsOf, numbered} from './sentences.ts';
import type {TimeReader} from './times.ts';

/** Asks for the time or the text of a new reminder, or whether it is wanted. `why`: a sentence before the question. */
export const ask = (form: Form, times: TimeReader, why?: string): OfflineAnswer => ({
  text: [...(why === undefined ? [] : [why]), orderQuestion(form, times)].join('\n'),
  form,
});

const orderQuestion = ({missing, next}: Form, {texts}: TimeReader): string => {
  const {moment, message = ''} = (next.intent === 'reminder.set' ? next.orders[0] : undefined) ?? {};
  if (moment === undefined) return missing === 'when' ? texts.when(message) : texts.whatAndWhen;
  return missing === 'what' ? texts.what(moment.words) : texts.offer(moment.words, message);
};

/** The message was no answer to the open question. */
export const askAgain = ({form, asked = '', listed}: Conversation, {texts}: TimeReader): OfflineAnswer => ({
  text: `${texts.noAnswer}\n${asked}`,
  form,
  listed,
});

/** `Do you mean tomorrow 06:45 or tomorrow 18:45?` */
export const askTime = (next: Intent, choices: readonly TimeChoice[], times: TimeReader): OfflineAnswer => {
  const {texts, language} = times;
  const named = choices.map(({moment, repeat}) =>
    repeat === undefined ? texts.moment(moment.at, times) : sayRecurrence(repeat, language.recurrences),
  );
  const isSame = named.every(name => name === named[0]);
  const all = isSame ? choices.map(({moment}) => texts.moment(moment.at, times)) : named;
  return {
    text: texts.which(`${all.slice(0, -1).join(', ')} ${texts.or} ${all.at(-1)}`),
    form: {missing: 'time', next, choices},
  };
};

/** A snooze would come before the reminder. */
export const askEarlier = (next: Intent, moment: Moment, {fireAt}: Reminder, times: TimeReader): OfflineAnswer => ({
  text: times.texts.earlier(moment.words, times.texts.moment(fireAt, times)),
  form: {missing: 'time', next, choices: [{moment}]},
});

/** The target is ambiguous or uncertain. */
export const askWhich = (next: ChangeIntent, found: readonly Reminder[], times: TimeReader): OfflineAnswer => {
  const {thisOne, whichOne} = times.texts;
  const question = (found.length === 1 ? thisOne : whichOne)(changeKind(next.change));
  const choices = found.map(({id, message}) => ({id, message}));
  return {
    text: `${question}\n${numbered(found, times)}`,
    form: {missing: 'which', next, choices},
    listed: idsOf(found),
  };
};

export const askAll = (next: ChangeIntent, found: readonly Reminder[], times: TimeReader): OfflineAnswer => ({
  text: `${numbered(found, times)}\n${times.texts.allOf(changeKind(next.change), found.length)}`,
  form: {missing: 'consent', next: {...next, confirmed: true}},
  listed: idsOf(found),
});

/** `at`: the occurrence that "this one" means. */
export const askScope = (
  next: ChangeIntent,
  {message, repeat, fireAt}: Reminder,
  at: EpochMs = fireAt,
  times: TimeReader,
): OfflineAnswer => {
  const isOften = repeat !== undefined && SEVERAL_A_DAY.test(repeat.rule);
  const often = isOften ? sayRecurrence(repeat, times.language.recurrences) : undefined;
  return {
    text: times.texts.scope(oneLine(message), times.texts.moment(at, times), often),
    form: {missing: 'scope', next, choices: isOften ? ['this'] : undefined},
  };
};

/** Asks before a job is deleted. */
export const askDelete = ({name, origin}: CronJob, {texts}: TimeReader): OfflineAnswer => ({
  text: texts.jobs.reallyDelete(name, origin),
  form: {missing: 'consent', next: {intent: 'cron.remove', name, confirmed: true}},
});

/** The person said no. */
export const refusedText = ({missing, next}: Form, {texts: {refused}}: TimeReader): string => {
  if (next.intent === 'reminder.set') return missing === 'consent' ? refused.offer : refused.set;
  return next.intent === 'reminder.change' ? refused.change : refused.job;
};

/** The rule has a list of hours or minutes, or an interval within the day. */
const SEVERAL_A_DAY = /BY(?:HOUR|MINUTE)=[^;]*,|FREQ=(?:HOURLY|MINUTELY)/u;
