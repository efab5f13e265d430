// Texts of `rooster remind` in the language of a sentence that is not English.

import type {Wire} from '../../../shared/fields/wire.ts';
import type {LanguageTexts} from '../../../shared/languages/language.ts';
import {sayRecurrence} from '../../../shared/languages/recurrence/say-recurrence.ts';
import {channelOf} from '../../../shared/records/address.ts';
import {ringsAt} from '../../../shared/records/delivery/way.ts';
import {mostNags, type TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import type {ReminderPreview} from '../../../shared/records/jobs/reminder-preview.ts';
import type {Waiting} from '../../../shared/records/jobs/starting-event.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {withCapital} from '../../../shared/text/sentences.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import type {CommandWorld} from '../command.ts';
import {wrapWords} from '../words/wrap-words.ts';

/** Confirms the instant, the zone and the place. `note`: what was assumed. */
export const setInLanguage = (
  world: CommandWorld,
  reminder: Wire<TimedReminder>,
  {language, note}: {readonly language: LanguageTexts; readonly note: string | undefined},
): readonly string[] => {
  const {answers} = language;
  const {id, message, mode, nagMs, untilAnswered, urgent, repeat} = reminder;
  const where = [...new Set(ringsAt(reminder).map(channelOf))].map(answers.place).join(` ${answers.and} `);
  const place = mode === 'agent' ? answers.command.agent(where) : answers.command.sent(where);
  const insists = nagMs === undefined ? '' : ` ${answers.insists(nagMs, untilAnswered && mostNags(reminder))}`;
  return wrapped(world, [
    answers.command.set(
      shortId(id),
      reminder.on === undefined ? timeOf(world, {...reminder, note}, language) : waitsText(reminder, language),
      printableLine(message),
    ),
    ...(reminder.on === undefined || reminder.once === true ? [] : [answers.events.often]),
    ...(repeat === undefined ? [] : [nextLine(world, reminder, language)]),
    `${place}${insists}${urgent === true ? ` ${answers.command.urgent}` : ''}`,
  ]);
};

/** The time, the recurrence, the next dates, the text. */
export const previewInLanguage = (
  world: CommandWorld,
  {ask, also = [], ...preview}: Wire<ReminderPreview>,
  language: LanguageTexts,
): readonly string[] => {
  const {command} = language.answers;
  const one = (shown: Wire<ReminderPreview>): readonly string[] => [
    shown.on === undefined ? timeOf(world, shown, language) : withCapital(waitsText(shown, language)),
    ...(shown.repeat === undefined ? [] : [nextLine(world, shown, language)]),
    ...(shown.text === '' ? [] : [command.text(printableLine(shown.text))]),
  ];
  return wrapped(world, [
    ...one(preview),
    ...(ask === undefined ? [] : [`${ask.question} ${ask.choices.map(({label}) => label).join(' / ')}`]),
    ...also.flatMap(one),
  ]);
};

/** `wenn alice schreibt` */
const waitsText = ({on, once}: Partial<Waiting>, {answers}: LanguageTexts): string =>
  on === undefined ? '' : answers.events.waits({on, once: once === true});

type Timed = Pick<Wire<ReminderPreview>, 'fireAt' | 'zone'> & {
  readonly repeat?: Wire<ReminderPreview>['repeat'] | undefined;
  readonly note?: string | undefined;
  readonly next?: readonly string[] | undefined;
};

/** `morgen um 09:00 CET (ohne Uhrzeit, daher 09:00)` */
const timeOf = (
  world: CommandWorld,
  {fireAt, zone, note, repeat}: Omit<Timed, 'next'>,
  language: LanguageTexts,
): string => {
  const time =
    repeat === undefined
      ? language.answers.spoken(instantOfIso(fireAt) ?? 0, {now: world.clock.now(), zone})
      : sayRecurrence(repeat, language.recurrences);
  const facts = [...(repeat === undefined ? [] : [repeat.zone]), ...(note === undefined ? [] : [note])];
  return facts.length === 0 ? time : `${time} (${facts.join('; ')})`;
};

const nextLine = (
  world: CommandWorld,
  {next = [], zone, repeat}: Pick<Timed, 'next' | 'zone' | 'repeat'>,
  language: LanguageTexts,
): string => {
  const here = {now: world.clock.now(), zone: repeat?.zone ?? zone};
  const dates = next.map(at => language.answers.moment(instantOfIso(at) ?? 0, here));
  const {first, whenDone, next: say, command} = language.answers;
  const isFromDone = repeat?.from === 'done';
  if (dates.length === 0) return isFromDone ? whenDone : command.noDates;
  return isFromDone && repeat.counted === undefined ? first(dates.join(', ')) : say(dates.join(', '));
};

const wrapped = ({print}: CommandWorld, lines: readonly string[]): readonly string[] =>
  lines.flatMap(line => wrapWords(line, print.width));
