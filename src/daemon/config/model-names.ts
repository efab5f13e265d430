// Checks model names against the configuration: "offline", or a provider's name, a slash and the model.
import {KNOWN_PROVIDERS} from '../../shared/records/setup/model-setup.ts';
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
  return model === 'offline' || KNOWN_PROVIDERS.has(name) || Object.hasOwn(providers, name) ? undefined : name;
};

export const MODEL_NAME = /^(?:offline|[\w-]+\/\S+)$/u;
