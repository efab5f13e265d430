// Connects a model: try the address, list what the provider offers, try one model, then keep the key in a file and
// write the configuration. Until then a person's choices are a draft in memory, so that leaving leaves nothing.

import type {Environment} from '../../../shared/records/places.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {
  type ContextSize,
  KNOWN_PROVIDERS,
  type SetupProvider,
  type SetupRequest,
} from '../../../shared/records/setup/model-setup.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Config} from '../../config/config-schema.ts';
import type {ModelChoice} from '../../ports/model.ts';
import type {Log} from '../../ports/system.ts';
import type {StepEnd, StepRequest} from '../../turns/model-step.ts';
import {type Draft, draftOf} from './setup-draft.ts';

type ModelSetupDeps = {
  readonly config: () => Config;
  readonly env: Environment;
  readonly clock: Clock;
  readonly log: Log;
  /** Each key that was entered, before its first use: no text may show it. */
  readonly onSecret: (key: string) => void;
  /** Describes a provider of a configuration. */
  readonly describe: (provider: string, config: Config) => SetupProvider;
  /** Tries the address of a provider, without a key. */
  readonly reach: (provider: string, config: Config) => Promise<{readonly needsKey: boolean}>;
  readonly list: (provider: string, config: Config) => Promise<ModelList>;
  readonly choice: (model: string, config: Config) => Promise<ModelChoice>;
  /** The context size of the model. Its server may know that only after a first answer. */
  readonly contextOf: (model: string, config: Config) => Promise<ContextSize>;
  readonly runStep: (request: StepRequest) => Promise<StepEnd>;
  /** Keeps a provider's key in a file; `undo` puts back what was there. */
  readonly keepKey: (provider: string, key: string) => {readonly file: string; readonly undo: () => void};
  readonly set: (key: string, value: unknown) => Promise<readonly Problem[]>;
};

type ModelList =
  | {readonly kind: 'listed'; readonly models: readonly string[]}
  | {readonly kind: 'none'; readonly reason: string};

export type ModelSetup = {
  readonly providers: () => {readonly model: string; readonly providers: readonly SetupProvider[]};
  /** Tries the address before anybody types a key. Rejects with the sentence of what is wrong with it. */
  readonly address: (request: SetupRequest) => Promise<SetupAddress>;
  /** `problem`: the server has no list, so the model has to be named by hand. */
  readonly models: (
    request: SetupRequest,
  ) => Promise<{readonly provider: string; readonly models: readonly string[]; readonly problem?: string}>;
  /** One small request. Rejects with the sentence of what went wrong; `refused`: the key is wrong. */
  readonly attempt: (
    request: SetupRequest,
    model: string,
  ) => Promise<{readonly model: string; readonly reply: string; readonly context: ContextSize}>;
  /** In use when it resolves. `contextTokens`: the context size, if the model's name doesn't tell it. */
  readonly save: (
    request: SetupRequest,
    model: string,
    contextTokens: number | undefined,
  ) => Promise<{readonly model: string; readonly keyFile?: string}>;
};

type SetupAddress = {readonly provider: string; readonly host: string; readonly needsKey: boolean};

