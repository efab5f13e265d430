// Key test: which keys arrive and what each would do in the conversation. Terminals, tmux and ssh change and swallow
// keys.
import {keyLabel} from '../../input/keymap.ts';
import {EMPTY_ROW, type Row, span} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import {framed, frameRoom} from './frame.ts';

type ArrivedKey = {readonly key: string; readonly does: string};

export const keysRows = (arrived: readonly ArrivedKey[], cells: number, height: number): readonly Row[] => {
  const room = Math.max(1, frameRoom(height) - 2);
  const rows = arrived
    .slice(-room)
    .map(
      ({key, does}): Row => [
        span(`  ${shortened(drawnLine(keyLabel(key)), COLUMN - 2).padEnd(COLUMN)}`, {bold: true}),
        span(shortened(drawnLine(does), Math.max(0, cells - COLUMN - 2)), 'dim'),
      ],
    );
  const asked: Row = [span(' press any key to see what it sends; Esc closes', 'dim')];
  return framed('keys', [asked, EMPTY_ROW, ...rows], cells, height);
};

const COLUMN = 26;
