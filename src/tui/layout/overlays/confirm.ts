// The confirmation of an action that is hard to undo. "No" is first and selected; where "no" has an effect too, nothing
// is selected.
import {actionOn} from '../../nouns/nouns.ts';
import type {Confirmed, ConfirmOverlay} from '../../state/overlay.ts';
import {EMPTY_ROW, litRow, type Row, rowWidth, span} from '../../text/row.ts';
import {hanging, wrapped} from '../../text/wrap.ts';
import {framed} from './frame.ts';

/** Until the overlay `takes` an answer, no choice is marked. */
export const confirmRows = (
  {question, ifYes, ifNo, yes, typed}: ConfirmOverlay,
  takes: boolean,
  cells: number,
  height: number,
): readonly Row[] => {
  const margin: Row = [span('  ')];
  const lines = (text: string): readonly Row[] =>
    hanging(wrapped([span(text)], Math.max(10, cells - 4)), margin, margin);
  const [title, go, keep] = labelsOf(ifYes);
  const letters = typed === undefined;
  const hasNo = ifNo !== undefined;
  const each: readonly Row[] = [
    ...(hasNo ? [button('Esc', 'later', {takes, letters, isChosen: yes === undefined})] : []),
    button('n', keep, {takes, letters, isChosen: hasNo ? yes === false : yes !== true}),
    button('y', go, {takes, letters, isChosen: yes === true}),
  ];
  const beside = each.flatMap((one, index) => (index === 0 ? one : [span('  '), ...one]));
  // One below the other where they don't fit beside each other.
  const buttons = rowWidth(beside) <= cells ? [beside] : each;
  const hint =
    typed === undefined ? [] : [EMPTY_ROW, ...lines('Your text is in the draft. Answer with Tab and Enter.')];
  const rows = [EMPTY_ROW, ...lines(question), EMPTY_ROW, ...buttons, ...hint];
  return framed(title, rows, cells, height, {fits: true, role: isDanger(ifYes) ? 'error' : undefined});
};

type ButtonState = {readonly takes: boolean; readonly letters: boolean; readonly isChosen: boolean};

const button = (key: string, label: string, {takes, letters, isChosen}: ButtonState): Row => {
  const chosen = takes && isChosen;
  const row: Row = [
    span(chosen ? '> ' : '  ', chosen ? {role: 'accent', bold: true} : 'dim'),
    ...(letters ? [span(`${key} `, takes ? 'accent' : 'dim')] : []),
    span(`${label} `, takes ? 'text' : 'dim'),
  ];
  return chosen ? litRow(row, rowWidth(row)) : row;
};

/** It ends something, or lets somebody in. */
const isDanger = (ifYes: Confirmed): boolean =>
  ifYes.kind === 'reset' ||
  ifYes.kind === 'allow' ||
  (ifYes.kind === 'act' && (ifYes.action === 'item.cancel' || ifYes.action === 'item.discard'));

/** The title, then yes and no as verbs. */
type Labels = readonly [title: string, yes: string, no: string];

const labelsOf = (ifYes: Confirmed): Labels => {
  if (ifYes.kind === 'allow' && ifYes.own === true) return ['your own number?', 'yes, it is mine', 'not now'];
  if (ifYes.kind !== 'act') return LABELS[ifYes.kind];
  const {title = '', yes = 'yes', no = 'no'} = actionOn(ifYes.target, ifYes.action)?.question ?? {};
  return [title, yes, no];
};

const LABELS: Readonly<Record<Exclude<Confirmed['kind'], 'act'>, Labels>> = {
  send: ['unknown command', 'send as a message', 'keep editing'],
  reset: ['start over', 'start over', 'keep the conversation'],
  allow: ['contact request', 'add', 'not now'],
  rang: ['test message', 'it rang', 'silent'],
  retime: ['stats', 'move it', 'keep its time'],
  'keep-time': ['stats', 'keep its time', 'later'],
};
