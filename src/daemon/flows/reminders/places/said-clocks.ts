// The clocks that a series goes by, as its request says: those of its person, or those of a place.
import {ENGLISH_ANSWERS} from '../../../../shared/languages/en/answers.ts';
import {LANGUAGES} from '../../../../shared/languages/languages.ts';
import {cityOf, namesClocksOf, withoutWherever} from '../../../../shared/languages/request-words.ts';
import {textsOfLanguage} from '../../../../shared/languages/texts.ts';
import type {Follows, Reminder, TimedReminder} from '../../../../shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import type {Series} from '../../../schedule/series/advance.ts';
import {checkFollows} from '../../../schedule/series/zones.ts';
import type {ReadTime} from '../read-time.ts';
import type {NewReminder} from '../reminder-actions.ts';

type Times = Pick<NewReminder, 'when' | 'repeat' | 'follows'>;

/** The time without "wherever I am". */
export const timeIn = ({when, repeat, follows}: Times): Times => {
  const [time, often] = [when && withoutWherever(when, LANGUAGES), repeat && withoutWherever(repeat, LANGUAGES)];
  const isSaid = time !== undefined || often !== undefined;
  return {when: time || when, repeat: often || repeat, follows: follows ?? (isSaid ? 'person' : undefined)};
};

/** The clocks that a series goes by. What named the clocks of a place stays with it. */
export const clocksOf = (
  {when = '', repeat = '', follows}: Times,
  series: Pick<Series, 'repeat'> | undefined,
  zone: string,
): Follows | undefined => {
  if (follows !== undefined) checkFollows({...series});
  if (series === undefined) return undefined;
  const its = series.repeat.zone;
  if (follows === 'person' && its !== zone)
    throw new GatewayError('invalid', `It can't follow you and the clocks of ${cityOf(its)}. Leave one of them out.`);
  const isNamed = its !== zone || namesClocksOf(its, `${when} ${repeat}`, LANGUAGES);
  return follows ?? (isNamed ? 'place' : undefined);
};

/** Adds the note about the time, unless the reminder fires at a different time, and the clocks that it goes by. */
export const noted = (reminder: Reminder, {note, language, rule, at}: ReadTime): TimedReminder => {
  const {follows, zone} = reminder;
  const own = rule === undefined && at !== reminder.fireAt ? undefined : note;
  if (own === undefined && follows === undefined) return {...reminder, language};
  const said = (textsOfLanguage(language)?.answers ?? ENGLISH_ANSWERS).follows;
  const clocks = follows === 'person' ? said.person : follows === 'place' ? said.place(cityOf(zone)) : '';
  return {...reminder, note: [clocks, own ?? ''].filter(part => part !== '').join('; '), language};
};
