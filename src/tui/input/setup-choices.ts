// The choices of a step of the setup.
import type {SetupProvider} from '../../shared/records/model-setup.ts';
import {formatProvider} from '../format/format-provider.ts';
import type {SetupOverlay} from '../state/setup.ts';
import {fuzzy} from './fuzzy.ts';
import type {MenuEntry} from './menu-entry.ts';

export type SetupChoice = {readonly entry: MenuEntry; readonly does: SetupDeed};

type SetupDeed =
  | {readonly kind: 'connect'}
  | {readonly kind: 'link'}
  | {readonly kind: 'later'}
  | {readonly kind: 'provider'; readonly provider: SetupProvider}
  | {readonly kind: 'server'}
  | {readonly kind: 'model'; readonly model: string};

export const setupChoices = ({step, typed}: SetupOverlay): readonly SetupChoice[] => {
  switch (step.at) {
    case 'what':
      return [
        choice('Connect a model', 'for real conversations', {kind: 'connect'}),
        choice('Link Signal', 'for reminders on your phone', {kind: 'link'}),
        choice('Later', '/setup opens this again', {kind: 'later'}),
      ];
    case 'provider':
      return [
        ...step.providers.map(provider =>
          choice(provider.name, formatProvider(provider), {kind: 'provider', provider}),
        ),
        choice('another server', 'Ollama, llama.cpp, vLLM, or a proxy', {kind: 'server'}),
      ];
    case 'model':
      return modelChoices(step.models, typed.trim());
    default:
      return [];
  }
};

const choice = (name: string, more: string, does: SetupDeed): SetupChoice => ({entry: {name, more}, does});

/** A name that isn't in the list may be right: lists leave models out. */
const modelChoices = (models: readonly string[], typed: string): readonly SetupChoice[] => {
  const found: readonly SetupChoice[] =
    typed === ''
      ? models.map(model => ({entry: {name: model}, does: {kind: 'model', model}}))
      : fuzzy(typed, models, name => ({name, more: ''})).map(({one, marks}) => ({
          entry: {name: one, marks},
          does: {kind: 'model', model: one},
        }));
  if (typed === '' || models.includes(typed)) return found;
  return [...found, {entry: {name: typed, more: 'not in the list'}, does: {kind: 'model', model: typed}}];
};
