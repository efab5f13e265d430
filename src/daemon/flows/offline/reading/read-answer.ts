// Reads a message as the answer to an open question. Commands, and sentences with a time of their own, are no answers.
// Pure.
import {isoOf} from '../../../../shared/time/time.ts';
import {offsetAt} from '../../../../shared/time/zone.ts';
import type {Change, Intent, Moment, Order, Question, TimeChoice} from '../intent.ts';
import {atPositions, readTarget, tokens} from '../target.ts';
import type {TimeReader} from '../times.ts';
import {inEnglish} from '../wording/in-english.ts';
import {readChange} from './read-change.ts';
import {readJobOrder, readNewJob} from './read-job-order.ts';
import {asksForReminder, matterOf, readBareOrder} from './read-order.ts';
import {readJobQuestion, readListQuestion} from './read-question.ts';

/** Undefined if the message is no answer to the question. */
export const readAnswer = (question: Question, text: string, times: TimeReader): Intent | undefined => {
  if (NO.test(text))
    return reply(times.texts.refused[question.kind === 'time' ? refusedAs(question.intent) : question.kind]);
  switch (question.kind) {
    case 'when':
      return readWhen(question.message, text, times);
    case 'what':
    case 'what-and-when':
      return readText(question, text, times);
    case 'offer':
      return YES.test(text) ? set(question.order) : undefined;
    case 'time':
      return readChoice(question, text, times);
    case 'job':
      return YES.test(text) ? question.intent : undefined;
    case 'scope':
      return readScope(question, text);
    case 'all':
      return YES.test(text) || /^(?:yes[\s,]+)?(?:all|all of them|everything)\b/iu.test(text.trim())
        ? {kind: 'change', change: question.change, target: {kind: 'all'}, confirmed: true}
        : undefined;
    default:
      return readWhich(question, text, times);
  }
};

type Answer = Extract<Intent, {readonly kind: 'set' | 'ask'}>;

/** The answer is the reminder's text, unless it is a command or a request of its own. */
const readText = (
  question: Extract<Question, {kind: 'what' | 'what-and-when'}>,
  text: string,
  times: TimeReader,
): Intent | undefined => {
  if (/\?\s*$/u.test(text) || isOwnRequest(text, times)) return undefined;
  const answer = question.kind === 'what' ? withText(question.moment, text, times) : readBoth(text, times);
  const change = readChange(text, times);
  if (change?.kind !== 'change') return change === undefined ? answer : undefined;
  if (change.target.kind !== 'words' || ONLY_COMMANDS.has(change.change.kind)) return undefined;
  // "remove the trash" is a text. "cancel the gym" is one only if no reminder has these words.
  const isText = change.change.kind === 'cancel' && !/^\s*(?:please\s+)?(?:cancel|delete)\b/iu.test(text);
  return isText || answer === undefined ? answer : {...change, otherwise: answer};
};

/** A question or an order about reminders or jobs, or a whole sentence with a time of its own. */
const isOwnRequest = (text: string, times: TimeReader): boolean => {
  const others = [readListQuestion(text, times), readJobQuestion(text), readJobOrder(text), readNewJob(text, times)];
  return (
    others.some(one => one !== undefined) ||
    (asksForReminder(text, times) && times.find(text) !== undefined) ||
    isSentence(text, times)
  );
};

/** "every weekday at 8 check the weather". A time at the end may belong to the text: "the dentist at 10". */
const isSentence = (text: string, times: TimeReader): boolean => {
  const found = times.find(text);
  if (found === undefined || found.rest === '') return false;
  return found.moment.repeats === true || text.trim().startsWith(found.moment.words);
};

const withText = (asked: Moment, text: string, times: TimeReader): Answer | undefined => {
  const moment = times.whole(asked.words) ?? asked;
  const message = matterOf(text, times);
  return message === '' ? undefined : set({moment, message});
};

/** A reminder that isn't set, or a change that isn't made. */
const refusedAs = ({kind}: Intent): 'when' | 'which' => (kind === 'set' ? 'when' : 'which');

/** "only this one", "all from now on" */
const readScope = ({intent, only}: Extract<Question, {kind: 'scope'}>, text: string): Intent | undefined => {
  const isThis = THIS_ONE.test(text) || (only === true && YES.test(text));
  const scope = isThis ? 'this' : ALL_OF_THEM.test(text) ? 'series' : undefined;
  return scope === undefined || intent.kind !== 'change' ? undefined : {...intent, scope};
};

