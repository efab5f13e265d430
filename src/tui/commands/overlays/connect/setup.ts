// The setup, one step at a time: the address before the key, and each step is tried at once, so that an error stands
// at the step that is wrong. Esc goes one step back. The daemon holds the rules; nothing is written before the last
// request.

import {readTokens, type SetupProvider, type SetupRequest} from '../../../../shared/records/setup/model-setup.ts';
import {errorMessage, GatewayError} from '../../../../shared/text/gateway-error.ts';
import {type EpochMs, MINUTE} from '../../../../shared/time/time.ts';
import {withTyped} from '../../../editor/query.ts';
import {formatProvider} from '../../../format/format-provider.ts';
import {elapsedChangesAt} from '../../../format/how-long.ts';
import {fuzzy} from '../../../input/fuzzy.ts';
import type {MenuEntry} from '../../../input/menu-entry.ts';
import {closeOverlay, showOverlay} from '../../../state/overlay.ts';
import {
  type ModelRequest,
  type SetupOverlay,
  type SetupStep,
  setupAfter,
  setupAt,
  setupBefore,
  takesLine,
  typedIn,
  withLine,
} from '../../../state/setup.ts';
import type {CommandPorts} from '../../command-ports.ts';
import {say} from '../../session-actions.ts';
import {type OverlayRecord, type Room, type Shown, stepped, type Typed} from '../kinds/overlay-record.ts';
import {drawSetup} from './setup-rows.ts';
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
    if (overlay.waits === undefined) show(ports, withLine(overlay, ''));
  },
  enter: (ports, overlay) => {
    goOn(ports, overlay);
    return undefined;
  },
  does: {'overlay.back': (ports, overlay) => goBack(ports, overlay)},
  changesAt: (_, {waits}, now) => (waits === undefined ? undefined : elapsedChangesAt(waits.since, now)),
};

/** `now`: by this machine's clock. */
export const setupShown = (overlay: SetupOverlay, now: EpochMs, room: Room): Shown => {
  const entries = setupChoices(overlay).map(({entry}) => entry);
  return drawSetup(overlay, entries, now, room);
};

