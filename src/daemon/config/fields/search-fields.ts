// The keys of the web search.
import type {SearchConfig} from '../config-schema.ts';
import {oneOf, secret, truth, url} from '../config-values.ts';
import {type ConfigField, optional, presumed} from './field.ts';
import {record} from './field-group.ts';

export const search = (): ConfigField<SearchConfig> =>
  record<SearchConfig>(
    'The search provider of the tool web_search.',
    () => ({
      provider: oneOf('The provider.', ['searxng', 'brave', 'tavily', 'kagi', 'duckduckgo']),
      url: optional(url('Its URL, if not the usual one.')),
      key: optional(secret('Its key: the text itself, or {"env": "NAME"} for an environment variable.')),
      private: presumed(truth('Whether the host may be in a private network.'), false),
    }),
    {
      check: ({provider, key}) =>
        key === undefined && NEEDS_KEY.has(provider)
          ? {key: 'key', reason: `It is missing, and ${provider} needs one.`}
          : undefined,
    },
  );

const NEEDS_KEY: ReadonlySet<SearchConfig['provider']> = new Set(['brave', 'tavily', 'kagi'] as const);
