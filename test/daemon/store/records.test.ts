// Each record against what else knows its fields: the table's columns, the wire and the sanitizer.
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {inboxItem} from '../../../src/daemon/ports/delivery-store.ts';
import {keptRequest} from '../../../src/daemon/ports/door.ts';
import {MIGRATIONS} from '../../../src/daemon/store/database/migrations.ts';
import {fromWire, toWire} from '../../../src/shared/fields/wire.ts';
import {delivery} from '../../../src/shared/records/delivery/delivery.ts';
import {escalation} from '../../../src/shared/records/delivery/escalation.ts';
import {alarm} from '../../../src/shared/records/jobs/alarm.ts';
import {reminder, run} from '../../../src/shared/records/jobs/jobs.ts';
import {message} from '../../../src/shared/records/message.ts';
import type {Field, RecordSchema} from '../../../src/shared/records/record.ts';
import {keptSession} from '../../../src/shared/records/session.ts';
import {turn} from '../../../src/shared/records/turn.ts';
import {sanitizeDeep} from '../../../src/shared/text/sanitize.ts';

/** The records, with the fields that have columns of their own, or that are inside such a column. */
const RECORDS: readonly {
  readonly schema: RecordSchema;
  readonly own?: readonly string[];
  readonly inside?: readonly string[];
}[] = [
  {schema: delivery, own: ['onHold']},
  {schema: reminder, own: ['paused', 'on'], inside: ['once', 'followed', 'gone']},
  {schema: run},
  {schema: alarm},
  {schema: turn, own: ['source', 'usage']},
  {schema: message, own: ['source']},
  {schema: keptSession},
  {schema: escalation, own: ['about', 'repeatNumber', 'alreadyIn']},
  {schema: keptRequest},
  {schema: inboxItem},
];

const TYPES: Record<Field<unknown>['stored'], string> = {
  text: 'TEXT',
  number: 'INTEGER',
  boolean: 'INTEGER',
  instant: 'TEXT',
  json: 'TEXT',
};

test.each(RECORDS)(
  'the migrations make a column for each field: $schema.table',
  ({schema: {table, fields}, own = [], inside = []}) => {
    using database = new DatabaseSync(':memory:');
    for (const step of MIGRATIONS) database.exec(step);
    const columns = database.prepare('SELECT name, type, "notnull" AS required FROM pragma_table_info(?)').all(table);
    for (const [name, {stored, optional, absent}] of Object.entries(fields)) {
      if (own.includes(name) || inside.includes(name)) continue;
      const column = columns.find(column => column['name'] === name);
      expect(column, `${table}.${name}: add a step to migrations.ts`).toMatchObject({type: TYPES[stored]});
      const mayBeNull = optional === true && absent === undefined;
      if (mayBeNull) expect(column, `${table}.${name} is optional`).toMatchObject({required: 0});
    }
  },
);

test.each(RECORDS)(
  'an update tells its columns apart by bits, so fewer than 32 change: $schema.table',
  ({schema: {fields}, inside = []}) => {
    const columns = Object.entries(fields).filter(([name, {fixed}]) => fixed !== true && !inside.includes(name));
    expect(columns.length).toBeLessThan(31);
  },
);

test.each(RECORDS)('exactly the instants are ISO 8601 on the wire: $schema.table', ({schema: {fields}}) => {
  for (const [name, {stored}] of Object.entries(fields)) {
    const wired: Readonly<Record<string, unknown>> = toWire<Record<string, unknown>>({[name]: 0});
    expect({[name]: wired[name]}).toEqual({[name]: stored === 'instant' ? '1970-01-01T00:00:00.000Z' : 0});
    expect(fromWire(wired)).toEqual({[name]: 0});
  }
});

test.each(RECORDS)('clients keep ids as they are, and clean texts: $schema.table', ({schema: {fields}}) => {
  for (const [name, {is, stored, choices}] of Object.entries(fields)) {
    const isFree = stored === 'text' && choices === undefined && is('two\u001b[2J words');
    if (isFree && name !== 'id' && name !== 'key')
      expect(sanitizeDeep({[name]: 'two\u001b[2J words'})).toEqual({[name]: 'two words'});
    if (/^id$|Id$/u.test(name)) expect(sanitizeDeep({[name]: 'a\u001b[2Jb'})).toEqual({[name]: 'a\u001b[2Jb'});
  }
});
