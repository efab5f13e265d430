// Records for the setup of a model: the providers to choose from, and a person's input about one.

export type SetupProvider = {
  readonly name: string;
  readonly kind: 'anthropic' | 'openai' | 'openai-compatible';
  /** Its host, with its port. */
  readonly host?: string;
  /** Origin of its API key; absent: it has none yet. */
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
