// Parses changes to an existing reminder (cancel, done, snooze, move, reword), orders about jobs and new jobs. Pure.
import {type CommandWords, perWords} from '../../../shared/languages/commands.ts';
import {partsIn, splitPause} from '../../../shared/languages/patterns.ts';
import {nagSpan} from '../../../shared/languages/request-words.ts';
import {type Change, type Intent, type Moment, reply, type Shift, type Target} from './intent.ts';
import {readTarget} from './target.ts';
import type {TimeReader} from './times.ts';
import {withoutCourtesy} from './wording.ts';

/** A command about an existing reminder. Undefined for any other text. */
export const readChange = (text: string, times: TimeReader): Intent | undefined => {
  if (text.length > LONGEST) return undefined;
  const order = withoutCourtesy(text, times.words).replace(/[\s.!]+$/u, '');
  for (const read of [
    readNag,
    readAdded,
    readAgain,
    readDone,
    readSeries,
    readCancel,
    readSnooze,
    readShift,
    readReword,
    readMove,
  ]) {
    const intent = read(order, times);
    if (intent !== undefined) return intent;
  }
  return undefined;
};

/** Ten minutes without a given time. A bare duration is added to the time of a pending reminder. */
export const snoozeBy = (moment: Moment | undefined, times: TimeReader): Change | undefined => {
  const {usualSnooze, span} = times.words.times;
  const usual = times.whole(span(usualSnooze));
  const until = moment ?? (usual && {...usual, words: usualSnooze});
  if (until === undefined) return undefined;
  const by = times.length(until.words);
  return {operation: 'reminder.snooze', moment: until, by};
};

type Reader = (order: string, times: TimeReader) => Intent | undefined;

const toChange = (change: Change, target: Target): Intent => ({intent: 'reminder.change', change, target});

const snooze = (moment: Moment | undefined, target: Target, times: TimeReader): Intent | undefined => {
  const change = snoozeBy(moment, times);
  return change && toChange(change, target);
};

/** "remind me again in 10 minutes", "not now", "later", "10 more minutes" */
const readAgain: Reader = (order, times) => {
  const {notNow, more, again, againLast} = times.words.changes;
  if (notNow.test(order)) return snooze(undefined, FIRED, times);
  const longer = partsIn(more, order);
  if (longer !== undefined) return snooze(times.whole(`${longer['count']} ${longer['unit']}`), FIRED, times);
  const {before, after} = partsIn(again, order) ?? {};
  if (before === '' && after === '') return snooze(undefined, FIRED, times);
  const words = before === '' ? after : againLast.test(order) ? before : undefined;
  const moment = words === undefined ? undefined : times.whole(words);
  return moment === undefined ? undefined : snooze(moment, FIRED, times);
};

/** "nag me about the dentist every 10 minutes", "nag me every hour about it" */
const readNag: Reader = (order, {words}) => {
  const {first, every, after, last} = partsIn(words.changes.nag, order) ?? {};
  const ring = partsIn(words.changes.ring, order);
  if (ring?.['until'] !== undefined)
    return toChange({operation: 'reminder.edit', every: ring['until']}, readTarget(ring['which'] ?? '', words));
  const span = every ?? last;
  return span === undefined
    ? undefined
    : toChange({operation: 'reminder.edit', every: nagSpan(span)}, readTarget(first ?? after ?? '', words));
};

/** "add 5 minutes to the pasta timer", "take 2 minutes off". Without a name, the timer is meant. */
const readAdded: Reader = (order, times) => {
  const {add, takeOff} = times.words.changes;
  const added = partsIn(add, order);
  const {which = '', length, count = '', unit = ''} = added ?? partsIn(takeOff, order) ?? {};
  const shift = times.length(length ?? `${count} ${unit}`);
  if (shift === undefined) return undefined;
  const ms = added === undefined ? -shift.ms : shift.ms;
  const target = which === '' ? ({kind: 'timer'} as const) : readTarget(which, times.words);
  return toChange({operation: 'reminder.edit', shift: {...shift, ms}}, target);
};

const readDone: Reader = (order, {words}) => {
  if (words.changes.done.test(order.replaceAll('’', "'"))) return toChange({operation: 'reminder.done'}, FIRED);
  const target = targetIn(words.changes.doneWith, order);
  return target === undefined ? undefined : toChange({operation: 'reminder.done'}, readTarget(target, words, FIRED));
};

/** "pause the pills", "resume it", "skip the next standup" */
const readSeries: Reader = (order, times) => {
  const {words} = times;
  for (const kind of ['pause', 'resume', 'skip'] as const) {
    const target = partsIn(words.changes[kind], order)?.['words'];
    if (target === undefined || isLong(target)) continue;
    const paused = kind === 'pause' ? splitPause(target) : undefined;
    if (paused !== undefined && isTime(paused.until, times))
      return toChange({operation: 'reminder.pause', until: paused.until}, readTarget(paused.rest, words));
    return toChange({operation: `reminder.${kind}`}, readTarget(target.replace(words.changes.oneOfSeries, ''), words));
  }
  return undefined;
};

