// The events that reminders wait for instead of a time, in German.
import type {RunEnding, Waiting} from '../../records/jobs/starting-event.ts';
import type {ENGLISH_EVENTS} from '../en/events.ts';

export const GERMAN_EVENTS: typeof ENGLISH_EVENTS = {
  waits: ({on, once}) => `${once === true ? 'wenn' : 'jedes Mal, wenn'} ${clauseOf(on)}`,
  text: on => {
    if (on.kind === 'run') return on.status === undefined ? `${on.name} ist zu Ende` : `${on.name} ${IS[on.status]}`;
    const who = on.from ?? 'jemand';
    return on.words === undefined ? `${who} hat geschrieben` : `${who} hat ${quoted(on.words)} erwähnt`;
  },
  happened: (event, time, isToday) => {
    const {who, more = 0} = event;
    const when = isToday ? `um ${time}` : time;
    const since = more === 0 ? '' : `, und seitdem noch ${more === 1 ? 'einmal' : `${more}-mal`}`;
    if (event.kind === 'run') return `${who} ${IS[event.status]}, ${when}${since}`;
    return event.words === undefined
      ? `${who} schrieb ${when}${since}`
      : `${who} erwähnte ${quoted(event.words)} ${when}${since}`;
  },
  set: (waits, where, about) => `Ich erinnere dich, ${waits}${where}${about}`,
  gone: name => `${name} gibt es nicht mehr`,
  often: 'Höchstens alle 10 Minuten; was dazwischen kommt, zählt zum nächsten Mal.',
};

const clauseOf = (on: Waiting['on']): string => {
  if (on.kind === 'run') return `${on.name} ${on.status === undefined ? 'zu Ende ist' : HAS[on.status]}`;
  const who = on.from ?? 'jemand';
  return on.words === undefined ? `${who} schreibt` : `${who} ${quoted(on.words)} erwähnt`;
};

const quoted = (words: string): string => (/["“”„«»]/u.test(words) ? words : `„${words}“`);

const HAS: Readonly<Record<RunEnding, string>> = {
  ran: 'gelaufen ist',
  failed: 'fehlschlägt',
  skipped: 'ausgelassen wird',
};
const IS: Readonly<Record<RunEnding, string>> = {
  ran: 'ist gelaufen',
  failed: 'ist fehlgeschlagen',
  skipped: 'wurde ausgelassen',
};