/** "18:45", "the second", "in the evening": one of the choices. Another time takes the place of all of them. */
const readChoice = (
  {intent, choices}: Extract<Question, {kind: 'time'}>,
  text: string,
  times: TimeReader,
): Intent | undefined => {
  const words = inEnglish(text, times.languages).trim();
  const place = YES.test(words) ? 0 : PLACES.findIndex(pattern => pattern.test(words));
  const chosen = choices[place] ?? choiceNamed(words, choices, times);
  if (chosen !== undefined) return withMoment(intent, chosen.moment);
  const other = times.whole(text);
  return other && withMoment(intent, other);
};

const choiceNamed = (text: string, choices: readonly TimeChoice[], times: TimeReader): TimeChoice | undefined => {
  const local = (at: number): string => isoOf(at + offsetAt(at, times.zone));
  const ofDay = (at: number): string => local(at).slice(11, 16);
  const date = (at: number): string => local(at).slice(0, 10);
  const half = EVENING.test(text) ? 'pm' : MORNING.test(text) ? 'am' : undefined;
  const only = (fits: (choice: TimeChoice) => boolean): TimeChoice | undefined => {
    const found = choices.filter(fits);
    return found.length === 1 ? found[0] : undefined;
  };
  const inHalf = ({moment}: TimeChoice): boolean =>
    half === undefined || ofDay(moment.at) >= '12:00' === (half === 'pm');
  const found = times.whole(text) ?? (TODAY.test(text) ? {at: times.now} : undefined);
  const ofWords =
    (found && only(({moment}) => moment.at === found.at)) ?? (half && BARE_PART.test(text) && only(inHalf));
  if (found === undefined || ofWords) return ofWords || undefined;
  // "this evening" has no time of day of its own, so the offered one counts.
  return NO_CLOCK.test(text)
    ? only(choice => date(choice.moment.at) === date(found.at) && inHalf(choice))
    : only(({moment}) => ofDay(moment.at) === ofDay(found.at));
};

/** The intent at another time. */
const withMoment = (intent: Intent, moment: Moment): Intent => {
  if (intent.kind === 'set') return {...intent, orders: intent.orders.map(order => ({...order, moment}))};
  if (intent.kind !== 'change') return intent;
  const {change} = intent;
  return 'moment' in change ? {...intent, change: {...change, moment}, confirmed: true} : intent;
};

const set = (order: Order): Answer => ({kind: 'set', orders: [order]});

const readWhen = (message: string, text: string, times: TimeReader): Intent | undefined => {
  const moment = times.whole(text);
  if (moment !== undefined) return set({moment, message});
  const isOther = asksForReminder(text, times) || readChange(text, times) !== undefined || /\?\s*$/u.test(text);
  const found = isOther ? undefined : times.find(text);
  if (found === undefined) return undefined;
  // "check the weather" beside the time makes it another reminder, unless only the time is answered in other words.
  const other = isSentence(text, times) && !FILLER.test(found.rest) ? readBareOrder(text, times) : undefined;
  if (other?.kind === 'set') return other;
  return found.rest.split(/\s+/u).length <= 3 ? set({moment: found.moment, message}) : undefined;
};

/** The text contains the reminder text, the time, or both. */
const readBoth = (text: string, times: TimeReader): Answer => {
  const found = times.find(text);
  const moment = times.whole(text) ?? found?.moment;
  const message = times.whole(text) === undefined ? matterOf(found?.rest ?? text, times) : '';
  if (moment === undefined) return {kind: 'ask', question: {kind: 'when', message}};
  return message === '' ? {kind: 'ask', question: {kind: 'what', moment}} : set({moment, message});
};

