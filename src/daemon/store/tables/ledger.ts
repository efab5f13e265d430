// The ledger: the newest message each way per address. A late note doesn't replace a newer one.

import {present} from '../../../shared/fields/present.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {Ledger, LedgerEntry, LedgerStore} from '../../ports/delivery-store.ts';
import {instant, maybeInstantIn, maybeTextIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';

export const createLedger = (database: Database): LedgerStore => {
  const one = database.query('SELECT * FROM ledger WHERE address = ?');
  const newest = database.query(
    `SELECT * FROM ledger ORDER BY max(coalesce(inAt, ''), coalesce(outAt, '')) DESC, address LIMIT 0 + ?`,
  );
  const note = {in: database.query(noting('inAt', 'inId')), out: database.query(noting('outAt', 'outId'))};
  const clear = database.query(CLEARING);
  return {
    of: address => ledgerOf(one.get(address) ?? NOTHING),
    list: limit => newest.all(limit).map(row => ({address: textIn<Address>(row, 'address'), ...ledgerOf(row)})),
    note: ({address, way, at, id}) => {
      note[way].run(address, instant(at), id);
    },
    clear: (address, at) => {
      clear.run(address, instant(at));
    },
  };
};

const ledgerOf = (row: Row): Ledger => {
  const newestIn = entryIn(row, 'inAt', 'inId');
  const newestOut = entryIn(row, 'outAt', 'outId');
  const clearedAt = maybeInstantIn(row, 'clearedAt');
  return {...(newestIn && {newestIn}), ...(newestOut && {newestOut}), ...present({clearedAt})};
};

const entryIn = (row: Row, atColumn: string, idColumn: string): LedgerEntry | undefined => {
  const at = maybeInstantIn(row, atColumn);
  const id = maybeTextIn(row, idColumn);
  return at === undefined || id === undefined ? undefined : {at, id};
};

const noting = (at: string, id: string): string => `
  INSERT INTO ledger (address, ${at}, ${id}) VALUES (?, ?, ?)
  ON CONFLICT (address) DO UPDATE SET ${at} = excluded.${at}, ${id} = excluded.${id}
  WHERE ${at} IS NULL OR ${at} <= excluded.${at}`;

const CLEARING = `
  INSERT INTO ledger (address, clearedAt) VALUES (?, ?)
  ON CONFLICT (address) DO UPDATE SET clearedAt = excluded.clearedAt
  WHERE clearedAt IS NULL OR clearedAt < excluded.clearedAt`;

const NOTHING: Row = {inAt: null, inId: null, outAt: null, outId: null, clearedAt: null};