export const createModelSetup = (deps: ModelSetupDeps): ModelSetup => {
  const {config, describe} = deps;
  const drafted = (request: SetupRequest): Draft => {
    if (request.key !== undefined && !request.key.trim().startsWith('$')) deps.onSecret(request.key.trim());
    const draft = draftOf(request, config(), deps.env);
    const {needsKey, key} = describe(draft.provider, draft.config);
    if (needsKey && key === undefined)
      throw new GatewayError('invalid', `${draft.provider} needs an API key. Paste it, or type $NAME for a variable.`);
    return draft;
  };
  return {
    providers: () => ({
      model: config().agent.model,
      providers: [...new Set([...KNOWN_PROVIDERS.keys(), ...Object.keys(config().providers)])].map(name =>
        describe(name, config()),
      ),
    }),
    address: async ({provider: name, baseUrl}) => {
      const {provider, config: draft} = draftOf({provider: name, baseUrl}, config(), deps.env);
      const {host = provider, needsKey = false} = describe(provider, draft);
      const tried = await deps.reach(provider, draft);
      return {provider, host, needsKey: needsKey || tried.needsKey};
    },
    models: async request => {
      const draft = drafted(request);
      const listed = await deps.list(draft.provider, draft.config);
      return listed.kind === 'listed'
        ? {provider: draft.provider, models: listed.models}
        : {provider: draft.provider, models: [], problem: listed.reason};
    },
    attempt: async (request, model) => {
      const draft = drafted(request);
      const name = `${draft.provider}/${model}`;
      const end = await deps.runStep({
        choices: [await deps.choice(name, draft.config)],
        system: '',
        messages: [{role: 'user', content: [{type: 'text', text: FIRST_WORDS}]}],
        tools: [],
        signal: new AbortController().signal,
        clock: deps.clock,
        log: deps.log,
        onText: () => {},
        limits: {tries: 1, silenceMs: PATIENCE_MS, totalMs: PATIENCE_MS},
      });
      if (end.kind === 'aborted') throw new GatewayError('unavailable', 'The request was stopped.');
      if (end.kind === 'failed') throw new GatewayError(end.keyRefused ? 'refused' : 'unavailable', end.error);
      const context = await deps.contextOf(name, draft.config);
      return {model: name, reply: end.text.trim().slice(0, LONGEST_REPLY), context};
    },
    save: async (request, model, contextTokens) => {
      const draft = drafted(request);
      const undo: (() => unknown)[] = [];
      try {
        return await saved(deps, draft, {model, contextTokens}, undo);
      } catch (error) {
        for (const step of undo.toReversed()) await step();
        throw error;
      }
    },
  };
};

const saved = async (
  deps: ModelSetupDeps,
  draft: Draft,
  {model, contextTokens}: {readonly model: string; readonly contextTokens: number | undefined},
  undo: (() => unknown)[],
): Promise<{readonly model: string; readonly keyFile?: string}> => {
  const name = `${draft.provider}/${model}`;
  const kept = draft.key === undefined ? undefined : deps.keepKey(draft.provider, draft.key);
  if (kept !== undefined) undo.push(kept.undo);
  for (const {key, value, before} of changesOf(draft, kept?.file)) {
    await setOrThrow(deps, key, value);
    undo.push(() => deps.set(key, before));
  }
  if (contextTokens !== undefined) {
    const {contextTokens: before} = deps.config().agent;
    await setOrThrow(deps, 'agent.contextTokens', contextTokens);
    undo.push(() => deps.set('agent.contextTokens', before));
  }
  await setOrThrow(deps, 'agent.model', name);
  return {model: name, keyFile: kept?.file};
};

type ConfigChange = {readonly key: string; readonly value: unknown; readonly before: unknown};

/** If a provider has an entry, only its key changes, so that comments and other fields stay. */
const changesOf = ({provider, before, entry, secret}: Draft, file: string | undefined): readonly ConfigChange[] => {
  const apiKey = file === undefined ? secret : {file};
  if (before === undefined) {
    const isUsual = apiKey === undefined && entry.baseUrl === undefined;
    const value = {...entry, apiKey};
    return isUsual ? [] : [{key: `providers.${provider}`, value, before: undefined}];
  }
  return apiKey === undefined ? [] : [{key: `providers.${provider}.apiKey`, value: apiKey, before: before.apiKey}];
};

const setOrThrow = async ({set}: ModelSetupDeps, key: string, value: unknown): Promise<void> => {
  const [problem] = await set(key, value);
  if (problem !== undefined) throw new GatewayError('invalid', `Couldn't write ${problem.key}: ${problem.reason}`);
};

const FIRST_WORDS = 'Answer with the single word: ready';
const LONGEST_REPLY = 200;
const PATIENCE_MS = 60 * SECOND;
