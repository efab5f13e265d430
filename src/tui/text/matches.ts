// Marks search matches in a row.
import type {Row, Span} from './row.ts';
import {rowText} from './row.ts';

/** Marks every match of the query, ignoring case; the rest stays unchanged. */
export const withMatches = (row: Row, query: string): Row => {
  const wanted = query.toLowerCase();
  if (wanted === '') return row;
  const text = rowText(row).toLowerCase();
  // A letter whose lower-case form is longer would shift the positions after it.
  if (text.length !== rowText(row).length || !text.includes(wanted)) return row;
  const marked: Span[] = [];
  let from = 0;
  let at = 0;
  let next = text.indexOf(wanted);
  for (const one of row) {
    const end = at + one.text.length;
    from = at;
    while (from < end) {
      while (next !== -1 && next + wanted.length <= from) next = text.indexOf(wanted, next + wanted.length);
      const inside = next !== -1 && next <= from;
      const border = next === -1 ? end : inside ? next + wanted.length : next;
      const to = Math.min(end, border);
      const piece = {...one, text: one.text.slice(from - at, to - at)};
      marked.push(inside ? {...piece, role: 'selected'} : piece);
      from = to;
    }
    at = end;
  }
  return marked;
};
