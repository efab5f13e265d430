// Connects a model: list what a provider offers, try one, then keep the key in a file and write the configuration.
// Until then a person's choices are a draft in memory, so that leaving halfway leaves nothing.

import type {SetupProvider, SetupRequest} from '../../../shared/records/model-setup.ts';
import type {Environment} from '../../../shared/records/places.ts';
import type {Problem} from '../../../shared/records/problem.ts';
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
  readonly list: (provider: string, config: Config) => Promise<ModelList>;
  readonly choice: (model: string, config: Config) => Promise<ModelChoice>;
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
  /** `problem`: the server has no list, so the model has to be named by hand. */
  readonly models: (
    request: SetupRequest,
  ) => Promise<{readonly provider: string; readonly models: readonly string[]; readonly problem?: string}>;
  /** One small request. Rejects with the sentence of what went wrong. */
  readonly attempt: (request: SetupRequest, model: string) => Promise<{readonly model: string; readonly reply: string}>;
  /** In use when it resolves. */
  readonly save: (request: SetupRequest, model: string) => Promise<{readonly model: string; readonly keyFile?: string}>;
};

export const createModelSetup = (deps: ModelSetupDeps): ModelSetup => {
  const {config, describe} = deps;
  const drafted = (request: SetupRequest): Draft => {
    if (request.key !== undefined && !request.key.trim().startsWith('$')) deps.onSecret(request.key.trim());
    const draft = draftOf(request, config(), deps.env);
    const {kind, key} = describe(draft.provider, draft.config);
    if (kind !== 'openai-compatible' && key === undefined)
      throw new GatewayError('invalid', `${draft.provider} needs an API key. Paste it, or type $NAME for a variable.`);
    return draft;
  };
  return {
    providers: () => ({
      model: config().agent.model,
      providers: [...new Set([...BUILT_IN, ...Object.keys(config().providers)])].map(name => describe(name, config())),
    }),
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
      if (end.kind === 'answered') return {model: name, reply: end.text.trim().slice(0, LONGEST_REPLY)};
      throw new GatewayError('unavailable', end.kind === 'failed' ? end.error : 'The request was stopped.');
    },
    save: async (request, model) => {
      const draft = drafted(request);
      const undo: (() => unknown)[] = [];
      try {
        return await saved(deps, draft, model, undo);
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
  model: string,
  undo: (() => unknown)[],
): Promise<{readonly model: string; readonly keyFile?: string}> => {
  const name = `${draft.provider}/${model}`;
  const kept = draft.key === undefined ? undefined : deps.keepKey(draft.provider, draft.key);
  if (kept !== undefined) undo.push(kept.undo);
  for (const {key, value, before} of changesOf(draft, kept?.file)) {
    await setOrThrow(deps, key, value);
    undo.push(() => deps.set(key, before));
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

const BUILT_IN = ['anthropic', 'openai'];
const FIRST_WORDS = 'Answer with the single word: ready';
const LONGEST_REPLY = 200;
const PATIENCE_MS = 60 * SECOND;
