// The setup, one step at a time. A key is drawn as its length.

import {clauseFromOutside, counted} from '../../../shared/text/sentences.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {elapsed} from '../../format/how-long.ts';
import {setupChoices} from '../../input/setup-choices.ts';
import type {SetupOverlay, SetupStep} from '../../state/setup.ts';
import {movingSign} from '../../text/moving-sign.ts';
import {EMPTY_ROW, type Role, type Row, span} from '../../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../../text/width.ts';
import {wrapped} from '../../text/wrap.ts';
import {framed, frameRoom} from './frame.ts';
import {menuRows} from './menu.ts';

type SetupView = {
  readonly rows: readonly Row[];
  /** Place of the next letter, from the top left of the overlay. */
  readonly cursor?: {readonly x: number; readonly y: number};
};

/** `now`: by this machine's clock. */
export const setupView = (overlay: SetupOverlay, now: EpochMs, cells: number, height: number): SetupView => {
  const {step, typed, waits, problem, index} = overlay;
  const line = lineOf(overlay, cells);
  const said = [...note(sentenceOf(step), 'text', cells), ...detailRows(step, cells)];
  const state =
    waits === undefined ? (problem === undefined ? [] : note(problem, 'error', cells)) : waitingRows(waits, now, cells);
  const above: readonly Row[] = [
    ...(line === undefined ? [] : [[span(' > ', 'accent'), span(line)], EMPTY_ROW]),
    ...said,
    ...(state.length === 0 ? [] : [EMPTY_ROW, ...state]),
  ];
  const entries = setupChoices(overlay).map(({entry}) => entry);
  const room = Math.max(1, Math.min(MOST_CHOICES, frameRoom(height) - above.length - 1));
  const menu = entries.length === 0 ? [] : [EMPTY_ROW, ...menuRows({entries, index}, cells, room)];
  const rows = framed(titleOf(step, entries.length), [...above, ...menu], cells, height, {fits: true});
  return line === undefined || waits !== undefined || (step.at === 'key' && typed === '')
    ? {rows, cursor: step.at === 'key' && waits === undefined ? {x: 3, y: 1} : undefined}
    : {rows, cursor: {x: 3 + cellWidth(line), y: 1}};
};

/** The typed line as it is drawn. Undefined: the step has none. */
const lineOf = ({step, typed}: SetupOverlay, cells: number): string | undefined => {
  switch (step.at) {
    case 'address':
    case 'model':
      return shortened(drawnLine(typed), cells - 5);
    case 'key':
      return typed === '' || typed.startsWith('$') ? shortened(drawnLine(typed), cells - 5) : hidden(typed, cells - 5);
    default:
      return undefined;
  }
};

const hidden = (key: string, cells: number): string => {
  const count = counted(key.length, 'character');
  return `${'*'.repeat(Math.max(1, Math.min(key.length, MOST_STARS, cells - count.length - 1)))} ${count}`;
};

const titleOf = (step: SetupStep, count: number): string => {
  switch (step.at) {
    case 'what':
      return 'set up';
    case 'model':
      return `choose a model, ${counted(count, 'match', 'matches')}`;
    default:
      return 'connect a model';
  }
};

const sentenceOf = (step: SetupStep): string => {
  switch (step.at) {
    case 'what':
      return step.first
        ? 'Without a model, a simple assistant answers: it sets reminders and tells the time. This question comes only once.'
        : 'Connect a model for real conversations, or your phone for reminders.';
    case 'provider':
      return `Who runs the model? ${step.answering === 'offline' ? 'The offline assistant' : step.answering} answers now.`;
    case 'address':
      return 'Type the address of the server, such as 127.0.0.1:11434.';
    case 'key':
      return keySentence(step);
    case 'model':
      return (
        step.note ?? 'Type letters to narrow the list. One short request tries the model before anything is saved.'
      );
    case 'done':
      return `${step.model} answers from now on.`;
  }
};

const keySentence = ({of}: Extract<SetupStep, {at: 'key'}>): string => {
  if ('baseUrl' in of) return `Paste the API key of ${of.baseUrl}. Enter alone means none.`;
  const where = of.host ?? of.name;
  if (of.key === 'environment') return `Paste an API key for ${where}. Enter alone uses the one in ${of.variable}.`;
  if (of.key !== undefined) return `Paste a new API key for ${where}. Enter alone keeps the one that is there.`;
  return of.kind === 'openai-compatible'
    ? `Paste the API key of ${where}. Enter alone means none.`
    : `Paste your API key for ${where}.`;
};

const detailRows = (step: SetupStep, cells: number): readonly Row[] => {
  if (step.at === 'key') return note(KEY_PLACE, 'dim', cells);
  if (step.at !== 'done') return [];
  const kept = step.keyFile === undefined ? '' : ` The key is in ${step.keyFile}, which only you can read.`;
  return note(`It answered: ${clauseFromOutside(step.reply)}.${kept}`, 'dim', cells);
};

/** The request that the setup waits for, and its age. */
const waitingRows = (
  {what, since}: NonNullable<SetupOverlay['waits']>,
  now: EpochMs,
  cells: number,
): readonly Row[] => {
  const time = `  ${elapsed(Math.max(0, now - since))}`;
  const words = shortened(drawnLine(what), Math.max(4, cells - 4 - cellWidth(time)));
  return [[movingSign(now - since), span(words, 'accent'), span(time, 'dim')]];
};

const note = (text: string, role: Role, cells: number): readonly Row[] =>
  wrapped([span(drawnLine(text), role)], Math.max(8, cells - 4)).map(row => [span('  '), ...row]);

const KEY_PLACE =
  'It goes into a file that only you can read. To keep it in a variable of the daemon instead, type its name: $NAME.';
const MOST_STARS = 24;
const MOST_CHOICES = 12;
