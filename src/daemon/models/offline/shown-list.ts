// The numbered lists that are shown, and what a number means afterwards: ids are not shown, so a line is found again in what
// the tool had listed. Pure.
import {formatIn} from '../../../shared/format-time.ts';
import {type Conversation, TOOL} from './conversation.ts';
import {type Known, readList} from './tool-answers.ts';

/** `1. today 15:00: tea`, one a line. */
export const numbered = (reminders: readonly Known[], here: Pick<Conversation, 'now' | 'zone'>): string =>
  reminders
    .slice(0, SHOWN)
    .map((reminder, index) => `${index + 1}. ${lineOf(reminder, here)}`)
    .concat(reminders.length > SHOWN ? [`… and ${reminders.length - SHOWN} more.`] : [])
    .join('\n');

const lineOf = ({at, message, state}: Known, {now, zone}: Pick<Conversation, 'now' | 'zone'>): string =>
  `${state === 'fired' ? 'came ' : ''}${formatIn(at, now, zone)}: ${message}`;

/** The ids behind the lines of the last thing the assistant said, in order; none where it showed no list. */
export const shownIds = ({before, now, zone}: Conversation): readonly string[] => {
  const shown = before.findLastIndex(({kind}) => kind === 'own');
  const own = before[shown];
  if (own?.kind !== 'own') return [];
  const listed = before
    .slice(0, shown)
    .flatMap(entry => (entry.kind === 'used' ? [entry.use] : []))
    .findLast(({name, ok, input}) => name === TOOL && ok && input['action'] === 'list');
  const left = [...readList(listed?.output ?? '').reminders];
  const ids: string[] = [];
  for (const [, time = '', message] of own.text.matchAll(LINE)) {
    const same = left.filter(known => known.message === message);
    // After midnight a day is called otherwise: then the time of day has to do, where it fits one of them only.
    const clock = time.slice(time.lastIndexOf(' '));
    const fitting = same.filter(({at}) => formatIn(at, at, zone).includes(clock));
    const found =
      same.find(({at}) => formatIn(at, now, zone) === time) ?? (fitting.length === 1 ? fitting[0] : undefined);
    if (found === undefined) return [];
    left.splice(left.indexOf(found), 1);
    ids.push(found.id);
  }
  return ids;
};

const LINE = /^\d+\. (?:came )?([^\n:]* \d\d:\d\d)(?::\d\d)?: (.*)$/gmu;
const SHOWN = 20;
