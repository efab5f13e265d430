// Checks model names against the configuration: "offline", or a provider's name, a slash and the model.
import type {Config} from './config-schema.ts';

/** The reason why a model's name is unusable, as a sentence. Undefined if it is usable. */
export const modelProblem = ({providers}: Pick<Config, 'providers'>, model: string): string | undefined => {
  if (!MODEL_NAME.test(model)) return `"${model}" isn't a model name. Write "offline" or "<provider>/<model>".`;
  const provider = unknownProvider(providers, model);
  return provider === undefined ? undefined : `No provider "${provider}" under providers.`;
};

/** The provider in a model's name, if nobody configured it. */
const unknownProvider = (providers: Config['providers'], model: string): string | undefined => {
  const [name = ''] = model.split('/', 1);
  return model === 'offline' || BUILT_IN.includes(name) || Object.hasOwn(providers, name) ? undefined : name;
};

export const MODEL_NAME = /^(?:offline|[\w-]+\/\S+)$/u;
/** Providers without a configuration entry. Their API key is in their own environment variable. */
const BUILT_IN: readonly string[] = ['anthropic', 'openai'];
