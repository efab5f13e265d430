// Reads a person's quiet hours: `22:00-07:00`, or an object with days, a zone or an end.
import {isRecord} from '../../shared/fields/is-record.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import type {QuietConfig, QuietDay} from './config-schema.ts';
import {zone} from './config-values.ts';
import {type Field, leaf, optional} from './field.ts';
import {list, record} from './field-group.ts';

export const quiet = (isZone: (text: string) => boolean): Field<QuietConfig> => {
  const inParts = record<Exclude<QuietConfig, string>>(SENTENCE, () => ({
    hours: optional(hours),
    days: optional(list('The days on which the hours begin.', day, {left: name => `${name} is left out`})),
    zone: optional(zone('The zone of the hours.', isZone)),
    until: optional(
      leaf('Quiet until this instant.', 'an instant such as "2026-12-01T08:00:00Z"', raw =>
        typeof raw === 'string' && instantOfIso(raw) !== undefined ? {value: raw} : undefined,
      ),
    ),
  }));
  return {
    ...inParts,
    writes: WRITES,
    help: key => [{key, sentence: SENTENCE, writes: WRITES}, ...inParts.help(key).slice(1)],
    read: (raw, place) =>
      isRecord(raw) ? inParts.read(raw, {...place, before: undefined}) : hours.read(raw, {...place, before: undefined}),
  };
};

const SENTENCE = 'When this person wants quiet: what can wait is held back.';
const WRITES = '"22:00-07:00", or an object with hours, days, zone, until';
const SPAN = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/u;
const hours = leaf<string>('The quiet hours of each day.', '"22:00-07:00"', raw => {
  if (typeof raw !== 'string' || !SPAN.test(raw)) return undefined;
  const [from, to] = raw.split('-');
  return from === to ? {why: 'It begins and ends at the same time.'} : {value: raw};
});
const DAYS: readonly QuietDay[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const day = leaf<QuietDay>('A day.', `one of ${DAYS.join(', ')}`, raw => {
  const value = DAYS.find(known => known === raw);
  return value === undefined ? undefined : {value};
});
