// Which names of models a configuration knows: "offline", and what stands behind a provider's name and a slash.
import type {Config} from './config-schema.ts';

/** What is wrong with the name of a model, as a sentence; undefined when it is one that can be asked. */
export const modelProblem = ({providers}: Pick<Config, 'providers'>, model: string): string | undefined => {
  if (!MODEL_NAME.test(model)) return `"${model}" is no model; write "offline" or "<provider>/<model>".`;
  const provider = unknownProvider(providers, model);
  return provider === undefined ? undefined : `There is no provider "${provider}" in providers.`;
};

/** The provider that a model asks for and nobody configured. */
const unknownProvider = (providers: Config['providers'], model: string): string | undefined => {
  const [name = ''] = model.split('/', 1);
  return model === 'offline' || BUILT_IN.includes(name) || Object.hasOwn(providers, name) ? undefined : name;
};

export const MODEL_NAME = /^(?:offline|[\w-]+\/\S+)$/u;
/** Providers that need no entry: their key is looked for in their own environment variable. */
const BUILT_IN: readonly string[] = ['anthropic', 'openai'];
