// The look of the selected item: a mark in its first row, a bar in the others, its name inverse.
import {type Row, rowText, span} from '../../text/row.ts';

export const pickedRows = (rows: readonly Row[]): readonly Row[] => {
  // Skips an empty separator row and a row with only the time.
  const first = rows.findIndex(row => rowText(row).trim() !== '' && !/^ ─/u.test(rowText(row)));
  return rows.map((row, index) => {
    if (index < first || row.length === 0) return row;
    const [head, ...rest] = row;
    if (head === undefined) return row;
    // Without a margin, the text itself is marked.
    if (!head.text.startsWith(' '))
      return index === first ? row.map(part => ({...part, role: 'selected' as const})) : row;
    const mark = index === first ? span('>', {role: 'selected', bold: true}) : span('▌', 'accent');
    const beside = {...head, text: head.text.slice(1)};
    // A speaker without a time has it blank; a row without a speaker has one blank margin.
    const isMargin = beside.text.trim() === '' && beside.text.length > TIME;
    if (index !== first || isMargin) return [mark, beside, ...rest];
    return [
      mark,
      {...beside, role: 'selected'},
      ...rest.map((part, at) => (at === 0 && isName(rest.length, at) ? {...part, role: 'selected' as const} : part)),
    ];
  });
};

const TIME = 6;

/** If time and name are separate parts, the name follows the time. */
const isName = (parts: number, at: number): boolean => parts > 1 && at === 0;
