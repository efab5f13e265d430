// Redraws lines with text whose width terminals disagree on (Devanagari and related scripts, emoji). Ink draws only the
// changed part of a line, at a column that is wrong after such text. So each changed line with such text alternates its
// first space between a breaking and a non-breaking one, which look the same. Ink then finds no common start and draws
// the whole line.
import {type Row, rowText} from '../text/row.ts';

/** The rows of a screen: full-width ones, and panes side by side. */
type Guardable = {
  readonly head: readonly Row[];
  readonly panes: readonly {readonly rows: readonly Row[]; readonly width: number}[];
  readonly foot: readonly Row[];
};

type LineGuard = {
  /**
   * Returns the frame with the first cells that its lines need now. `look` names the theme: another theme paints every
   * line again.
   */
  guarded<F extends Guardable>(frame: F, look: string): F;
  /** The last guarded frame is on the screen. */
  drawn(): void;
};

export const createLineGuard = (): LineGuard => {
  let onScreen: readonly Guarded[] = [];
  let latest: readonly Guarded[] = [];
  return {
    guarded: (frame, look) => {
      const head = frame.head.map(withFirstSpace);
      const foot = frame.foot.map(withFirstSpace);
      const panes = frame.panes.map((pane, at) => (at === 0 ? {...pane, rows: pane.rows.map(withFirstSpace)} : pane));
      const [edge] = panes;
      latest = linesOf({head, panes, foot}).map((line, index) => {
        const text = `${look}\n${line}`;
        const known = onScreen[index] ?? {text: '', other: false};
        const disputed = DISPUTED.test(text) || DISPUTED.test(known.text);
        return {text, other: known.other !== (disputed && known.text !== text)};
      });
      const marked = (rows: readonly Row[], from: number): readonly Row[] =>
        rows.map((row, index) => (latest[from + index]?.other ? withOtherSpace(row) : row));
      return {
        ...frame,
        head: marked(head, 0),
        panes: panes.map(pane => (pane === edge ? {...pane, rows: marked(pane.rows, head.length)} : pane)),
        foot: marked(foot, head.length + (edge?.rows.length ?? 0)),
      };
    },
    drawn: () => {
      onScreen = latest;
    },
  };
};

type Guarded = {readonly text: string; readonly other: boolean};

/** The look of each screen line across all panes, since a changed look also redraws only a part of the line. */
const linesOf = ({head, panes, foot}: Guardable): readonly string[] => [
  ...head.map(lookOf),
  ...(panes[0]?.rows ?? []).map((_, index) => panes.map(({rows}) => lookOf(rows[index] ?? [])).join('\n')),
  ...foot.map(lookOf),
];

const lookOf = (row: Row): string =>
  row
    .map(({text, role = '', bold, italic, underline, strike, lit}) =>
      [role, bold && 'b', italic && 'i', underline && 'u', strike && 's', lit && 'l', '|', text]
        .filter(Boolean)
        .join(''),
    )
    .join('');

/** A line that starts with such text has no space to alternate, so it gets one. */
const withFirstSpace = (row: Row): Row => {
  const [first] = row;
  const [word = ''] = rowText(row).split(/[ \u00a0]/u, 1);
  return first !== undefined && DISPUTED.test(word) ? [{...first, text: ` ${first.text}`}, ...row.slice(1)] : row;
};

/** Replaces the row's first space by the other kind, unless disputed text precedes it. */
const withOtherSpace = (row: Row): Row => {
  const index = row.findIndex(({text}) => text.includes(' '));
  const before = row.slice(0, index);
  const first = row[index];
  if (first === undefined || DISPUTED.test(rowText(before))) return row;
  return [...before, {...first, text: first.text.replace(' ', '\u00a0')}, ...row.slice(index + 1)];
};

/** Characters that terminals may measure differently. */
const DISPUTED =
  /[^\n\x20-\x7e\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u00a0-\u00ac\u00ae-\u00ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2500-\u259f\u25a0-\u25ff\u3000-\u3002\uff01-\uff5e✓◆●○◌▸▾▌▪□]/u;
