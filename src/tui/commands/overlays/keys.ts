// Key test: which keys arrive, and what each would do in the conversation. Terminals, tmux and ssh change and swallow
// keys. While it is open, keys are recorded instead of run; Esc closes it.
import {contextsOf} from '../../input/contexts.ts';
import {keymapOf} from '../../input/custom-keys.ts';
import {bindingFor, keyLabel} from '../../input/keymap.ts';
import {closeOverlay, type Overlay, showOverlay} from '../../state/overlay.ts';
import {EMPTY_ROW, type Row, span} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import type {CommandPorts} from '../command-ports.ts';
import type {OverlayRecord} from './kinds/overlay-record.ts';

export const openKeys = ({store}: CommandPorts): void => store.update(showOverlay({kind: 'keys', arrived: []}));

export const keys: OverlayRecord<Extract<Overlay, {kind: 'keys'}>> = {
  kind: 'reader',
  shows: (_, {arrived}, {cells, rows}) => ({
    title: 'keys',
    rows: [
      [span(' press any key to see what it sends; Esc closes', 'dim')],
      EMPTY_ROW,
      ...arrived
        .slice(-Math.max(1, rows - 2))
        .map(
          ({key, does}): Row => [
            span(`  ${shortened(drawnLine(keyLabel(key)), COLUMN - 2).padEnd(COLUMN)}`, {bold: true}),
            span(shortened(drawnLine(does), Math.max(0, cells - COLUMN - 2)), 'dim'),
          ],
        ),
    ],
    isTall: true,
  }),
  move: () => {},
  lines: () => ["Plain mode reads whole lines, so it can't show keys."],
};

/** Returns false when keys run normally. `text`: typed or pasted text that isn't a named key. */
export const recordKey = ({store}: CommandPorts, name: string | undefined, text?: string): boolean => {
  const state = store.get();
  const {overlay} = state.ui;
  if (overlay.kind !== 'keys' || name === 'esc') return false;
  const elsewhere = contextsOf({...state, ui: closeOverlay(state.ui)});
  const binding = name === undefined ? undefined : bindingFor(elsewhere, name, keymapOf(state));
  const written = name === undefined || [...name].length === 1 || name === 'space';
  const does = binding?.help ?? binding?.hint ?? (written ? 'types it' : 'does nothing');
  const key = name ?? `${(text ?? '').length} characters at once`;
  store.update(showOverlay({...overlay, arrived: [...overlay.arrived.slice(1 - MOST), {key, does}]}));
  return true;
};

const MOST = 50;
const COLUMN = 26;