const readWhich = (
  {change, ids, messages}: Extract<Question, {kind: 'which'}>,
  text: string,
  times: TimeReader,
): Intent | undefined => {
  const {length} = ids;
  const changing = (meant: typeof ids): Intent => ({kind: 'change', change, target: {kind: 'ids', ids: meant}});
  if (YES.test(text)) return length === 1 ? changing(ids) : undefined;
  const words = text.trim().replace(/^(?:(?:i mean|i meant|yes|please)[\s,]+)*/iu, '');
  if (words.split(/\s+/u).length > 6) return undefined;
  const target = readTarget(words);
  if (target.kind === 'all') return changing(ids);
  if (target.kind === 'ids') return {kind: 'change', change, target};
  const isLast = /^(?:the )?last(?: one)?$/iu.test(words);
  if (target.kind === 'positions' || isLast) {
    const found = atPositions(target.kind === 'positions' ? target.positions : [-1], ids);
    return found === undefined ? reply(times.texts.smallTalk.missing.shortList(length)) : changing(found);
  }
  const isOther = readChange(text, times) ?? readListQuestion(text, times) ?? asksForReminder(text, times);
  const listed = messages.flatMap(tokens);
  const isNamed = tokens(words).some(word => listed.includes(word)) || times.find(words) !== undefined;
  return !isOther && target.kind === 'words' && isNamed ? {kind: 'change', change, target} : undefined;
};

/** Commands that are hardly a reminder's text. */
const ONLY_COMMANDS: ReadonlySet<Change['kind']> = new Set(['skip', 'pause', 'resume', 'snooze']);
const PLACES = [
  /^(?:1|#1|(?:the )?first(?: one)?|das erste|die erste)[.!]*$/iu,
  /^(?:2|#2|(?:the )?(?:second|last|other)(?: one)?|das zweite|die zweite)[.!]*$/iu,
  /^(?:3|#3|(?:the )?third(?: one)?)[.!]*$/iu,
];
const EVENING = /\b(?:evening|tonight|afternoon|night|pm|p\.m|abends?|nachmittags?|nachts?)\b/iu;
const MORNING = /\b(?:morning|am|a\.m|morgens|früh|vormittags?)\b/iu;
const DAY_PART = String.raw`(?:evening|tonight|afternoon|night|morning|pm|p\.m\.|am|a\.m\.|abends?|nachmittags?|nachts?|morgens?|früh|vormittags?)`;
/** A part of the day without a day. */
const BARE_PART = new RegExp(`^(?:(?:in|at|the|am|in der) )*${DAY_PART}[.!]*$`, 'iu');
/** A day, a part of it, or both. */
const NO_CLOCK = new RegExp(
  `^(?:(?:in|on|at|the|this|next|am|um|zu[mr]?|${DAY_PART}|today|tomorrow|heute|morgen|übermorgen|${'(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch'})[\\s.!]*)+$`,
  'iu',
);
const TODAY = /^(?:today|heute)[.!]*$/iu;
/** Words beside a time that answer "when?" and no more. */
const FILLER =
  /^(?:(?:would|be|is|good|fine|great|nice|ok|okay|please|maybe|perhaps|i|think|guess|so|or|about|around|let['’]?s|say|do|it|that|works|for|me|then|sounds|bitte|vielleicht|wäre|gut|passt|mir|etwa|ungefähr|gegen|geht|oder)\b[\s,.!]*)+$/iu;
const THIS_ONE =
  /^\s*(?:1|#1|(?:the )?first(?: one)?|(?:just |only )*(?:(?:this|that|the next)(?: one| time)?|once)(?: only)?|(?:only|just|nur) .{1,40})[\s.!]*$/iu;
const ALL_OF_THEM =
  /^\s*(?:2|#2|(?:the )?second(?: one)?|(?:all|every|each)(?: of them| one| time)?(?: from now on)?|(?:the (?:whole )?)?series|from now on|always)[\s.!]*$/iu;
const reply = (text: string): Intent => ({kind: 'reply', text});

const YES =
  /^\s*(?:yes|y|yep|yeah|yup|sure|ok|okay|please|please do|do it|do that|go ahead|of course|correct|right|exactly|that one|this one|that's it|👍|ja)(?:[\s,]+(?:please|do|do it|do that|thanks|thank you|all|that one|all of them))*[\s.!]*$/iu;
const NO =
  /^\s*(?:no|n|nope|nah|never ?mind|forget (?:it|that|about it)|cancel(?: (?:it|that))?|stop|none|none of (?:them|these)|neither|nothing|leave (?:it|them)|don'?t|do not|skip(?: it)?|no thanks|no thank you|abort)(?:[\s,]+(?:thanks|thank you|please|leave (?:it|them)))*[\s.!]*$/iu;
