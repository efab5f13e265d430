// The setup as it is drawn: the typed line, the sentence of the step, what is wrong, and the choices. A key is drawn as
// its length.

import {SUBSCRIPTION} from '../../../../shared/records/setup/model-setup.ts';
import {clauseFromOutside, counted} from '../../../../shared/text/sentences.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import {elapsed} from '../../../format/how-long.ts';
import type {MenuEntry} from '../../../input/menu-entry.ts';
import {menuRows} from '../../../layout/overlays/menu.ts';
import {EXAMPLES} from '../../../layout/transcript/welcome.ts';
import {type SetupOverlay, type SetupStep, typedIn} from '../../../state/setup.ts';
import {EMPTY_ROW, movingSign, type Role, type Row, span} from '../../../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../../../text/width.ts';
import {wrapped} from '../../../text/wrap.ts';
import type {Room, Shown} from '../kinds/overlay-record.ts';

/** `now`: by this machine's clock. */
export const drawSetup = (
  overlay: SetupOverlay,
  entries: readonly MenuEntry[],
  now: EpochMs,
  {cells, rows, height}: Room,
): Shown => {
  const {step, waits, problem, index} = overlay;
  const line = lineOf(overlay, cells);
  const sentence = [...note(sentenceOf(step), 'text', cells), ...detailRows(step, cells)];
  const state =
    waits === undefined ? (problem === undefined ? [] : note(problem, 'error', cells)) : waitingRows(waits, now, cells);
  const above: readonly Row[] = [
    ...(line === undefined ? [] : [[span(' > ', 'accent'), span(line)], EMPTY_ROW]),
    ...sentence,
    ...(state.length === 0 ? [] : [EMPTY_ROW, ...state]),
  ];
  const room = Math.max(1, Math.min(MOST_CHOICES, rows - above.length - 1));
  const menu = entries.length === 0 ? [] : [EMPTY_ROW, ...menuRows({entries, index}, cells, room)];
  const isOverExamples = isFirst(step) && height < ROOMY;
  const examples = isOverExamples ? exampleRows(cells, rows - above.length - menu.length) : [];
  return {
    title: titleOf(step, entries.length),
    rows: [...above, ...menu, ...examples],
    cursor: line === undefined || waits !== undefined ? undefined : {x: 3 + cellWidth(line), y: 0},
    at: isFirst(step) ? 'bottom' : undefined,
  };
};

const isFirst = (step: SetupStep): boolean => step.at === 'what' && step.first;

/** The examples that the box covers on the screen behind it. A person who types one has answered the question. */
const exampleRows = (cells: number, room: number): readonly Row[] => {
  const lines = EXAMPLES.map((text): Row => [span(shortened(`    ${text}`, cells - 2))]);
  const shown = [[span('  Or just type, for example:', 'dim')], ...lines];
  return room < shown.length ? [] : room === shown.length ? shown : [EMPTY_ROW, ...shown];
};

/** The typed line as it is drawn. Undefined: the step has none. */
const lineOf = (overlay: SetupOverlay, cells: number): string | undefined => {
  const typed = typedIn(overlay);
  switch (overlay.step.at) {
    case 'address':
    case 'model':
    case 'context':
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
    case 'subscription':
      return SUBSCRIPTION;
    case 'address':
      return 'Type the address of the server, such as 127.0.0.1:8080. It is tried before anything else.';
    case 'key':
      return keySentence(step);
    case 'model':
      return (
        step.note ?? 'Type letters to narrow the list. One short request tries the model before anything is saved.'
      );
    case 'context':
      return `${step.request.model} answered, but its server doesn't say how much it reads at once. Type the number of tokens, such as 32k. Enter alone means ${counted(step.tokens, 'token')}.`;
    case 'done':
      return `${step.model} answers from now on.`;
  }
};

const keySentence = ({of, needsKey}: Extract<SetupStep, {at: 'key'}>): string => {
  if ('baseUrl' in of)
    return needsKey
      ? `${of.baseUrl} answers and needs a key. Paste it.`
      : `${of.baseUrl} answers without a key. Paste one only if its models need it; Enter alone means none.`;
  const where = of.host ?? of.name;
  if (of.key === 'environment') return `Paste an API key for ${where}. Enter alone uses the one in ${of.variable}.`;
  if (of.key !== undefined) return `Paste a new API key for ${where}. Enter alone keeps the one that is there.`;
  return needsKey ? `Paste your API key for ${where}.` : `Paste the API key of ${where}. Enter alone means none.`;
};

const detailRows = (step: SetupStep, cells: number): readonly Row[] => {
  if (step.at === 'key') {
    const page = 'keyPage' in step.of ? step.of.keyPage : undefined;
    return note(page === undefined ? KEY_PLACE : `Keys and prices: ${page}. ${KEY_PLACE}`, 'dim', cells);
  }
  if (step.at === 'context') return note(CONTEXT, 'dim', cells);
  if (step.at !== 'done') return [];
  const {keyFile, tokens, reply} = step;
  const kept = keyFile === undefined ? '' : ` The key is in ${keyFile}, which only you can read.`;
  const reads = tokens === undefined ? '' : ` It reads ${counted(tokens, 'token')} at once (agent.contextTokens).`;
  return note(`It answered: ${clauseFromOutside(reply)}.${reads}${kept}`, 'dim', cells);
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
const CONTEXT = 'Less is safe: conversations are summarised earlier. More than the server takes is cut off silently.';
/** From here on both fit below each other. */
const ROOMY = 30;
const MOST_STARS = 24;
const MOST_CHOICES = 12;
