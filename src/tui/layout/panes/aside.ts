// The pane at the right: what happens next, what waits to be delivered, what ran last.
import {channelOf} from '../../../shared/address.ts';
import type {Delivery} from '../../../shared/delivery.ts';
import type {Run} from '../../../shared/jobs.ts';
import type {EpochMs} from '../../../shared/time.ts';
import type {Upcoming} from '../../store/selectors.ts';
import {EMPTY_ROW, exactly, type Role, type Row, span, spread} from '../text/row.ts';
import {clockTime, untilWords} from '../text/time-words.ts';
import {oneLine, shortened} from '../text/width.ts';

export type AsideModel = {
  readonly next: readonly Upcoming[];
  readonly deliveries: readonly Delivery[];
  readonly runs: readonly Run[];
  readonly daemonNow: EpochMs;
};

/** Rows that leave room for the edge at their beginning. */
export const asideRows = (model: AsideModel, columns: number, height: number): readonly Row[] => {
  const cells = columns - 3;
  const third = Math.max(3, Math.floor(height / 3));
  const open = model.deliveries.filter(({state}) => UNFINISHED.has(state));
  const rows = [
    ...section(
      'NEXT',
      model.next.map(one => nextLine(one, model.daemonNow, cells)),
      'nothing is scheduled',
      third,
      cells,
    ),
    EMPTY_ROW,
    ...section(
      'OUTBOX',
      open.map(one => deliveryLine(one, cells)),
      'everything is delivered',
      third,
      cells,
    ),
    EMPTY_ROW,
    ...section(
      'RUNS',
      model.runs.map(one => runLine(one, cells)),
      'nothing ran yet',
      height,
      cells,
    ),
  ];
  return exactly(rows, height).map(row => (row.length === 0 ? row : [span('  '), ...row]));
};

const section = (title: string, lines: readonly Row[], none: string, most: number, cells: number): readonly Row[] => {
  const shown = lines.length > most - 1 ? lines.slice(0, Math.max(1, most - 2)) : lines;
  const rest = lines.length - shown.length;
  return [
    [span(title, {bold: true})],
    ...(lines.length === 0 ? [[span(shortened(none, cells), 'dim')]] : shown),
    ...(rest > 0 ? [[span(`${rest} more`, 'dim')]] : []),
  ];
};

const nextLine = ({kind, what, at}: Upcoming, now: EpochMs, cells: number): Row => {
  const until = untilWords(at, now);
  const when = (until === 'now' ? 'now' : `in ${until}`).padEnd(10);
  const word = kind === 'reminder' ? 'rem  ' : 'cron ';
  return [span(when, 'accent'), span(word, 'dim'), span(shortened(oneLine(what), cells - 15))];
};

const deliveryLine = ({createdAt, address, text, state}: Delivery, cells: number): Row => {
  const end = span(state === 'dead' ? 'failed' : state, state === 'dead' ? 'error' : 'warn');
  const head = span(
    `${state === 'dead' ? '!' : ' '}${clockTime(createdAt)} ${shortened(channelOf(address), 8)} `,
    'dim',
  );
  const room = cells - head.text.length - end.text.length - 1;
  return spread([head, span(room > 3 ? shortened(oneLine(text), room) : '')], [end], cells);
};

const runLine = ({kind, name, status, startedAt}: Run, cells: number): Row => {
  const [word, role] = STATUS[status];
  const title = kind === 'reminder' ? 'reminder' : name;
  return spread(
    [span(`${clockTime(startedAt)} `, 'dim'), span(shortened(oneLine(title), cells - 6 - word.length - 1))],
    [span(word, role)],
    cells,
  );
};

const STATUS: Readonly<Record<Run['status'], readonly [string, Role]>> = {
  running: ['running', 'warn'],
  ran: ['ran', 'ok'],
  suppressed: ['quiet', 'dim'],
  skipped: ['skipped', 'warn'],
  failed: ['failed', 'error'],
};

const UNFINISHED: ReadonlySet<Delivery['state']> = new Set(['queued', 'sending', 'dead']);
