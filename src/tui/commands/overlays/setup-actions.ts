// The setup step by step. The daemon holds the rules; nothing is written before the last request, so Esc leaves nothing
// behind.

import type {SetupRequest} from '../../../shared/records/model-setup.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import {withTyped} from '../../editor/query.ts';
import {type SetupChoice, setupChoices} from '../../input/setup-choices.ts';
import {closeOverlay, showOverlay} from '../../state/overlay.ts';
import {type SetupOverlay, type SetupStep, setupAt, takesLine} from '../../state/setup.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';
import {linkHere, openSignal} from './signal-actions.ts';

export const openSetup = (ports: CommandPorts): void => show(ports, setupAt({at: 'what', first: false}));

/** Enter: takes the selected choice, or what was typed. */
export const chooseInSetup = (ports: CommandPorts, overlay: SetupOverlay): void => {
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
      if (chosen !== undefined) carryOut(ports, overlay, chosen);
    }
  }
};

/** False: the letters are for the draft, because the question of the first start keeps nobody from writing. */
export const typeInSetup = (ports: CommandPorts, overlay: SetupOverlay, text: string): boolean => {
  if (overlay.step.at === 'what' && text !== '\b') {
    ports.store.update(closeOverlay);
    if (overlay.step.first) say(ports, 'ok', LATER);
    return false;
  }
  if (overlay.waits !== undefined || !takesLine(overlay)) return true;
  const {problem: _, ...rest} = overlay;
  show(ports, {...rest, typed: withTyped(overlay.typed, text, LONGEST_LINE), index: 0});
  return true;
};

const carryOut = (ports: CommandPorts, overlay: SetupOverlay, {does}: SetupChoice): void => {
  switch (does.kind) {
    case 'connect':
      void ask(ports, overlay, 'Asking the daemon for its providers…', async () => {
        const {providers, model} = await ports.link.call('setup.providers', {});
        return {at: 'provider', providers, answering: model};
      });
      return;
    case 'link':
      void openSignal(ports).then(() => linkHere(ports));
      return;
    case 'later':
      ports.store.update(closeOverlay);
      return;
    case 'provider':
      show(ports, setupAt({at: 'key', of: does.provider}));
      return;
    case 'server':
      show(ports, setupAt({at: 'address'}));
      return;
    case 'model':
      void tryAndSave(ports, overlay, does.model);
  }
};

const requestOf = ({of}: Extract<SetupStep, {at: 'key'}>, typed: string): SetupRequest => ({
  ...('baseUrl' in of ? {baseUrl: of.baseUrl} : {provider: of.name}),
  key: typed.trim() !== '' ? typed.trim() : undefined,
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

const LATER = 'To connect a model or link Signal later, type /setup.';
const LONGEST_LINE = 8_192;
const PATIENCE_MS = 2 * MINUTE;
