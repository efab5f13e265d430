// The setup, one step at a time. The daemon holds the rules; nothing is written before the last request, so Esc leaves
// nothing behind. A key is drawn as its length.

import type {SetupRequest} from '../../../shared/records/model-setup.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {clauseFromOutside, counted} from '../../../shared/text/sentences.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import {withTyped} from '../../editor/query.ts';
import {formatProvider} from '../../format/format-provider.ts';
import {elapsed, elapsedChangesAt} from '../../format/how-long.ts';
import {fuzzy} from '../../input/fuzzy.ts';
import type {MenuEntry} from '../../input/menu-entry.ts';
import {menuRows} from '../../layout/overlays/menu.ts';
import {closeOverlay, showOverlay} from '../../state/overlay.ts';
import {type SetupOverlay, type SetupStep, setupAt, takesLine} from '../../state/setup.ts';
import {EMPTY_ROW, movingSign, type Role, type Row, span} from '../../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../../text/width.ts';
import {wrapped} from '../../text/wrap.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';
import {type OverlayRecord, type Room, type Shown, stepped, type Typed} from './kinds/overlay-record.ts';
import {linkHere, openSignal} from './signal-requests.ts';

export const openSetup = (ports: CommandPorts): void => show(ports, setupAt({at: 'what', first: false}));

export const setup: OverlayRecord<SetupOverlay> = {
  kind: 'form',
  shows: ({ui}, overlay, room) => setupShown(overlay, ui.now, room),
  lines: () => [
    'The setup asks line by line in a shell, where a pasted key stays hidden: rooster setup',
    'To link Signal: rooster signal link',
  ],
  move: (ports, overlay, by) => {
    if (overlay.waits === undefined)
      show(ports, {...overlay, index: stepped(overlay.index, by, setupChoices(overlay).length)});
  },
  takesText: () => true,
  type: (ports, overlay, text) => typeInLine(ports, overlay, text),
  clear: (ports, overlay) => {
    if (overlay.waits === undefined) show(ports, {...overlay, typed: '', index: 0});
  },
  enter: (ports, overlay) => {
    goOn(ports, overlay);
    return undefined;
  },
  changesAt: (_, {waits}, now) => (waits === undefined ? undefined : elapsedChangesAt(waits.since, now)),
};

/** Enter: takes the selected choice, or what was typed. */
const goOn = (ports: CommandPorts, overlay: SetupOverlay): void => {
  const {step, typed, waits, index} = overlay;
  if (waits !== undefined) return;
  switch (step.at) {
    case 'address':
      if (typed.trim() !== '') show(ports, setupAt({at: 'key', of: {baseUrl: typed.trim()}}));
      return;
    case 'key':
      void askForModels(ports, overlay, requestOf(step, typed));
      return;
    case 'done':
      ports.store.update(closeOverlay);
      return;
    default: {
      const chosen = setupChoices(overlay)[index];
      chosen?.take(ports, overlay);
    }
  }
};

/** The question of the first start keeps nobody from writing. */
const typeInLine = (ports: CommandPorts, overlay: SetupOverlay, text: string): Typed => {
  if (overlay.step.at === 'what' && text !== '\b') {
    ports.store.update(closeOverlay);
    if (overlay.step.first) say(ports, 'ok', LATER);
    return 'draft';
  }
  if (overlay.waits !== undefined || !takesLine(overlay)) return 'taken';
  const {problem: _, ...rest} = overlay;
  show(ports, {...rest, typed: withTyped(overlay.typed, text, LONGEST_LINE), index: 0});
  return 'taken';
};

const requestOf = ({of}: Extract<SetupStep, {at: 'key'}>, typed: string): SetupRequest => ({
  ...('baseUrl' in of ? {baseUrl: of.baseUrl} : {provider: of.name}),
  key: typed.trim() !== '' ? typed.trim() : undefined,
});

const askForProviders = (ports: CommandPorts, overlay: SetupOverlay): void =>
  void ask(ports, overlay, 'Asking the daemon for its providers…', async () => {
    const {providers, model} = await ports.link.call('setup.providers', {});
    return {at: 'provider', providers, answering: model};
  });