/** Enter: takes the selected choice, or what was typed. */
const goOn = (ports: CommandPorts, overlay: SetupOverlay): void => {
  const {step, waits, index} = overlay;
  const typed = typedIn(overlay).trim();
  if (waits !== undefined) return;
  switch (step.at) {
    case 'address':
      if (typed !== '') void tryAddress(ports, overlay, {baseUrl: typed});
      return;
    case 'key':
      void askForModels(ports, overlay, {...targetOf(step.of), key: typed !== '' ? typed : undefined});
      return;
    case 'context':
      saveContext(ports, overlay, step);
      return;
    case 'subscription':
      goBack(ports, overlay);
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

/** Esc: stops waiting, or goes one step back. At the first step and at the end it closes. */
const goBack = (ports: CommandPorts, overlay: SetupOverlay): void => {
  const {waits, problem: _, ...rest} = overlay;
  if (waits !== undefined) {
    show(ports, rest);
    return;
  }
  const before = overlay.step.at === 'done' ? undefined : setupBefore(overlay);
  ports.store.update(before === undefined ? closeOverlay : showOverlay(before));
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
  show(ports, withLine(rest, withTyped(typedIn(overlay), text, LONGEST_LINE)));
  return 'taken';
};

const askForProviders = (ports: CommandPorts, overlay: SetupOverlay): void =>
  void ask(ports, overlay, 'Asking the daemon for its providers…', async () => {
    const {providers, model} = await ports.link.call('setup.providers', {});
    return {at: 'provider', providers, answering: model};
  });

type Target = SetupProvider | {readonly baseUrl: string};

const targetOf = (target: Target): SetupRequest =>
  'baseUrl' in target ? {baseUrl: target.baseUrl} : {provider: target.name};

/** The address comes before the key. A program on this machine that asks for no key goes on to its models. */
const tryAddress = (ports: CommandPorts, overlay: SetupOverlay, of: Target): Promise<void> => {
  const request = targetOf(of);
  const name = 'baseUrl' in of ? of.baseUrl : of.title;
  return ask(ports, overlay, `Trying the address of ${name}…`, async () => {
    const {needsKey} = await ports.link.call('setup.address', request, {timeoutMs: PATIENCE_MS});
    if (needsKey || 'baseUrl' in of || !of.isLocal) return {at: 'key', of, needsKey};
    return await modelsOf(ports, request);
  });
};

const askForModels = (ports: CommandPorts, overlay: SetupOverlay, request: SetupRequest): Promise<void> =>
  ask(ports, overlay, 'Asking for the list of models…', () => modelsOf(ports, request));

const modelsOf = async ({link}: CommandPorts, request: SetupRequest): Promise<SetupStep> => {
  const {models, problem} = await link.call('setup.models', request, {timeoutMs: PATIENCE_MS});
  return {at: 'model', request, models, note: problem};
};

const tryModel = (ports: CommandPorts, overlay: SetupOverlay, model: string): Promise<void> => {
  const {step} = overlay;
  if (step.at !== 'model') return Promise.resolve();
  const request = {...step.request, model};
  return ask(ports, overlay, `Trying ${model}…`, async isOpen => {
    const {reply, context} = await ports.link.call('setup.try', request, {timeoutMs: PATIENCE_MS});
    if (!isOpen()) return undefined;
    const {tokens, source} = context;
    if (source === 'assumed') return {at: 'context', request, reply, tokens};
    return await saved(ports, request, reply, source === 'server' ? tokens : undefined);
  });
};

const saveContext = (ports: CommandPorts, overlay: SetupOverlay, step: Extract<SetupStep, {at: 'context'}>): void => {
  const typed = typedIn(overlay).trim();
  const tokens = typed === '' ? step.tokens : readTokens(typed);
  if (tokens === undefined)
    show(ports, {...overlay, problem: `"${typed}" isn't a number of tokens from 1,000 to 100,000,000.`});
  else void ask(ports, overlay, 'Saving…', () => saved(ports, step.request, step.reply, tokens));
};

const saved = async (
  {link}: CommandPorts,
  request: ModelRequest,
  reply: string,
  tokens: number | undefined,
): Promise<SetupStep> => {
  const {model, keyFile} = await link.call('setup.save', {...request, contextTokens: tokens});
  return {at: 'done', model, reply, keyFile, tokens};
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
    if (isOpen() && step !== undefined) show(ports, setupAfter(rest, step));
  } catch (thrown) {
    // A server may list its models for everybody, and refuse the key only now.
    const atKey =
      thrown instanceof GatewayError && thrown.code === 'refused' && rest.step.at === 'model'
        ? setupBefore(rest, 'key')
        : undefined;
    if (isOpen()) show(ports, {...(atKey ?? rest), problem: errorMessage(thrown)});
  }
};

const show = ({store}: CommandPorts, overlay: SetupOverlay): void => store.update(showOverlay(overlay));

const go = (step: SetupStep) => (ports: CommandPorts, overlay: SetupOverlay) => {
  const {problem: _, ...rest} = overlay;
  show(ports, setupAfter(rest, step));
};

type SetupChoice = {
  readonly entry: MenuEntry;
  readonly take: (ports: CommandPorts, overlay: SetupOverlay) => void;
};

const setupChoices = (overlay: SetupOverlay): readonly SetupChoice[] => {
  const {step} = overlay;
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
            entry: {name: provider.title, more: formatProvider(provider)},
            take: (ports, from) => void tryAddress(ports, from, provider),
          }),
        ),
        {
          entry: {name: 'another server', more: 'llama.cpp, vLLM, or a proxy, by its address'},
          take: go({at: 'address'}),
        },
        {
          entry: {name: 'I have a subscription', more: 'Claude Pro or Max, ChatGPT Plus'},
          take: go({at: 'subscription'}),
        },
      ];
    case 'subscription':
      return [{entry: {name: 'Choose a provider', more: 'back to the list'}, take: goBack}];
    case 'model':
      return modelEntries(step.models, typedIn(overlay).trim()).map(entry => ({
        entry,
        take: (ports, from) => tryModel(ports, from, entry.name),
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

const LATER = 'To connect a model or link Signal later, type /setup.';
const LONGEST_LINE = 8_192;
const PATIENCE_MS = 2 * MINUTE;
