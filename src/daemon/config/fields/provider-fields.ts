// The keys of a provider of models.
import type {ProviderConfig} from '../config-schema.ts';
import {oneOf, url} from '../config-values.ts';
import {type ConfigField, optional} from './field.ts';
import {record} from './field-group.ts';
import {secretSource} from './http-fields.ts';

export const provider = (): ConfigField<ProviderConfig> =>
  record<ProviderConfig>(
    'A server that offers models.',
    () => ({
      kind: oneOf('Its API.', ['anthropic', 'openai', 'openai-compatible']),
      baseUrl: optional(url('Its base URL, without the path of a single call.')),
      apiKey: optional(
        secretSource('Its key: an environment variable, a file, or the text itself. "rooster setup" writes a file.'),
      ),
    }),
    {
      check: ({kind, baseUrl}) =>
        kind === 'openai-compatible' && baseUrl === undefined
          ? {key: 'baseUrl', reason: 'It is missing. This kind of server has no default address.'}
          : undefined,
    },
  );
