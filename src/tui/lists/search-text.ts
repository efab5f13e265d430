// What the words of a filter are looked for in, in small letters: what a row shows, and the ids that a person may have at hand.
import {assertNever} from '../../shared/gateway-error.ts';
import type {GatewayEvent} from '../../shared/gateway-event.ts';
import {addressName, conversationName, type Names} from '../../shared/names.ts';
import {instantOfIso} from '../../shared/time.ts';
import {eventWords} from '../words/event-words.ts';
import {sourceWords} from '../words/source-words.ts';
import type {ListRow} from './list-row.ts';

/** An event never changes, and thousands are looked through at each key: what was put together once is kept with it. */
export const searchText = (row: ListRow, names: Names): string => {
  if (row.kind !== 'event') return textOf(row, names).toLowerCase();
  const kept = texts.get(row.event) ?? textOf(row, names).toLowerCase();
  texts.set(row.event, kept);
  return kept;
};

const textOf = (row: ListRow, names: Names): string => {
  switch (row.kind) {
    case 'reminder': {
      const {id, message, state, user = '', delivery, sourceSession, snoozedAt} = row.reminder;
      const put = snoozedAt === undefined ? '' : 'snoozed';
      return [id, message, state, put, user, sourceSession, ...delivery].join(' ');
    }
    case 'alarm': {
      const {id, message, state, user, session, cron = '', zone, lastError = ''} = row.alarm;
      return [id, message, state, user, session, cron, zone, lastError].join(' ');
    }
    case 'cron':
    case 'window': {
      const {name, cron, zone, message, user = '', deliver, origin} = row.job;
      return [name, cron, zone, message, user, origin, ...deliver].join(' ');
    }
    case 'quiet':
      return `${row.wake.kind} ${row.wake.name} ${row.wake.what}`;
    case 'invalid':
      return `${row.job.file} ${row.job.reason}`;
    case 'run': {
      const {id, kind, name, status, session, output = '', error = ''} = row.run;
      return [id, kind, name, row.title, status, session, output, error].join(' ');
    }
    case 'delivery': {
      const {id, address, text, state, lastError = '', session = ''} = row.delivery;
      return [id, address, addressName(address, names), text, state, lastError, session].join(' ');
    }
    case 'turn': {
      const {turnId, session, source, text, state, error = ''} = row.turn;
      return [turnId, session, sourceWords(source), text, state, error].join(' ');
    }
    case 'event': {
      const {event} = row;
      const {session} = event;
      const where = session === undefined ? '' : `${session} ${conversationName(session, names)}`;
      return `${event.type} ${where} ${eventWords(event, instantOfIso(event.at) ?? 0, {names}).what}`;
    }
    case 'divider':
    case 'note':
    case 'now':
      return '';
    default:
      return assertNever(row);
  }
};

const texts = new WeakMap<GatewayEvent, string>();
