// Shows the recorded trace of an item. Each subject is a numbered step with its instants; steps with less trust are
// marked. The selected step is always visible.

import type {TraceStep} from '../../../shared/records/trace.ts';
import {shortId} from '../../../shared/text/short-id.ts';
import {clockTimeWithSeconds, isSameDay, shortDate} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {shortIds} from '../../format/short-ids.ts';
import {grouped, isUntrusted, type StepGroup, untrustedFrom} from '../../items/trace-steps.ts';
import {EMPTY_ROW, litRow, type Row, span, spread} from '../../text/row.ts';
import {drawnLine} from '../../text/width.ts';
import {wrapped} from '../../text/wrap.ts';
import {formatPosition, framed, frameRoom} from './frame.ts';

type WhyModel = {
  readonly title: string;
  readonly because?: string;
  readonly steps?: readonly TraceStep[];
  readonly failure?: string;
  readonly index: number;
  readonly daemonNow: EpochMs;
};

export const whyRows = (model: WhyModel, cells: number, height: number): readonly Row[] => {
  const {title, because = '', steps, failure, index} = model;
  const head = `why ${drawnLine(shortId(title))}`;
  const note = (content: string, role: 'dim' | 'error'): readonly Row[] =>
    framed(
      head,
      wrapped([span(content, role)], Math.max(8, cells - 4)).map(row => [span('  '), ...row]),
      cells,
      height,
      {fits: true},
    );
  if (failure !== undefined) return note(failure, 'error');
  if (steps === undefined) return note('loading…', 'dim');
  const groups = grouped(steps);
  if (groups.length === 0) return note('No record of it any more.', 'dim');
  const parts = groups.map((group, at) => groupRows(group, {...model, at, before: groups[at - 1]}, cells));
  const sentence = because === '' ? [] : sentenceRows(because, cells, frameRoom(height) - 1);
  const room = frameRoom(height) - 1 - sentence.length;
  const start = parts.slice(0, index).reduce((sum, rows) => sum + rows.length, 0);
  const end = start + (parts[index]?.length ?? 0);
  const all = parts.flat();
  // Shows the step's last row too, unless that would hide its first one.
  const top = Math.max(0, Math.min(start, Math.max(0, end - room)));
  const shown = all.slice(top, top + room);
  const place = all.length > room ? formatPosition(Math.min(all.length, top + room), all.length, cells) : '';
  return framed(
    head,
    [...sentence, ...shown, ...(all.length < room ? [EMPTY_ROW] : []), footRow(groups)],
    cells,
    height,
    {place, fits: true},
  );
};

/** Above the steps, and never more than a third of them. */
const sentenceRows = (because: string, cells: number, room: number): readonly Row[] => {
  const rows = wrapped([span(shortIds(drawnLine(because)), {bold: true})], Math.max(8, cells - 2));
  const most = Math.max(1, Math.floor(room / 3) - 1);
  const shown =
    rows.length <= most ? rows : [...rows.slice(0, most - 1), [...(rows[most - 1] ?? []), span('…', 'dim')]];
  return [...shown.map(row => [span(' '), ...row]), EMPTY_ROW];
};

type Around = Pick<WhyModel, 'index' | 'daemonNow'> & {readonly at: number; readonly before: StepGroup | undefined};

const groupRows = (group: StepGroup, {index, daemonNow, at, before}: Around, cells: number): readonly Row[] => {
  const selected = at === index;
  const [first] = group.steps;
  const last = before?.steps.at(-1);
  const newDay =
    first !== undefined && (last === undefined ? !isSameDay(first.at, daemonNow) : !isSameDay(first.at, last.at));
  const title: Row = [span(`${String(at + 1).padStart(2)}  `, 'accent'), span(group.kind, {role: 'event', bold: true})];
  const head = spread(title, [span(shortId(group.id), 'dim')], cells - 3);
  return [
    ...(newDay && first !== undefined ? [[span(`   ${shortDate(first.at)}`, 'dim')]] : []),
    selected ? [span('>', {role: 'accent', lit: true}), ...litRow(head, cells - 1)] : [span(' '), ...head],
    ...group.steps.flatMap(step => stepRows(step, cells)),
  ];
};

const stepRows = ({at, what, trust}: TraceStep, cells: number): readonly Row[] => {
  const narrow = cells < 60;
  const mark: Row =
    trust === undefined
      ? []
      : isUntrusted(trust)
        ? [span(`  [${trust}, not trusted]`, 'untrusted')]
        : [span(`  [${trust}]`, 'dim')];
  const margin = narrow ? 13 : 17;
  const rows = wrapped([span(shortIds(drawnLine(what))), ...mark], Math.max(8, cells - margin - 1));
  const shown = rows.length <= MOST_ROWS ? rows : [...rows.slice(0, MOST_ROWS - 1), [span('… Enter shows all', 'dim')]];
  const bar = narrow ? ' │ ' : '   │   ';
  return shown.map((row, index) => [
    span(bar, 'dim'),
    span(index === 0 ? `${clockTimeWithSeconds(at)}  ` : ' '.repeat(10), 'dim'),
    ...row,
  ]);
};

const footRow = (groups: readonly StepGroup[]): Row => {
  const from = untrustedFrom(groups);
  return from === undefined
    ? [span(' recorded at the time', 'dim')]
    : [span(` ! from step ${from} on, untrusted input is involved`, 'untrusted')];
};

const MOST_ROWS = 4;
