// The card above the composer for a call that waits for the person's answer: its effect, the beginning of what runs,
// its keys and the time left. The oldest has the keys, so a new one never takes the place of the one being read.
import type {Approval} from '../../../shared/records/approval.ts';
import {formatUntil} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {whatRuns, whyItAsks} from '../../nouns/approval.ts';
import type {Size} from '../../state/ui-state.ts';
import {cut, EMPTY_ROW, hitting, type Row, rowWidth, span, spread} from '../../text/row.ts';
import {cellWidth, drawn, drawnLine, shortened} from '../../text/width.ts';
import {foldedCode, hanging, wrapped} from '../../text/wrap.ts';

type ApprovalModel = {
  /** Those that wait, oldest first. */
  readonly approvals: readonly Approval[];
  /** Nothing can be answered from this terminal. */
  readonly watches: boolean;
  readonly now: EpochMs;
};

/** The rows that the card takes. 0: it isn't on the screen, so no key answers it. */
export const approvalHeight = (approvals: readonly Approval[], {columns, rows}: Size): number => {
  const [first, ...others] = approvals;
  if (first === undefined || rows < LEAST_ROWS) return 0;
  if (rows < ROWS_FOR_KEYS) return 1;
  return partsOf(first, columns, rows).length + 1 + Math.min(others.length, mostOthers(rows));
};

export const approvalRows = (model: ApprovalModel, {columns, rows}: Size): readonly Row[] => {
  const [first, ...others] = model.approvals;
  if (first === undefined || rows < LEAST_ROWS) return [];
  if (rows < ROWS_FOR_KEYS) {
    const keys = keySpans(first, model);
    return [spread(effectRow(first, columns - rowWidth(keys) - 2), keys, columns - 1)];
  }
  const shown = others.slice(0, mostOthers(rows));
  const hidden = others.length - shown.length;
  const more = hidden === 0 ? '' : `+${hidden} more  `;
  const left: Row = [span(more, 'now'), span(`${formatUntil(first.deadlineAt, model.now)} left`, 'dim')];
  return [
    ...partsOf(first, columns, rows),
    spread([BAR, ...keySpans(first, model)], left, columns - 1),
    ...shown.map(approval => effectRow(approval, columns - 1)),
  ];
};

/** The sentence, and the beginning of what runs. */
const partsOf = (approval: Approval, columns: number, rows: number): readonly Row[] => {
  const most = rows < ROWS_FOR_MORE ? 1 : rows < ROWS_FOR_ALL ? 2 : 3;
  const room = Math.max(LEAST_TEXT, columns - 6);
  const effect = wrapped([span(drawnLine(approval.effect), 'now')], room);
  const sentence = effect.length <= (approval.after === undefined ? 2 : 3) && rows >= ROWS_FOR_MORE ? effect : [];
  if (sentence.length === 0)
    return [
      effectRow(approval, columns - 1),
      ...hanging(beginning(approval, room, most), [BAR, INDENT], [BAR, INDENT]),
    ];
  const runs = saysAll(approval) ? [] : beginning(approval, room, most);
  const because = whyItAsks(approval);
  const reason = because === undefined ? [] : wrapped([span(drawnLine(because), 'dim')], room);
  return [
    ...hanging(sentence, [BAR, MARK], [BAR, INDENT]),
    ...hanging([...runs, ...reason.slice(0, MOST_REASON)], [BAR, INDENT], [BAR, INDENT]),
  ];
};

/** The sentence has all of a short command. One with punctuation could look like more of the sentence. */
const saysAll = (approval: Approval): boolean => {
  const [command = '', ...others] = whatRuns(approval).split('\n');
  const {effects, effect} = approval;
  // The sentence says that it runs outside.
  if (effects.length !== 1 || others.some(line => line !== 'outside: true')) return false;
  return PLAIN_COMMAND.test(command) && effect.includes(`: ${command}`);
};

const effectRow = (approval: Approval, cells: number): Row => [
  BAR,
  MARK,
  span(effectLine(approval, Math.max(LEAST_TEXT, cells - 5)), 'now'),
];

/** A long sentence loses its middle: the text from elsewhere, which it names last, is the reason to look twice. */
const effectLine = ({effect, after}: Approval, cells: number): string => {
  const line = drawnLine(effect);
  return after === undefined ? shortened(line, cells) : withoutMiddle(line, cells);
};

/** Cut between words: the joined pieces of two hosts would look like the name of a third. */
const withoutMiddle = (line: string, cells: number): string => {
  const words = line.split(' ');
  if (cellWidth(line) <= cells) return line;
  const head = longest(words.length, count => words.slice(0, count).join(' '), cells / 2 - 1);
  const room = cells - cellWidth(head) - 3;
  const tail = longest(words.length, count => words.slice(words.length - count).join(' '), room);
  return head === '' || tail === '' ? shortened(line, cells) : `${head} … ${tail}`;
};

/** The longest of the texts that fits. */
const longest = (most: number, textOf: (count: number) => string, cells: number): string => {
  for (let count = Math.min(most, Math.floor(cells)); count > 0; count -= 1)
    if (cellWidth(textOf(count)) <= cells) return textOf(count);
  return '';
};

/** A cut is marked: what follows is as much a part of the call as what is shown. */
const beginning = (approval: Approval, cells: number, most: number): readonly Row[] => {
  const all = whatRuns(approval)
    .trimEnd()
    .split('\n', MOST_LINES)
    .flatMap(line => foldedCode([span(drawn(line))], cells));
  const hidden = all.length - most;
  if (hidden <= 0) return all;
  const shown = all.slice(0, most);
  const mark = span(` … ${hidden} more ${hidden === 1 ? 'row' : 'rows'}`, 'warn');
  const last = cut(shown.at(-1) ?? EMPTY_ROW, cells - rowWidth([mark]));
  return [...shown.slice(0, -1), [...last, mark]];
};

const keySpans = ({id, proposed}: Approval, {watches}: ApprovalModel): Row => {
  const look = hitting([span('Alt+L', 'accent'), span(' look')], {kind: 'approval-look', id});
  if (watches) return look;
  return [
    ...hitting([span('Alt+Y', 'accent'), span(proposed === true ? ' accept' : ' approve')], {kind: 'approval-yes', id}),
    GAP,
    ...hitting([span('Alt+N', 'accent'), span(proposed === true ? ' discard' : ' deny')], {kind: 'approval-no', id}),
    GAP,
    ...look,
  ];
};

const mostOthers = (rows: number): number => (rows < ROWS_FOR_MORE ? 0 : rows < ROWS_FOR_ALL ? 1 : 2);

const BAR = span(' ▌ ', {role: 'now', ascii: ' | '});
const MARK = span('? ', 'now');
const INDENT = span('  ');
const GAP = span('  ');
const PLAIN_COMMAND = /^[\w./+=@-]+(?: [\w./+=@-]+)*$/u;
const LEAST_ROWS = 7;
const ROWS_FOR_KEYS = 12;
const ROWS_FOR_MORE = 20;
const ROWS_FOR_ALL = 32;
const LEAST_TEXT = 12;
const MOST_REASON = 2;
/** More than a card ever counts. */
const MOST_LINES = 1_000;
