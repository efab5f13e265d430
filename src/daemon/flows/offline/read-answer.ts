// Reads a message as the answer to an open question. Commands, and sentences with a time of their own, are no answers.
// Pure.
import {type CommandWords, perWords} from '../../../shared/languages/commands.ts';
import {isoOf} from '../../../shared/time/time.ts';
import {offsetAt} from '../../../shared/time/zone.ts';
import {refusedText} from './ask.ts';
import {askFor, type Change, type Form, type Intent, type Moment, reply, setIntent, type TimeChoice} from './intent.ts';
import {readChange, readJobOrder, readNewJob} from './read-change.ts';
import {asksForReminder, matterOf, readBareOrder} from './read-order.ts';
import {readJobQuestion, readListQuestion} from './read-question.ts';
import {atPositions, readTarget, tokens} from './target.ts';
import type {TimeReader} from './times.ts';
import {inEnglish} from './wording.ts';

/** Undefined if the message is no answer to the question. */
export const readAnswer = (form: Form, text: string, times: TimeReader): Intent | undefined => {
  const {yes, no} = answerForms(times.words);
  if (no.test(text)) return reply(refusedText(form, times));
  switch (form.missing) {
    case 'when':
      return readWhen(form.next.orders[0].message ?? '', text, times);
    case 'what':
    case 'what-and-when':
      return readText(form.next.orders[0].moment, text, times);
    case 'consent':
      return yes.test(text) || isAll(form, text, times) ? form.next : undefined;
    case 'time':
      return readChoice(form, text, times);
    case 'scope':
      return readScope(form, text, times.words);
    default:
      return readWhich(form, text, times);
  }
};

/** "all of them": yes to a change of all reminders. */
const isAll = ({next}: Form, text: string, {words}: TimeReader): boolean =>
  next.intent === 'reminder.change' && words.answers.allOfThem.test(text.trim());

type Answer = Extract<Intent, {readonly intent: 'reminder.set' | 'ask'}>;

/** The answer is the reminder's text, unless it is a command or a request of its own. */
const readText = (moment: Moment | undefined, text: string, times: TimeReader): Intent | undefined => {
  if (/\?\s*$/u.test(text) || isOwnRequest(text, times)) return undefined;
  const answer = moment === undefined ? readBoth(text, times) : withText(moment, text, times);
  const intent = readChange(text, times);
  if (intent?.intent !== 'reminder.change') return intent === undefined ? answer : undefined;
  const {operation} = intent.change;
  if (intent.target.kind !== 'words' || ONLY_COMMANDS.has(operation)) return undefined;
  // "remove the trash" is a text. "cancel the gym" is one only if no reminder has these words.
  const isText = operation === 'reminder.cancel' && !times.words.changes.onlyCancel.test(text);
  return isText || answer === undefined ? answer : {...intent, otherwise: answer};
};

/** A question or an order about reminders or jobs, or a whole sentence with a time of its own. */
const isOwnRequest = (text: string, times: TimeReader): boolean => {
  const {words} = times;
  return (
    [
      readListQuestion(text, times),
      readJobQuestion(text, words),
      readJobOrder(text, words),
      readNewJob(text, times),
    ].some(intent => intent !== undefined) ||
    (asksForReminder(text, words) && times.find(text) !== undefined) ||
    isSentence(text, times)
  );
};

/** "every weekday at 8 check the weather". A time at the end may belong to the text: "the dentist at 10". */
const isSentence = (text: string, times: TimeReader): boolean => {
  const found = times.find(text);
  if (found === undefined || found.rest === '') return false;
  return found.moment.repeats === true || text.trim().startsWith(found.moment.words);
};

const withText = (known: Moment, text: string, times: TimeReader): Answer | undefined => {
  const moment = times.whole(known.words) ?? known;
  const message = matterOf(text, times);
  return message === '' ? undefined : setIntent({moment, message});
};

/** "only this one", "all from now on" */
const readScope = (
  {next, choices}: Extract<Form, {missing: 'scope'}>,
  text: string,
  words: CommandWords,
): Intent | undefined => {
  const {thisOne, allOfSeries} = words.answers;
  const isThis = thisOne.test(text) || (choices !== undefined && answerForms(words).yes.test(text));
  const scope = isThis ? 'this' : allOfSeries.test(text) ? 'series' : undefined;
  return scope && {...next, scope};
};

/** "18:45", "the second", "in the evening": one of the choices. Another time takes the place of all of them. */
const readChoice = (
  {next, choices = []}: Extract<Form, {missing: 'time'}>,
  text: string,
  times: TimeReader,
): Intent | undefined => {
  const {yes, places} = answerForms(times.words);
  const answer = inEnglish(text, times.words).trim();
  const place = yes.test(answer) ? 0 : places.findIndex(pattern => pattern.test(answer));
  const chosen = choices[place] ?? choiceNamed(answer, choices, times);
  if (chosen !== undefined) return withMoment(next, chosen.moment);
  const moment = times.whole(text);
  return moment && withMoment(next, moment);
};

