// Joins cells that look alike into runs, so that a picture holds few elements and its text can be selected in pieces. A run
// never crosses a character whose width depends on the reader's fonts: what follows such a one is placed by its column.
import type {Cell, Style} from './cells.ts';

export type Run = {readonly text: string; readonly column: number; readonly columns: number; readonly style: Style};

export const runsOf = (cells: readonly Cell[]): readonly Run[] => {
  const runs: Run[] = [];
  let open = false;
  for (const {text, column, width, style} of cells) {
    const last = runs.at(-1);
    const sure = SURE_WIDTH.test(text);
    if (open && sure && last !== undefined && looksAlike(last.style, style)) {
      runs[runs.length - 1] = {...last, text: last.text + text, columns: last.columns + width};
    } else {
      runs.push({text, column, columns: width, style});
    }
    open = sure;
  }
  return runs.map(withoutEnds).filter(({text, style}) => text.trim() !== '' || hasGround(style));
};

/** True if the background behind the characters is drawn. */
export const hasGround = ({background, inverse}: Style): boolean => background !== undefined || inverse === true;

/** True if each character takes one column in every monospaced font. */
export const isSure = (text: string): boolean => Array.from(text).every(character => SURE_WIDTH.test(character));

/** The words of a run, each in its place: browsers disagree about what becomes of several spaces. */
export const withoutSpaces = ({text, column, columns, style}: Run): readonly Run[] =>
  isSure(text)
    ? [...text.matchAll(WORDS)].map(({0: words, index}) => ({
        text: words,
        column: column + index,
        columns: words.length,
        style,
      }))
    : [{text, column, columns, style}].filter(run => run.text.trim() !== '');

/** Spaces are only drawn where something is seen behind or below them. */
const withoutEnds = (run: Run): Run => {
  if (hasGround(run.style) || run.style.underline === true) return run;
  const before = run.text.length - run.text.trimStart().length;
  const text = run.text.trim();
  return {...run, text, column: run.column + before, columns: run.columns - (run.text.length - text.length)};
};

const looksAlike = (a: Style, b: Style): boolean =>
  a.foreground === b.foreground &&
  a.background === b.background &&
  FLAGS.every(flag => (a[flag] ?? false) === (b[flag] ?? false));

/** Words with single spaces between them. */
const WORDS = /[^ \u00a0]+(?: [^ \u00a0]+)*/gu;
const FLAGS = ['bold', 'dim', 'italic', 'underline', 'inverse', 'struck'] as const;
/** Latin, punctuation and lines: one column in every monospaced font. */
const SURE_WIDTH = /^[ -~\u00A0-\u024F\u2013-\u2026\u2500-\u257F]$/u;