const isTime = (words: string, times: TimeReader): boolean =>
  times.whole(words) !== undefined || times.length(words) !== undefined;

const readCancel: Reader = (order, times) => {
  const {changes} = times.words;
  if (changes.undo.test(order)) return {intent: 'reminder.undo'};
  const loose = targetIn(changes.looseCancel, order);
  // "turn off the oven in 20 minutes" is a new task.
  const isThing = loose !== undefined && !changes.namesReminder.test(loose) && times.find(loose) !== undefined;
  const target = targetIn(changes.cancel, order) ?? (isThing ? undefined : loose);
  if (target === undefined || isLong(target)) return undefined;
  return toChange({operation: 'reminder.cancel'}, readTarget(target.replace(changes.cancelLead, ''), times.words));
};

const isLong = (words: string): boolean => words.split(/\s+/u).length > 12;

const readSnooze: Reader = (order, times) => {
  const {changes} = times.words;
  const target = partsIn(changes.snooze, order)?.['words'];
  if (target === undefined) return undefined;
  const found = times.atEnd(target) ?? times.find(target);
  if (found !== undefined) return snooze(found.moment, readTarget(found.rest, times.words, FIRED), times);
  const {which = '', minutes} = partsIn(changes.snoozeMinutes, target) ?? {};
  return minutes === undefined || changes.numberLead.test(which)
    ? snooze(undefined, readTarget(target, times.words, FIRED), times)
    : snooze(times.whole(times.words.times.minutes(minutes)), readTarget(which, times.words, FIRED), times);
};

/** "postpone it by an hour", "push the dentist to friday", "an hour later", "make it 10 minutes earlier" */
const readShift: Reader = (order, times) => {
  const {changes} = times.words;
  const {verb, words} = partsIn(changes.postpone, order) ?? {};
  if (verb !== undefined && words !== undefined) return readPostponed(verb, words, times);
  const {which = '', length, later} = partsIn(changes.shift, order) ?? {};
  const shift = length === undefined ? undefined : times.length(length);
  return shift && toShift(which, shift, later === undefined ? -1 : 1, times);
};

const readPostponed = (verb: string, order: string, times: TimeReader): Intent | undefined => {
  const {changes} = times.words;
  const words = order.replace(changes.back, '');
  for (const {index} of ` ${words}`.matchAll(/\s+/gu)) {
    const shift = times.length(words.slice(index).trim());
    if (shift !== undefined) return toShift(words.slice(0, index), shift, changes.forward.test(verb) ? -1 : 1, times);
  }
  const found = times.atEnd(words) ?? times.find(words);
  if (found !== undefined)
    return toChange({operation: 'reminder.edit', moment: found.moment}, readTarget(found.rest, times.words));
  const which = changes.push.test(verb) ? partsIn(changes.pushBack, words)?.['words'] : words;
  return which === undefined || changes.pushOrForward.test(verb)
    ? undefined
    : snooze(undefined, readTarget(which, times.words), times);
};

const toShift = (words: string, shift: Shift, sign: number, times: TimeReader): Intent =>
  toChange(
    {operation: 'reminder.edit', shift: {...shift, ms: sign * shift.ms}},
    readTarget(words.replace(times.words.changes.shiftJoint, ''), times.words),
  );

/** "change the text of the tea reminder to green tea", "rename it to …", "make it say …" */
const readReword: Reader = (order, times) => {
  const {reword, changeTo} = times.words.changes;
  const reworded = partsIn(reword, order);
  const {which, text = ''} = reworded ?? partsIn(changeTo, order) ?? {};
  const message = unquoted(text);
  // "change the dentist to friday 10:00" changes the time, not the text.
  if (which === undefined || (reworded === undefined && times.whole(message) !== undefined)) return undefined;
  return toChange({operation: 'reminder.edit', message}, readTarget(which, times.words));
};