const askForModels = (ports: CommandPorts, overlay: SetupOverlay, request: SetupRequest): Promise<void> =>
  ask(ports, overlay, 'Asking for the list of models…', async () => {
    const {models, problem} = await ports.link.call('setup.models', request, {timeoutMs: PATIENCE_MS});
    return {at: 'model', request, models, note: problem};
  });

const tryAndSave = (ports: CommandPorts, overlay: SetupOverlay, model: string): Promise<void> => {
  const {step} = overlay;
  if (step.at !== 'model') return Promise.resolve();
  const request = {...step.request, model};
  return ask(ports, overlay, `Trying ${model}…`, async isOpen => {
    const {reply} = await ports.link.call('setup.try', request, {timeoutMs: PATIENCE_MS});
    if (!isOpen()) return undefined;
    return {at: 'done', reply, ...(await ports.link.call('setup.save', request))};
  });
};

/** Shows that it waits, then the next step, or this one again with the reason. An answer after Esc is dropped. */
const ask = async (
  ports: CommandPorts,
  overlay: SetupOverlay,
  waits: string,
  next: (isOpen: () => boolean) => Promise<SetupStep | undefined>,
): Promise<void> => {
  const {problem: _, ...rest} = overlay;
  const waiting = {...rest, waits: {what: waits, since: ports.clock.now()}};
  show(ports, waiting);
  const isOpen = (): boolean => ports.store.get().ui.overlay === waiting;
  try {
    const step = await next(isOpen);
    if (isOpen() && step !== undefined) show(ports, setupAt(step));
  } catch (thrown) {
    if (isOpen()) show(ports, {...rest, problem: errorMessage(thrown)});
  }
};

const show = ({store}: CommandPorts, overlay: SetupOverlay): void => store.update(showOverlay(overlay));

type SetupChoice = {
  readonly entry: MenuEntry;
  readonly take: (ports: CommandPorts, overlay: SetupOverlay) => void;
};

const setupChoices = ({step, typed}: SetupOverlay): readonly SetupChoice[] => {
  switch (step.at) {
    case 'what':
      return [
        {entry: {name: 'Connect a model', more: 'for real conversations'}, take: askForProviders},
        {
          entry: {name: 'Link Signal', more: 'for reminders on your phone'},
          take: ports => void openSignal(ports).then(() => linkHere(ports)),
        },
        {entry: {name: 'Later', more: '/setup opens this again'}, take: ({store}) => store.update(closeOverlay)},
      ];
    case 'provider':
      return [
        ...step.providers.map(
          (provider): SetupChoice => ({
            entry: {name: provider.name, more: formatProvider(provider)},
            take: ports => show(ports, setupAt({at: 'key', of: provider})),
          }),
        ),
        {
          entry: {name: 'another server', more: 'Ollama, llama.cpp, vLLM, or a proxy'},
          take: ports => show(ports, setupAt({at: 'address'})),
        },
      ];
    case 'model':
      return modelEntries(step.models, typed.trim()).map(entry => ({
        entry,
        take: (ports, overlay) => tryAndSave(ports, overlay, entry.name),
      }));
    default:
      return [];
  }
};

/** A name that isn't in the list may be right: lists leave models out. */
const modelEntries = (models: readonly string[], typed: string): readonly MenuEntry[] => {
  if (typed === '') return models.map(name => ({name}));
  const matches = fuzzy(typed, models, name => ({name, more: ''})).map(({one, marks}) => ({name: one, marks}));
  return models.includes(typed) ? matches : [...matches, {name: typed, more: 'not in the list'}];
};

/** `now`: by this machine's clock. */
export const setupShown = (overlay: SetupOverlay, now: EpochMs, {cells, rows}: Room): Shown => {
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
  const entries = setupChoices(overlay).map(({entry}) => entry);
  const room = Math.max(1, Math.min(MOST_CHOICES, rows - above.length - 1));
  const menu = entries.length === 0 ? [] : [EMPTY_ROW, ...menuRows({entries, index}, cells, room)];
  return {
    title: titleOf(step, entries.length),
    rows: [...above, ...menu],
    cursor: line === undefined || waits !== undefined ? undefined : {x: 3 + cellWidth(line), y: 0},
    at: step.at === 'what' && step.first ? 'bottom' : undefined,
  };
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
const LATER = 'To connect a model or link Signal later, type /setup.';
const LONGEST_LINE = 8_192;
const PATIENCE_MS = 2 * MINUTE;
