// NounRecord: how the command lists things of a kind and shows one of them, as they came over the wire. Every text in it is
// fit for a terminal.
import {type Address, TERMINAL} from '../../shared/records/address.ts';
import {addressName, type Names} from '../../shared/text/names.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Tone} from '../format/tone.ts';
import type {State} from './noun-view.ts';

export type NounRecord<W> = {
  readonly columns: (by: RecordContext) => readonly Column<W>[];
  readonly fields: (item: W, by: RecordContext) => readonly Field[];
  /** What stands where there is none, and how to make one. */
  readonly none: string;
};

export type RecordContext = {
  readonly now: EpochMs;
  readonly names: Names;
  /** The zone of the clocks that are shown, where they aren't this machine's. */
  readonly zone: string | undefined;
};

/** A field without a value is left out. */
export type Field = readonly [name: string, value: string | State | undefined];

export type Column<Row> = {
  readonly title: string;
  /** One line of printable text. */
  readonly text: (row: Row) => string;
  /** May be cut to make the row fit. */
  readonly gives?: true;
  /** An id, which may be shortened to what tells it from the others: verbs take that for the whole. */
  readonly isId?: true;
  readonly tone?: (row: Row) => Tone | undefined;
};

/** A title above times, with their zone. */
export const timesTitle = ({zone}: Pick<RecordContext, 'zone'>, title: string): string =>
  zone === undefined ? title : `${title} (${zone})`;

/** By name, as a row or a sentence says it. */
export const placed = (address: Address, names: Names): string => printableLine(addressName(address, names));

export const places = (addresses: readonly Address[], names: Names): string =>
  addresses.map(address => placed(address, names)).join(', ');

/** By name, with the address behind it, from where it can be copied. */
export const wholePlace = (address: Address, names: Names): string => {
  const [name, whole] = [placed(address, names), printableLine(address)];
  return name === whole || address === TERMINAL ? name : `${name} (${whole})`;
};
