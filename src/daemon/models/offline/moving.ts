// Understanding that a reminder is to come at another time, or to say something else.
import {isPointer, targetOf} from './meant-target.ts';
import type {Deed, Moment, Request, Target} from './requests.ts';
import type {TimeReader} from './said-times.ts';

/** Reads a command; undefined when it is none of its kind. `said` is without courtesies. */
export type CommandReader = (said: string, times: TimeReader) => Request | undefined;

/** "postpone it by an hour", "push the dentist to friday", "an hour later", "make it 10 minutes earlier" */
export const readShift: CommandReader = (said, times) => {
  const [, verb, rest] =
    /^(postpone|delay|defer|put off|push(?: back| out)?|bring forward|advance)\b\s*(.+)$/iu.exec(said) ?? [];
  if (verb !== undefined && rest !== undefined) {
    const sign = /^(?:bring|advance)/iu.test(verb) ? -1 : 1;
    const words = rest.replace(/\s+\b(?:back|out|off)\b(?=\s)/iu, '');
    for (const [index] of [...` ${words}`.matchAll(/\s+/gu)].map(match => [match.index] as const)) {
      const tail = words.slice(index).trim();
      const shift = times.length(tail);
      if (shift !== undefined) return moved(words.slice(0, index), shift, sign);
    }
    const ending = times.atEnd(words) ?? times.find(words);
    if (ending !== undefined) return change({kind: 'move', moment: ending.moment}, targetOf(ending.rest));
    const [, pushed] = /^(.+) back$/iu.exec(words) ?? [];
    if (pushed !== undefined && /^push$/iu.test(verb)) return snooze(undefined, targetOf(pushed), times);
    return /^(?:postpone|delay|defer|put off)$/iu.test(verb) ? snooze(undefined, targetOf(words), times) : undefined;
  }
  const [, which = '', words, side] =
    /^(?:(?:make|move|set|remind me of)\s+(.+?)\s+)?((?:an?|half an|\d+|one|two|three|five|ten|fifteen|twenty|thirty)\s.{2,20}?)\s+(later|earlier|sooner|before that)$/iu.exec(
      said,
    ) ?? [];
  const shift = words === undefined ? undefined : times.length(words);
  if (shift === undefined || side === undefined) return undefined;
  return moved(which, shift, side.toLowerCase() === 'later' ? 1 : -1);
};

const moved = (words: string, shift: {readonly ms: number; readonly words: string}, sign: number): Request =>
  change({kind: 'shift', shift: {...shift, ms: sign * shift.ms}}, targetOf(words.replace(/\s+(?:by|for)\s*$/iu, '')));

/** "change the text of the tea reminder to green tea", "rename it to …", "make it say …" */
export const readReword: CommandReader = (said, times) => {
  const patterns = [
    /^(?:change|edit|update|set|correct)\s+the\s+(?:text|message|wording|words|title|name)\s+(?:of|for)\s+(.+?)\s+(?:to|into)[:\s]\s*([\s\S]+)$/iu,
    /^(?:rename|reword|rephrase)\s+(.+?)\s+(?:to|into|as)[:\s]\s*([\s\S]+)$/iu,
    /^(?:make|let)\s+(.+?)\s+say\s*[:,]?\s+([\s\S]+)$/iu,
    /^(it) should (?:say|read)\s*[:,]?\s+([\s\S]+)$/iu,
    /^(?:change|edit|update|correct|turn)\s+(.+?)\s+(?:to|into)[:\s]\s*([\s\S]+)$/iu,
  ];
  for (const [index, pattern] of patterns.entries()) {
    const [, which, text] = pattern.exec(said) ?? [];
    if (which === undefined || text === undefined) continue;
    const message = text.trim().replace(/^["“'](.*)["”']$/su, '$1');
    // "change the dentist to friday 10:00" is the time, not the text.
    if (index === patterns.length - 1 && times.whole(message) !== undefined) return undefined;
    return change({kind: 'reword', message}, targetOf(which));
  }
  return undefined;
};

/** "move the dentist to friday 10:00", "make it 15:00", "no, at 5", "15:00 instead" */
export const readMove: CommandReader = (said, times) => {
  const [, verb = '', words] =
    /^(?:no[,\s]+)?(move|reschedule|shift|change|update|make|set|put|have|do)\s+(?:the time of\s+)?(.+)$/iu.exec(
      said,
    ) ?? [];
  if (words !== undefined) {
    if (/\bsame time\b/iu.test(words) && /^(?:move|resch|shift|change)/iu.test(verb)) {
      return {kind: 'say', text: 'Say the time too, for example “move it to tomorrow 17:00”.'};
    }
    const ending = times.atEnd(words);
    if (ending === undefined && isPointer(words) && /^(?:move|resch|shift|change)/iu.test(verb)) {
      return {kind: 'say', text: 'Say to when, for example “move it to friday 10:00”.'};
    }
    if (ending === undefined || /\b(?:reminder|timer|alarm) (?:for|in|at)$/iu.test(ending.rest)) return undefined;
    const joint = words.slice(ending.rest.length).trim();
    // "make dinner at 7" and "put the bins out at 7" are things to be done, not reminders to be moved.
    const moving =
      /^resch/iu.test(verb) || (/^(?:move|shift|change|update)$/iu.test(verb) && /^(?:to|until|till)\b/iu.test(joint));
    const known = isPointer(ending.rest) || /\b(?:one|reminder|timer|alarm|rem_[\w-]+)$/iu.test(ending.rest);
    return known || moving ? change({kind: 'move', moment: ending.moment}, targetOf(ending.rest)) : undefined;
  }
  const [, corrected] =
    /^(?:no|nope|sorry|wait|oh|actually|i (?:meant|mean)|rather|better)[,\s]+(?:i (?:meant|mean)\s+|actually\s+|make (?:it|that)\s+)?(.+)$/iu.exec(
      said,
    ) ?? [];
  const moment = times.whole(corrected ?? (/\binstead$/iu.test(said) ? said : ''));
  return moment === undefined ? undefined : change({kind: 'move', moment}, {kind: 'last'});
};

/** Ten minutes where no time was said. */
export const snooze = (moment: Moment | undefined, target: Target, times: TimeReader): Request | undefined => {
  const usual = moment ?? times.whole(`in ${SNOOZE_DEFAULT}`);
  if (usual === undefined) return undefined;
  return change(snoozing(moment ?? {...usual, words: SNOOZE_DEFAULT}, times), target);
};

/** A bare length is from now for what has come, and beyond its own time for what has not; "in an hour" is from now for both. */
export const snoozing = (moment: Moment, times: TimeReader): Deed => {
  const by = times.length(moment.words);
  return {kind: 'snooze', moment, ...(by === undefined ? {} : {by})};
};

const change = (deed: Deed, target: Target): Request => ({kind: 'change', deed, target});

const SNOOZE_DEFAULT = '10 minutes';
