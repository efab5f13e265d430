// NounRecord: how the command lists records of a kind and shows one. Every text in it is safe for a terminal.

import {addressName, type Names} from '../../shared/record-text/names.ts';
import {type Address, TERMINAL} from '../../shared/records/address.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Tone} from '../format/tone.ts';
import type {State} from './noun-view.ts';

export type NounRecord<W> = {
  readonly columns: (by: RecordContext) => readonly Column<W>[];
  readonly fields: (item: W, by: RecordContext) => readonly RecordField[];
  /** The text of an empty list, with how to add an entry. */
  readonly none: string;
};

export type RecordContext = {
  readonly now: EpochMs;
  readonly names: Names;
  /** The zone of the shown times, if it isn't this machine's. */
  readonly zone: string | undefined;
};

/** A field without a value is left out. */
export type RecordField = readonly [name: string, value: string | State | undefined];

export type Column<Row> = {
  readonly title: string;
  /** One line of printable text. */
  readonly text: (row: Row) => string;
  /** A shorter form for a table that is too wide. */
  readonly short?: (row: Row) => string;
  /** May be cut so that the row fits. */
  readonly gives?: true;
  /** Left out where no row has anything in it. */
  readonly ifAny?: true;
  /** An id, shown in its short form, which verbs accept. */
  readonly isId?: true;
  readonly tone?: (row: Row) => Tone | undefined;
};

/** The title of a time column, with the zone. */
export const timesTitle = ({zone}: Pick<RecordContext, 'zone'>, title: string): string =>
  zone === undefined ? title : `${title} (${zone})`;

/** The name of an address, for rows and sentences. */
export const placed = (address: Address, names: Names): string => printableLine(addressName(address, names));

export const places = (addresses: readonly Address[], names: Names): string =>
  addresses.map(address => placed(address, names)).join(', ');

/** The name followed by the address, for copying. */
export const wholePlace = (address: Address, names: Names): string => {
  const [name, whole] = [placed(address, names), printableLine(address)];
  return name === whole || address === TERMINAL ? name : `${name} (${whole})`;
};
