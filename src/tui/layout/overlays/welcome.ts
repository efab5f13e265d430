// Replaces the transcript of an empty conversation: what Rooster is, the three main keys, and how to start.
import {EMPTY_ROW, exactly, type Row, span} from '../text/row.ts';
import {drawnLine, shortened} from '../text/width.ts';
import {hanging, wrapped} from '../text/wrap.ts';

export const welcomeRows = (agent: string, cells: number, height: number): readonly Row[] => {
  const room = Math.max(10, Math.min(cells - 4, 66));
  const paragraph = (text: string): readonly Row[] => hanging(wrapped([span(text)], room), MARGIN, MARGIN);
  const key = (name: string, does: string): Row => [...MARGIN, span(name.padEnd(8), 'accent'), span(does, 'dim')];
  const rows: readonly Row[] = [
    [...MARGIN, span(agent, {role: 'agent', bold: true})],
    ...paragraph(
      'An agent that keeps time. It keeps running in the background when you quit. Reminders reach you here, or wherever you are.',
    ),
    EMPTY_ROW,
    key('Enter', 'send your message'),
    key('Ctrl+P', 'find anything'),
    key('?', 'show keys and commands'),
    EMPTY_ROW,
    ...paragraph('Type a message, for example: remind me in one minute to stretch'),
  ];
  const top = Math.max(0, Math.min(3, Math.floor((height - rows.length) / 2)));
  return exactly([...Array.from({length: top}, () => EMPTY_ROW), ...rows], height);
};

/** Replaces the transcript of a conversation that was started over. */
export const startedOverRows = (earlier: string, cells: number, height: number): readonly Row[] => {
  const room = Math.max(10, Math.min(cells - 4, 66));
  const rows: readonly Row[] = [
    [...MARGIN, span('Started over.', {bold: true})],
    [
      ...MARGIN,
      span('PgUp'.padEnd(8), 'accent'),
      span(shortened(`the earlier one: "${drawnLine(earlier)}"`, room - 8), 'dim'),
    ],
  ];
  return exactly([EMPTY_ROW, ...rows], height);
};

const MARGIN: Row = [span('  ')];
