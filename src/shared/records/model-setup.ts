// What the setup of a model works with: the providers to choose from, and what a person entered about one.

export type SetupProvider = {
  readonly name: string;
  readonly kind: 'anthropic' | 'openai' | 'openai-compatible';
  /** Where it is: a host, with its port. */
  readonly host?: string;
  /** Where its API key comes from now; absent: it has none yet. */
  readonly key?: 'environment' | 'file' | 'configuration';
  /** The environment variable that holds its key, or would. */
  readonly variable?: string;
};

/** A known provider, or the address of another server. */
export type SetupRequest = {
  readonly provider?: string;
  readonly baseUrl?: string;
  /** The API key, or `$NAME` for an environment variable. Without it, the key that is there already, if any. */
  readonly key?: string;
};
