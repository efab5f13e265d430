// Replaces the conversation until it is loaded: what is being waited for, and any error.
import {assertNever} from '../../../shared/text/gateway-error.ts';
import type {ConnectionState} from '../../state/ui-state.ts';
import {EMPTY_ROW, exactly, type Row, span} from '../../text/row.ts';
import {drawnLine} from '../../text/width.ts';
import {hanging, wrapped} from '../../text/wrap.ts';

export const waitingRows = (connection: ConnectionState, cells: number, height: number): readonly Row[] =>
  exactly([EMPTY_ROW, ...wordsOf(connection, Math.max(10, cells - 4), height - 1)], height);

const wordsOf = (connection: ConnectionState, cells: number, height: number): readonly Row[] => {
  const paragraph = (text: string, role: 'dim' | 'error'): readonly Row[] =>
    hanging(wrapped([span(text, role)], cells), MARGIN, MARGIN);
  switch (connection.kind) {
    case 'live':
      return paragraph('loading the conversation', 'dim');
    case 'dialing':
      return paragraph(ALREADY, 'dim');
    case 'lost': {
      const why = [
        [...MARGIN, span("Couldn't reach the daemon.", {bold: true})],
        ...paragraph(drawnLine(connection.reason), 'error'),
      ];
      const more = [`${AGAIN} ${ALREADY}`, AGAIN].map(text => [EMPTY_ROW, ...paragraph(text, 'dim')]);
      // Whole sentences, as many as fit.
      return [...why, ...(more.find(rows => why.length + rows.length <= height) ?? [])];
    }
    default:
      return assertNever(connection);
  }
};

const MARGIN: Row = [span('  ')];
const AGAIN = 'Reconnecting automatically; press Enter to try now.';
const ALREADY = 'You can write already; messages are sent once the daemon answers.';
