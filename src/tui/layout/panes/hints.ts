// The hint row: the keys that work now, from the keymap, as many as fit.
import type {Binding, Context} from '../../input/binding.ts';
import {hintsFor, keysLabel} from '../../input/keymap.ts';
import {EMPTY_ROW, hitting, type Row, rowWidth, span} from '../../text/row.ts';
import {shortened} from '../../text/width.ts';

/** `idle`: why the last key did nothing. */
export const hintRow = (
  contexts: readonly Context[],
  columns: number,
  idle?: string,
  keymap?: readonly Binding[],
): Row => {
  const armed = contexts[0] === 'armed-stop' || contexts[0] === 'armed-leave';
  const hints = hintsFor(contexts, keymap).map(({keys, hint, action, rank}) => {
    const warns = armed && rank === 0;
    return {
      action,
      row: hitting(
        [
          span(keysLabel(keys), warns ? {role: 'warn', bold: true} : 'accent'),
          span(` ${hint}`, warns ? 'warn' : 'dim'),
        ],
        {kind: 'key', id: keys[0] ?? ''},
      ),
    };
  });
  // Help is always last.
  const help = hints.find(({action}) => action === 'help.open')?.row ?? EMPTY_ROW;
  const row: Row[number][] =
    idle === undefined ? [] : [span(` ${shortened(idle, columns - rowWidth(help) - 6)}`, 'warn')];
  for (const hint of idle === undefined ? hints : []) {
    if (hint.row === help) continue;
    const next = row.length === 0 ? [span(' '), ...hint.row] : [BETWEEN, ...hint.row];
    // The last column stays empty: some terminals wrap there.
    if (rowWidth([...row, ...next]) + rowWidth([BETWEEN, ...help]) > columns - 1) break;
    row.push(...next);
  }
  return help === EMPTY_ROW ? row : [...row, ...(row.length === 0 ? [span(' ')] : [BETWEEN]), ...help];
};

// A full stop is a key too.
const BETWEEN = span(' · ', {role: 'dim', ascii: ' | '});
