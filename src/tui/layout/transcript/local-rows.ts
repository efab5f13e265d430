// A command that the person ran on this machine: the line, its output, and how it ended. A long output shows its end.
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {sanitize} from '../../../shared/text/sanitize.ts';
import {formatTook} from '../../format/how-long.ts';
import {formatEnd, type LocalCommand, linesOf, outputOf} from '../../state/local-command.ts';
import type {ToolDetail} from '../../state/ui-state.ts';
import {type Role, type Row, span} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import {folded, hanging, trimmedEnd} from '../../text/wrap.ts';

export const localRows = (command: LocalCommand, cells: number, detail: ToolDetail): readonly Row[] => {
  const line: Row = [
    span(command.sends ? '!! ' : '! ', {role: 'accent', bold: true}),
    span(shortened(drawnLine(command.line), cells - 3), {bold: true}),
  ];
  const {text, role} = stateOf(command);
  return [line, ...outputRows(command, cells, detail), [span(INDENT), span(shortened(text, cells - 2), role)]];
};

const outputRows = (command: LocalCommand, cells: number, detail: ToolDetail): readonly Row[] => {
  // Only its end is laid out.
  const shown = sanitize(outputOf(command).slice(-MOST_LAID_OUT));
  if (shown.trim() === '') return [];
  const rows = trimmedEnd(folded([span(shown)], Math.max(1, cells - INDENT.length)));
  const most = detail === 'full' ? FULL_ROWS : SHORT_ROWS;
  const indent: Row = [span(INDENT)];
  if (rows.length <= most && shown.length < MOST_LAID_OUT) return hanging(rows, indent, indent);
  const all = linesOf(command).toLocaleString('en');
  const more: Row = [span(`… ${all} lines in all: Ctrl+↑, then Alt+Enter`, 'dim')];
  return hanging([more, ...rows.slice(-most)], indent, indent);
};

const stateOf = ({sends, stopped, end}: LocalCommand): {readonly text: string; readonly role: Role} => {
  if (end === undefined && stopped) return {text: 'stopping … Ctrl+C again kills it', role: 'warn'};
  if (end === undefined)
    return {text: sends ? 'running · then sends the output' : 'running · nothing is sent', role: 'now'};
  const took = formatTook(end.tookMs);
  if (stopped) return {text: `stopped after ${took} · not sent`, role: 'warn'};
  const text = `${formatEnd(end)} · ${took} · not sent`;
  switch (end.kind) {
    case 'exit':
      return {text, role: end.code === 0 ? 'dim' : 'warn'};
    case 'signal':
      return {text, role: 'warn'};
    case 'failed':
      return {text: `${formatEnd(end)} · not sent`, role: 'error'};
    default:
      return assertNever(end);
  }
};

const INDENT = '  ';
const SHORT_ROWS = 12;
const FULL_ROWS = 200;
const MOST_LAID_OUT = 30_000;
