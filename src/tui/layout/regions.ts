// Regions: divides the screen by its size. Rows always add up to the screen's height. The last text column stays empty,
// in case a character is drawn too wide.
import type {Size} from '../state/ui-state.ts';

export type Regions = {
  readonly shape: 'wide' | 'normal' | 'narrow' | 'tiny';
  readonly columns: number;
  readonly rows: number;
  /** Columns of the side panes; 0 when hidden. */
  readonly sessions: number;
  readonly aside: number;
  readonly main: number;
  /** Rows. */
  readonly header: number;
  readonly rules: boolean;
  readonly body: number;
  readonly notice: number;
  /** The card of what rang, above the composer. */
  readonly rings: number;
  /** The card of a call that waits for the person's answer, above that. */
  readonly approvals: number;
  readonly composer: number;
  readonly target: number;
  readonly hints: number;
};

type Wanted = {
  /** No panes and no borders. */
  readonly zen?: boolean;
  /** Number of conversations: a few don't need a list. */
  readonly conversations?: number;
  /** The rows that the card of what rang wants. */
  readonly rings?: number;
  /** The rows that the card of a waiting call wants. */
  readonly approvals?: number;
};

/** `composing`: the rows that the draft wants. */
export const regionsOf = (
  {columns, rows}: Size,
  composing: number,
  {zen = false, conversations = 1, rings = 0, approvals = 0}: Wanted = {},
): Regions => {
  const tiny = columns < 20 || rows < 5;
  const wide = columns >= 120 && rows >= 10 && !zen;
  const sessions = wide && conversations >= LEAST_LISTED ? 26 : 0;
  const aside = wide ? 35 : 0;
  const rules = rows >= 16 && !zen;
  // On a tiny screen, only the conversation is shown.
  const small = columns < 40 || rows < 10;
  const target = rows >= 12 && !small ? 1 : 0;
  const hints = small ? 0 : 1;
  const notice = rows >= 7 ? 1 : 0;
  const composer = Math.max(1, Math.min(composing, mostComposerRows(rows)));
  const used = 1 + (rules ? 2 : 0) + notice + rings + approvals + composer + target + hints;
  return {
    shape: tiny ? 'tiny' : wide ? 'wide' : columns >= 60 ? 'normal' : 'narrow',
    columns,
    rows,
    sessions,
    aside,
    main: columns - sessions - aside,
    header: 1,
    rules,
    body: Math.max(0, rows - used),
    notice,
    rings,
    approvals,
    composer,
    target,
    hints,
  };
};

/** All rows for the main pane except header and hints: a QR code cannot be scrolled or cut. */
export const wholeScreen = (size: Size): Regions => {
  const regions = regionsOf(size, 1);
  const {header, hints, rows} = regions;
  return {
    ...regions,
    rules: false,
    notice: 0,
    rings: 0,
    approvals: 0,
    composer: 0,
    target: 0,
    body: Math.max(0, rows - header - hints),
  };
};

/** The cells in which the borders of side panes meet the rules above and below them. */
export const jointsOf = ({sessions, aside, main}: Regions): readonly number[] => [
  ...(sessions > 0 ? [sessions - 1] : []),
  ...(aside > 0 ? [sessions + main] : []),
];

/** From so many conversations on they are listed. */
const LEAST_LISTED = 3;

const mostComposerRows = (rows: number): number => Math.max(1, Math.min(8, Math.floor(rows * 0.3)));

/** The columns of a draft's text: after the prompt, before the safety column. */
export const composerCells = (columns: number): number => Math.max(2, columns - PROMPT_CELLS - 1);

/** A space, the mark, a space. */
export const PROMPT_CELLS = 3;
