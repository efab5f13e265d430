// The hint row: the keys that work now, from the keymap, as many as fit.
import type {Context} from '../../input/binding.ts';
import {hintsFor, keyLabel} from '../../input/keymap.ts';
import {EMPTY_ROW, type Row, rowWidth, span, spread} from '../text/row.ts';

export const hintRow = (contexts: readonly Context[], columns: number): Row => {
  const armed = contexts[0] === 'armed-stop' || contexts[0] === 'armed-leave';
  const hints = hintsFor(contexts).map(({keys, hint, action, rank}) => {
    const warns = armed && rank === 0;
    const gap = hint.startsWith('…') ? '' : ' ';
    return {
      action,
      row: [
        span(` ${keyLabel(keys[0] ?? '')}`, warns ? {role: 'warn', bold: true} : 'accent'),
        span(`${gap}${hint} `, warns ? 'warn' : 'dim'),
      ],
    };
  });
  // Help is always at the right.
  const help = hints.find(({action}) => action === 'help.open')?.row ?? EMPTY_ROW;
  const row: Row[number][] = [];
  for (const hint of hints) {
    if (hint.row === help) continue;
    if (rowWidth(row) + rowWidth(hint.row) + rowWidth(help) > columns - 1) break;
    row.push(...hint.row);
  }
  return spread(row, help, columns);
};
