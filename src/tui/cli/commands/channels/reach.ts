// `rooster reach`: shows all addresses and their status.

import type {Result} from '../../../../ipc/method-table.ts';
import {isPushable} from '../../../../shared/records/address.ts';
import {printableLine} from '../../../../shared/text/sanitize.ts';
import {shortWhenOf, whenOf} from '../../../../shared/time/format-time.ts';
import type {Column} from '../../../nouns/noun-record.ts';
import type {Run} from '../../arguments.ts';
import {askAndPrint} from '../../ask.ts';
import type {CommandWorld} from '../../command.ts';
import {listLines, timesLine} from '../../format/fields.ts';

export type Person = Result<'reach.list'>['people'][number];
export type Way = Person['ways'][number];

export const listReach: Run = (world, args) =>
  askAndPrint(world, args, 'reach.list', {}, ({people}) => reachLines(world, people));

const reachLines = (world: CommandWorld, people: readonly Person[]): readonly string[] => {
  const rows = people.flatMap(({name, ways}) => ways.map(way => ({name, way})));
  const reasons = rows.flatMap(({way: {address, reason}}) =>
    reason === undefined ? [] : [`${address}: ${printableLine(reason)}`],
  );
  return [
    ...listLines(world, columns(world.clock.now()), rows, 'Nobody has an address.'),
    ...[...new Set(reasons)],
    ...timesLine(world),
    world.print.paint('quiet', 'To test one: rooster reach test NAME'),
  ];
};

type Row = {readonly name: string; readonly way: Way};

const columns = (now: number): readonly Column<Row>[] => [
  {title: 'PERSON', text: ({name}) => printableLine(name)},
  {title: 'ADDRESS', text: ({way: {address}}) => printableLine(address), gives: true},
  {title: 'STATE', text: ({way}) => (isPushable(way.address) ? way.state : 'when a terminal is open')},
  {
    title: 'LAST SENT',
    text: ({way: {lastSentAt}}) => (lastSentAt === undefined ? '' : whenOf(lastSentAt, now)),
    short: ({way: {lastSentAt}}) => (lastSentAt === undefined ? '' : shortWhenOf(lastSentAt, now)),
  },
  {title: 'TESTED', text: ({way}) => formatTested(way, now), short: ({way}) => formatTested(way, now, shortWhenOf)},
];

const formatTested = ({tested}: Way, now: number, when = whenOf): string => {
  if (tested === undefined) return 'never';
  return `${tested.rang ? 'arrived' : 'did not arrive'}, ${when(tested.at, now)}`;
};
