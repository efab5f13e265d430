// The keys of a provider of models.
import type {ProviderConfig} from '../config-schema.ts';
import {oneOf, url} from '../config-values.ts';
import {type Field, optional} from './field.ts';
import {record} from './field-group.ts';
import {doorSecret} from './http-fields.ts';

export const provider = (): Field<ProviderConfig> =>
  record<ProviderConfig>(
    'A server that offers models.',
    () => ({
      kind: oneOf('Which way it is spoken to.', ['anthropic', 'openai', 'openai-compatible']),
      baseUrl: optional(url('Where it is, up to and without the path of a single call.')),
      apiKey: optional(
        doorSecret('Its key: in a variable, in a file, or the text itself. "rooster setup" keeps it in a file.'),
      ),
    }),
    {
      check: ({kind, baseUrl}) =>
        kind === 'openai-compatible' && baseUrl === undefined
          ? {key: 'baseUrl', reason: 'It is missing; a server of this kind has no address that could be guessed.'}
          : undefined,
    },
  );