const choiceNamed = (text: string, choices: readonly TimeChoice[], times: TimeReader): TimeChoice | undefined => {
  const local = (at: number): string => isoOf(at + offsetAt(at, times.zone));
  const ofDay = (at: number): string => local(at).slice(11, 16);
  const date = (at: number): string => local(at).slice(0, 10);
  const {evening, morning, today, barePart, noClock} = answerForms(times.words);
  const half = evening.test(text) ? 'pm' : morning.test(text) ? 'am' : undefined;
  const only = (fits: (choice: TimeChoice) => boolean): TimeChoice | undefined => {
    const found = choices.filter(fits);
    return found.length === 1 ? found[0] : undefined;
  };
  const inHalf = ({moment}: TimeChoice): boolean =>
    half === undefined || ofDay(moment.at) >= '12:00' === (half === 'pm');
  const found = times.whole(text) ?? (today.test(text) ? {at: times.now} : undefined);
  const ofWords =
    (found && only(({moment}) => moment.at === found.at)) ?? (half && barePart.test(text) && only(inHalf));
  if (found === undefined || ofWords) return ofWords || undefined;
  // "this evening" has no time of day of its own, so the offered one counts.
  return noClock.test(text)
    ? only(choice => date(choice.moment.at) === date(found.at) && inHalf(choice))
    : only(({moment}) => ofDay(moment.at) === ofDay(found.at));
};

/** The intent at another time. */
const withMoment = (intent: Intent, moment: Moment): Intent => {
  if (intent.intent === 'reminder.set') return {...intent, orders: intent.orders.map(order => ({...order, moment}))};
  if (intent.intent !== 'reminder.change') return intent;
  const {change} = intent;
  return 'moment' in change ? {...intent, change: {...change, moment}, confirmed: true} : intent;
};

const readWhen = (message: string, text: string, times: TimeReader): Intent | undefined => {
  const moment = times.whole(text);
  if (moment !== undefined) return setIntent({moment, message});
  const isOther = asksForReminder(text, times.words) || readChange(text, times) !== undefined || /\?\s*$/u.test(text);
  const found = isOther ? undefined : times.find(text);
  if (found === undefined) return undefined;
  // "check the weather" beside the time makes it another reminder, unless only the time is answered in other words.
  const order =
    isSentence(text, times) && !answerForms(times.words).filler.test(found.rest)
      ? readBareOrder(text, times)
      : undefined;
  if (order?.intent === 'reminder.set') return order;
  return found.rest.split(/\s+/u).length <= 3 ? setIntent({moment: found.moment, message}) : undefined;
};

/** The text contains the reminder text, the time, or both. */
const readBoth = (text: string, times: TimeReader): Answer => {
  const found = times.find(text);
  const moment = times.whole(text) ?? found?.moment;
  const message = times.whole(text) === undefined ? matterOf(found?.rest ?? text, times) : '';
  if (moment === undefined) return askFor({message});
  return message === '' ? askFor({moment}) : setIntent({moment, message});
};

const readWhich = (
  {next, choices = []}: Extract<Form, {missing: 'which'}>,
  text: string,
  times: TimeReader,
): Intent | undefined => {
  const changing = (chosen: typeof choices): Intent => ({
    ...next,
    target: {kind: 'ids', ids: chosen.map(({id}) => id)},
  });
  if (answerForms(times.words).yes.test(text)) return choices.length === 1 ? changing(choices) : undefined;
  const words = text.trim().replace(times.words.answers.choosing, '');
  if (words.split(/\s+/u).length > 6) return undefined;
  const target = readTarget(words, times.words);
  if (target.kind === 'all') return changing(choices);
  if (target.kind === 'ids') return {...next, target};
  const isLast = times.words.targets.last.test(words);
  if (target.kind === 'positions' || isLast) {
    const found = atPositions(target.kind === 'positions' ? target.positions : [-1], choices);
    return found === undefined ? reply(times.texts.smallTalk.missing.shortList(choices.length)) : changing(found);
  }
  const isOther = readChange(text, times) ?? readListQuestion(text, times) ?? asksForReminder(text, times.words);
  const listed = choices.flatMap(({message}) => tokens(message, times.words));
  const isNamed = tokens(words, times.words).some(word => listed.includes(word)) || times.find(words) !== undefined;
  return !isOther && target.kind === 'words' && isNamed ? {...next, target} : undefined;
};

/** Commands that are hardly a reminder's text. */
const ONLY_COMMANDS: ReadonlySet<Change['operation']> = new Set([
  'reminder.skip',
  'reminder.pause',
  'reminder.resume',
  'reminder.snooze',
]);

/** Whole answers from the words of all languages: an answer may mix them. */
const answerForms = perWords(({answers: words}) => {
  const whole = (form: string): RegExp => new RegExp(`^(?:${form})[.!]*$`, 'iu');
  const courteous = (form: string, after: string): RegExp =>
    new RegExp(`^\\s*(?:${form})(?:[\\s,]+(?:${after}))*[\\s.!]*$`, 'iu');
  return {
    yes: courteous(words.yes, words.afterYes),
    no: courteous(words.no, words.afterNo),
    places: [whole(words.first), whole(words.second), whole(words.third)],
    evening: new RegExp(`\\b(?:${words.evening})\\b`, 'iu'),
    morning: new RegExp(`\\b(?:${words.morning})\\b`, 'iu'),
    today: whole(words.today),
    /** A part of the day without a day. */
    barePart: whole(`(?:(?:${words.beforePart}) )*(?:${words.dayParts})`),
    /** A day, a part of it, or both. */
    noClock: new RegExp(`^(?:(?:${words.beforeDay}|${words.dayParts}|${words.days})[\\s.!]*)+$`, 'iu'),
    filler: new RegExp(`^(?:(?:${words.filler})\\b[\\s,.!]*)+$`, 'iu'),
  };
});