const unquoted = (text: string): string => text.trim().replace(/^["“'](.*)["”']$/su, '$1');

/** "move the dentist to friday 10:00", "make it 15:00", "no, at 5", "15:00 instead" */
const readMove: Reader = (order, times) => {
  const {changes} = times.words;
  const {verb, words} = partsIn(changes.move, order) ?? {};
  if (verb !== undefined && words !== undefined) return readMoved(verb, words, times);
  const corrected = partsIn(changes.correct, order)?.['words'];
  const moment = times.whole(corrected ?? (changes.instead.test(order) ? order : ''));
  return moment === undefined ? undefined : toChange({operation: 'reminder.edit', moment}, {kind: 'last'});
};

const readMoved = (verb: string, words: string, times: TimeReader): Intent | undefined => {
  const {changes, targets} = times.words;
  const isMove = changes.isMove.test(verb);
  const {which = '', clocks} = isMove ? (partsIn(changes.toClocks, words) ?? {}) : {};
  const daily = clocks === undefined ? undefined : dailyAt(clocks, times);
  if (daily !== undefined)
    return toChange({operation: 'reminder.edit', moment: daily, isDaily: true}, readTarget(which, times.words));
  const found = times.atEnd(words.replace(changes.thingBeforeTo, ''));
  if (isMove && changes.sameTime.test(words)) return reply(times.texts.smallTalk.moveSameTime);
  if (isMove && found === undefined && targets.it.test(words)) return reply(times.texts.smallTalk.moveWhen);
  if (found === undefined || changes.newThing.test(found.rest)) return undefined;
  // "make dinner at 7" and "put the bins out at 7" are new tasks.
  const isTo = changes.toTime.test(words.slice(found.rest.length).trim());
  const isKnown = targets.it.test(found.rest) || changes.knownThing.test(found.rest);
  return isKnown || changes.isReschedule.test(verb) || (isTo && changes.movesTo.test(verb))
    ? toChange({operation: 'reminder.edit', moment: found.moment}, readTarget(found.rest, times.words))
    : undefined;
};

const dailyAt = (clocks: string, times: TimeReader): Moment | undefined =>
  times.words.times.everyDayAt.map(everyDay => times.whole(everyDay(clocks))).find(moment => moment !== undefined);

const targetIn = (patterns: readonly RegExp[], order: string): string | undefined =>
  partsIn(patterns, order.replaceAll('’', "'"))?.['words'];

const FIRED: Target = {kind: 'fired'};
const LONGEST = 500;

/** An order about a job: "pause the standup job", "delete the job standup". */
export const readJobOrder = (text: string, words: CommandWords): Intent | undefined => {
  const {before, after, orders, edit} = jobForms(words);
  const {verbs, lastVerbs, reminder} = words.jobs;
  const whole = text.trim().replace(before, '').replace(after, '');
  const paused = splitPause(whole);
  for (const {rest: sentence, until} of [...(paused === undefined ? [] : [paused]), {rest: whole, until: undefined}])
    for (const pattern of orders) {
      const {verb = '', name = ''} = partsIn(pattern, sentence) ?? {};
      const [, order] = [...verbs, ...lastVerbs].find(([word]) => word === verb.toLowerCase()) ?? [];
      const fits = order !== undefined && name.trim() !== '' && !reminder.test(name);
      if (fits && (until === undefined || order === 'cron.pause')) return {intent: order, name: name.trim(), until};
    }
  const edited = partsIn(edit, whole)?.['name'];
  return edited === undefined ? undefined : {intent: 'cron.edit', name: edited.trim()};
};

/** A new job. Without a recurrence the job comes every day; without a time or a task the answer says how to ask. */
export const readNewJob = (text: string, times: TimeReader): Intent | undefined => {
  const {jobs, times: forms} = times.words;
  const request = partsIn(jobs.create, text.slice(0, LONGEST_NEW));
  if (request === undefined) return undefined;
  const {says, tells, rest = ''} = request;
  const asking = rest.replace(/[?\s]+$/u, '');
  const once = times.find(asking);
  const found = once === undefined || once.moment.repeats === true ? once : times.find(forms.everyDay(asking));
  const task = found?.rest.replace(/^[\s,:;]+|[\s,:;]+$/gu, '') ?? '';
  const when = found !== undefined && 'when' in found.moment.time ? found.moment.time.when : undefined;
  if (when === undefined || task === '') return reply(times.refusal(asking) ?? times.texts.jobs.how);
  return {intent: 'cron.create', when, task, says: says !== undefined || tells !== undefined};
};

/** Whole sentences from the words of all languages: a sentence may mix them. */
const jobForms = perWords(({jobs}) => {
  const {verbs, lastVerbs, job} = jobs;
  const verb = `(?<verb>${[...verbs, ...lastVerbs].map(([word]) => word).join('|')})`;
  const lastVerb = `(?<verb>${lastVerbs.map(([word]) => word).join('|')})`;
  const the = `(?:(?:${jobs.article})\\s+)?`;
  const whole = (form: string): RegExp => new RegExp(`^${form}$`, 'iu');
  return {
    before: new RegExp(`^(?:(?:${jobs.courtesyBefore})[\\s,]+)+`, 'iu'),
    after: new RegExp(`(?:[\\s,]+(?:${jobs.courtesyAfter}))*[\\s.!?]*$`, 'iu'),
    orders: [
      whole(`${verb}\\s+${the}${job}\\s+(?<name>.{1,80})`),
      whole(`${verb}\\s+${the}(?<name>.{1,80}?)[\\s-]${job}`),
      whole(`${the}${job}\\s+(?<name>.{1,80}?)\\s+${lastVerb}`),
      whole(`${the}(?<name>.{1,80}?)[\\s-]${job}\\s+${lastVerb}`),
    ],
    // "change the good morning job to 9": only its name and its schedule are read.
    edit: whole(`(?:${jobs.edit})\\s+${the}(?<name>.{1,80}?)[\\s-]${job}(?:\\s+(?:${jobs.editTo})\\b.*)?`),
  };
});

const LONGEST_NEW = 1_000;
