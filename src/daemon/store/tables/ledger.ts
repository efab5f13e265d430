// The ledger: the newest message each way per address. A late note doesn't replace a newer one. What was noted while
// the clock was ahead counts as older than each later note.

import type {Address} from '../../../shared/records/address.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import type {Ledger, LedgerEntry, LedgerStore} from '../../ports/delivery-store.ts';
import {instant, maybeInstantIn, maybeTextIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';

export const createLedger = (database: Database, clock: Clock): LedgerStore => {
  const statement = database.query('SELECT * FROM ledger WHERE address = ?');
  const newest = database.query(
    `SELECT * FROM ledger ORDER BY max(coalesce(inAt, ''), coalesce(outAt, '')) DESC, address LIMIT 0 + ?`,
  );
  const note = {
    in: database.query(noting('inAt', 'inId', 'outAt')),
    out: database.query(noting('outAt', 'outId', 'inAt')),
  };
  /** Only a clock that was ahead notes a later instant. A server's clock may differ by seconds. */
  const latest = (): string => instant(clock.now() + MINUTE);
  const clear = database.query(CLEARING);
  return {
    of: address => ledgerOf(statement.get(address) ?? NOTHING),
    list: limit => newest.all(limit).map(row => ({address: textIn<Address>(row, 'address'), ...ledgerOf(row)})),
    note: ({address, way, at, id}) => {
      note[way].run(address, instant(at), id, latest(), instant(at - 1));
    },
    clear: (address, at) => {
      clear.run(address, instant(at), latest());
    },
  };
};

const ledgerOf = (row: Row): Ledger => {
  const newestIn = entryIn(row, 'inAt', 'inId');
  const newestOut = entryIn(row, 'outAt', 'outId');
  const clearedAt = maybeInstantIn(row, 'clearedAt');
  return {newestIn, newestOut, clearedAt};
};

const entryIn = (row: Row, atColumn: string, idColumn: string): LedgerEntry | undefined => {
  const at = maybeInstantIn(row, atColumn);
  const id = maybeTextIn(row, idColumn);
  return at === undefined || id === undefined ? undefined : {at, id};
};

const noting = (at: string, id: string, other: string): string => `
  INSERT INTO ledger (address, ${at}, ${id}) VALUES (?1, ?2, ?3)
  ON CONFLICT (address) DO UPDATE SET ${at} = excluded.${at}, ${id} = excluded.${id},
    ${other} = iif(${other} > ?4, ?5, ${other}), clearedAt = iif(clearedAt > ?4, ?5, clearedAt)
  WHERE ${at} IS NULL OR ${at} <= excluded.${at} OR ${at} > ?4`;

const CLEARING = `
  INSERT INTO ledger (address, clearedAt) VALUES (?1, ?2)
  ON CONFLICT (address) DO UPDATE SET clearedAt = excluded.clearedAt
  WHERE clearedAt IS NULL OR clearedAt < excluded.clearedAt OR clearedAt > ?3`;

const NOTHING: Row = {inAt: null, inId: null, outAt: null, outId: null, clearedAt: null};
