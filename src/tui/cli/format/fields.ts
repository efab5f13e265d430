// How results look: rows under titles, names beside values.
import type {CommandWorld} from '../command.ts';
import {type Column, tableLines} from '../words/table.ts';

/** Rows as a table; where there are none, what would be there and how to make one. */
export const listLines = <Row>(
  {print}: CommandWorld,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  none: string,
): readonly string[] => (rows.length === 0 ? [print.paint('quiet', none)] : tableLines(columns, rows, print));

/** The same as a field of its own. */
export const timesIn = ({shownZone}: CommandWorld): readonly [string, string | undefined] => [
  'Times in',
  shownZone.name(),
];

/** The same as a line above others. */
export const timesLine = ({shownZone, print}: CommandWorld): readonly string[] => {
  const zone = shownZone.name();
  return zone === undefined ? [] : [print.paint('quiet', `Times are in ${zone}.`)];
};

/** A title above times: with the zone of the clocks that are shown, where they aren't this machine's. */
export const timesTitle = ({shownZone}: Pick<CommandWorld, 'shownZone'>, title: string): string => {
  const zone = shownZone.name();
  return zone === undefined ? title : `${title} (${zone})`;
};

/** Names and values under one another, the values aligned; fields without a value are left out. */
export const fieldLines = (
  {print}: CommandWorld,
  fields: readonly (readonly [name: string, value: string | undefined])[],
): readonly string[] => {
  const widest = Math.max(...fields.map(([name]) => name.length));
  return fields.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${print.paint('quiet', name.padEnd(widest))}  ${value}`],
  );
};
