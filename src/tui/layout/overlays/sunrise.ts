// The wordmark: a sunrise in half blocks, five rows, with a drawing in ASCII of the same width.
import {type Role, type Row, span} from '../../text/row.ts';

export const SUNRISE_CELLS = 17;

export const sunriseRows = (): readonly Row[] => DRAWING.map(([text, ascii, role]) => [span(text, {role, ascii})]);

const DRAWING: readonly (readonly [text: string, ascii: string, role: Role])[] = [
  ['        ▄        ', '        |        ', 'warn'],
  ['   ▀▄       ▄▀   ', '    \\       /    ', 'warn'],
  ['      ▄███▄      ', '      .---.      ', 'warn'],
  [' ▀▀  ███████  ▀▀ ', ' --  /     \\  -- ', 'warn'],
  ['▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄', '_________________', 'accent'],
];
