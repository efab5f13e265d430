// A tool call as one line (name, arguments, outcome, duration), with as much output as the detail level allows.

import type {KeyFor} from '../../../shared/operations/key-names.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {ToolUse} from '../../conversation/tool-use.ts';
import {answeredByPerson} from '../../format/format-answer.ts';
import {formatTook} from '../../format/how-long.ts';
import type {ToolDetail} from '../../state/ui-state.ts';
import {type Role, type Row, rowWidth, span, spread} from '../../text/row.ts';
import {drawn, drawnLine, shortened, shortenedMiddle} from '../../text/width.ts';
import {folded, hanging, trimmedEnd} from '../../text/wrap.ts';

export const toolRows = (tool: ToolUse, cells: number, detail: ToolDetail, keyFor: KeyFor): readonly Row[] => {
  const open = detail !== 'line' && tool.output !== undefined;
  const end: Row = [span(formatState(tool), TONES[tool.state])];
  const name: Row = [
    span(`${open ? '▾' : '▸'} `, 'dim'),
    span(shortenedMiddle(drawnLine(tool.name), Math.max(8, Math.min(40, cells - 14))), {role: 'event', bold: true}),
  ];
  const room = cells - rowWidth(name) - rowWidth(end) - 3;
  const summary = room > 3 ? shortened(drawn(tool.summary.replaceAll(/\s+/gu, ' ')), room) : '';
  const line = spread([...name, span(summary === '' ? '' : ` ${summary}`, 'dim')], end, cells);
  const asked = answeredByPerson(tool.asked);
  const answer: Row[] =
    asked === undefined ? [] : [[span(INDENT), span(shortened(drawnLine(asked), cells - 2), 'dim')]];
  return [line, ...answer, ...(open ? outputRows(tool.output ?? '', cells, detail, keyFor) : [])];
};

const formatState = ({state, tookMs}: ToolUse): string => {
  const took = tookMs === undefined ? '' : `${formatTook(tookMs)} `;
  switch (state) {
    case 'running':
      return 'running';
    case 'ok':
      return tookMs === undefined || tookMs < SECOND ? '' : took.trimEnd();
    case 'failed':
      return `${took}failed`;
    case 'not run':
      return 'not run';
    case 'pending':
      return 'no result yet';
    case 'unanswered':
      return 'no result';
  }
};

const outputRows = (output: string, cells: number, detail: ToolDetail, keyFor: KeyFor): readonly Row[] => {
  // Output may be megabytes; the rest isn't even counted.
  const rows = trimmedEnd(folded([span(output.slice(0, MOST_LAID_OUT), 'dim')], Math.max(1, cells - INDENT.length)));
  const most = detail === 'short' ? SHORT_ROWS : FULL_ROWS;
  const shown = rows.length <= most ? rows : rows.slice(0, most);
  const more = rows.length - shown.length;
  const rest: readonly Row[] =
    more > 0
      ? [
          [
            span(
              `… ${more.toLocaleString('en')} more rows${detail === 'short' ? `, ${keyFor('tools')}` : ': Ctrl+↑, then Alt+Enter'}`,
              'dim',
            ),
          ],
        ]
      : [];
  const indent: Row = [span(INDENT)];
  return hanging([...shown, ...rest], indent, indent);
};

const TONES: Readonly<Record<ToolUse['state'], Role>> = {
  running: 'now',
  ok: 'dim',
  failed: 'error',
  'not run': 'dim',
  pending: 'dim',
  unanswered: 'warn',
};

const INDENT = '  ';
const SHORT_ROWS = 5;
const FULL_ROWS = 200;
const MOST_LAID_OUT = 50_000;
