// Previews a reminder text without storing anything: its time, recurrence, next instants and message.
import type {LanguageTexts} from '../../../shared/languages/language.ts';
import {LANGUAGES} from '../../../shared/languages/languages.ts';
import {sayRecurrence} from '../../../shared/languages/recurrence/say-recurrence.ts';
import {withoutWherever} from '../../../shared/languages/request-words.ts';
import {ENGLISH_TEXTS, textsOfLanguage} from '../../../shared/languages/texts.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {ReminderPreview} from '../../../shared/records/jobs/reminder-preview.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {checkZone} from '../../../shared/time/check-zone.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {type Instants, SHOWN_AHEAD} from '../../schedule/series/advance.ts';
import {
  type Ask,
  type ReadRecurrence,
  type ReadSentence,
  readEvent,
  type SpokenEvent,
} from '../../schedule/words/index.ts';
import {noFutureDates} from './read-repeat.ts';

export type PreviewRequest = {
  readonly when: string;
  readonly zone?: string;
  readonly user?: string;
  readonly now?: EpochMs;
  /** The reminder whose time it would be: its zone counts. */
  readonly id?: ReminderId;
};

export const previewOf = async (
  {
    when,
    zone,
    now,
    locale,
  }: {readonly when: string; readonly zone: string; readonly now: EpochMs; readonly locale?: string},
  {times: {readWords, instants}}: Core,
): Promise<ReminderPreview> => {
  checkZone(zone);
  if (now < EARLIEST || now > LATEST) throw new GatewayError('invalid', '"now" must lie in the years 1970 to 2200.');
  // "Wherever I am" is part of the time only where it repeats.
  const said = withoutWherever(when, LANGUAGES);
  const often = said === undefined ? undefined : readWords(said, {now, zone, locale});
  const follows = often?.kind === 'read' && often.repeat !== undefined;
  const reading = follows ? often : readWords(when.trim(), {now, zone, locale});
  const event = readEvent(when.trim());
  if (event !== undefined && (event.isFirst || reading.kind === 'nothing')) return shownEvent(event, {now, zone});
  const language = textsOfLanguage(reading.answerIn);
  if (reading.kind === 'unused') {
    const {reason, phrase, fault, isNamed} = reading;
    const why = fault && language?.answers.not.time[fault.kind](phrase, fault.other);
    throw new GatewayError('invalid', why ?? reason, isNamed ? {} : {fault: 'no-time'});
  }
  if (reading.kind === 'nothing') {
    const why = language && `${language.answers.notTime(when)} ${language.answers.examples}`;
    throw new GatewayError(
      'invalid',
      why ?? `"${when}" says no time. Examples: "in 20 minutes", "every weekday at 8".`,
      {
        fault: 'no-time',
      },
    );
  }
  const preview = shown(reading, {now, instants, language});
  if (!follows) return preview;
  const clocks = (language ?? ENGLISH_TEXTS).answers.follows.person;
  return {...preview, follows: 'person', note: preview.note === undefined ? clocks : `${clocks}; ${preview.note}`};
};

type Here = {readonly now: EpochMs; readonly instants: Instants; readonly language: LanguageTexts | undefined};

const shown = (reading: ReadSentence, here: Here): ReminderPreview => {
  const {now, instants, language} = here;
  const {when, text, zone, ask, also, notes = []} = reading;
  const repeat = reading.repeat && {...reading.repeat, words: wordsOf(reading.repeat, here)};
  const next = repeat === undefined ? [reading.fireAt] : instants.after(repeat, now, SHOWN_AHEAD);
  const [fireAt] = next;
  if (fireAt === undefined) throw noFutureDates(`"${when}"`);
  if (fireAt <= now)
    throw new GatewayError('invalid', language?.answers.past(when) ?? `"${when}" is in the past. Choose a later time.`);
  const spoken = notes.length === 0 ? undefined : language && notes.map(language.answers.assumption).join('; ');
  const note = spoken ?? reading.note;
  return {
    fireAt,
    next,
    when,
    text,
    zone,
    language: language?.code,
    repeat,
    note,
    ask: ask && askOf(ask, zone, here),
    also: also?.map(preview => shown(preview, here)),
  };
};

const shownEvent = (
  {on, once, clause, text, language}: SpokenEvent,
  {now: fireAt, zone}: {readonly now: EpochMs; readonly zone: string},
): ReminderPreview => {
  const {answers} = textsOfLanguage(language) ?? ENGLISH_TEXTS;
  return {fireAt, on, once, next: [], when: clause, text: text === '' ? answers.events.text(on) : text, zone, language};
};

const wordsOf = (repeat: ReadRecurrence, {instants, language}: Here): string =>
  language === undefined ? instants.say(repeat) : sayRecurrence(repeat, language.recurrences);

const askOf = ({question, choices}: Ask, zone: string, here: Here): NonNullable<ReminderPreview['ask']> => {
  const {language, now} = here;
  if (language === undefined) return {question, choices: choices.map(({label, when}) => ({label, when}))};
  const {answers} = language;
  const named = choices.map(choice => {
    const first = answers.moment(choice.fireAt, {now, zone});
    return choice.repeat === undefined ? first : `${wordsOf(choice.repeat, here)} (${first})`;
  });
  return {
    question: answers.command.whichTime,
    choices: choices.map(({when}, index) => ({label: named[index] ?? when, when})),
  };
};

const EARLIEST = 0;
const LATEST = Date.UTC(2201, 0, 1);
