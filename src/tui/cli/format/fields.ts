// Layout of results: rows under titles, names beside values.
import {fromWire, type Wire} from '../../../shared/fields/wire.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {withCapital} from '../../../shared/text/sentences.ts';
import {type Column, type Fact, inWords, type NounRecord, type RecordContext} from '../../nouns/noun-record.ts';
import type {State} from '../../nouns/noun-view.ts';
import type {CommandWorld} from '../command.ts';
import type {Print} from '../print.ts';
import {tableLines} from '../words/table.ts';

/** Rows as a table; for an empty one, what it would list and how to add an entry. */
export const listLines = <Row>(
  {print}: CommandWorld,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  none: string,
): readonly string[] => (rows.length === 0 ? [print.paint('quiet', none)] : tableLines(columns, rows, print));

/** The zone of the shown times, if it isn't this machine's. */
export const timesLine = ({shownZone, print}: CommandWorld): readonly string[] => {
  const zone = shownZone.name();
  return zone === undefined ? [] : [print.paint('quiet', `Times are in ${zone}.`)];
};

/** Names and aligned values, one per line; fields without a value are left out. */
export const fieldLines = ({print}: CommandWorld, fields: readonly Fact[]): readonly string[] => {
  const widest = Math.max(...fields.map(([name]) => name.length));
  return fields.flatMap(([name, value]) => {
    const text = typeof value === 'object' ? painted(print, value) : value;
    return text === undefined || text === '' ? [] : [`${print.paint('quiet', name.padEnd(widest))}  ${text}`];
  });
};

const painted = ({paint}: Print, {text, tone}: State): string => (tone === undefined ? text : paint(tone, text));

/** The clock, zone and names with which a command formats records. */
const recordContext = ({clock, names, shownZone}: CommandWorld): RecordContext => ({
  now: clock.now(),
  names: names(),
  zone: shownZone.name(),
});

/** Records of one kind as a table; `none`: the text when a filter matches nothing. */
export const nounTable = <W>(
  world: CommandWorld,
  noun: Pick<NounRecord<never, W>, 'columns' | 'none'>,
  items: readonly W[],
  none = noun.none,
): readonly string[] => {
  const columns = noun
    .columns(recordContext(world))
    .filter(({ifAny, text}) => !ifAny || items.some(item => text(item) !== ''));
  return listLines(world, columns, items, none);
};

/** Its id or its name, all facts about it, then its text. */
export const nounLines = <T extends {readonly id: string} | {readonly name: string}>(
  world: CommandWorld,
  {facts}: Pick<NounRecord<T>, 'facts'>,
  wire: Wire<T>,
  text?: string,
): readonly string[] => {
  const record = fromWire<T>(wire);
  const named: Fact = 'id' in record ? ['Id', record.id] : ['Name', printableLine(record.name)];
  return [
    ...fieldLines(world, [named, ...facts(record, inWords(recordContext(world))).map(asField)]),
    ...(text === undefined ? [] : ['', indented(text, '  ')]),
  ];
};

/** With a capital letter, in one line. */
const asField = ([name, value]: Fact): Fact => [
  withCapital(name),
  typeof value === 'string' ? printableLine(value) : value,
];
