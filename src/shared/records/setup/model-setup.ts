// Records for the setup of a model: the providers to choose from, those that are known by name, and a person's input
// about one.

export type SetupProvider = {
  readonly name: string;
  /** Its own name, such as `LM Studio`. */
  readonly title: string;
  readonly kind: 'anthropic' | 'openai' | 'openai-compatible';
  /** Its host, with its port. */
  readonly host?: string;
  /** Origin of its API key; absent: it has none yet. */
  readonly key?: 'environment' | 'file' | 'configuration';
  /** The environment variable that holds its key, or would. */
  readonly variable?: string;
  /** The page where its keys are made. */
  readonly keyPage?: string;
  /** It answers nobody without a key. */
  readonly needsKey?: true;
  /** A program on this machine that asks for no key. */
  readonly isLocal?: true;
};

/** A provider that Rooster knows by name, and what is special about its API. All but two speak OpenAI's. */
type KnownProvider = {
  readonly title: string;
  readonly kind: 'anthropic' | 'openai' | 'openai-compatible';
  readonly baseUrl: string;
  /** Its key: the usual variable, and the page where keys are made. Undefined: it runs on this machine without one. */
  readonly key?: {readonly variable: string; readonly page: string};
  /** For one on this machine: how to start it, and how to get a first model. */
  readonly start?: string;
  readonly pull?: string;
  /** The path that refuses a wrong key, where the list of models is public. */
  readonly keyCheck?: string;
  /** The status for a missing or wrong key, if not 401. */
  readonly badKey?: number;
  /** The text in front of each name in its list. */
  readonly prefix?: string;
};

/** In the order of the setup. */
export const KNOWN_PROVIDERS: ReadonlyMap<string, KnownProvider> = new Map<string, KnownProvider>([
  [
    'anthropic',
    {
      title: 'Anthropic',
      kind: 'anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      key: {variable: 'ANTHROPIC_API_KEY', page: 'https://console.anthropic.com/settings/keys'},
    },
  ],
  [
    'openai',
    {
      title: 'OpenAI',
      kind: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      key: {variable: 'OPENAI_API_KEY', page: 'https://platform.openai.com/api-keys'},
    },
  ],
  [
    'openrouter',
    {
      title: 'OpenRouter',
      kind: 'openai-compatible',
      baseUrl: 'https://openrouter.ai/api/v1',
      key: {variable: 'OPENROUTER_API_KEY', page: 'https://openrouter.ai/settings/keys'},
      keyCheck: '/key',
    },
  ],
  [
    'gemini',
    {
      title: 'Google Gemini',
      kind: 'openai-compatible',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
      key: {variable: 'GEMINI_API_KEY', page: 'https://aistudio.google.com/apikey'},
      badKey: 400,
      prefix: 'models/',
    },
  ],
  [
    'groq',
    {
      title: 'Groq',
      kind: 'openai-compatible',
      baseUrl: 'https://api.groq.com/openai/v1',
      key: {variable: 'GROQ_API_KEY', page: 'https://console.groq.com/keys'},
    },
  ],
  [
    'ollama',
    {
      title: 'Ollama',
      kind: 'openai-compatible',
      baseUrl: 'http://localhost:11434/v1',
      start: 'ollama serve',
      pull: 'ollama pull qwen3',
    },
  ],
  [
    'lmstudio',
    {
      title: 'LM Studio',
      kind: 'openai-compatible',
      baseUrl: 'http://localhost:1234/v1',
      start: 'lms server start',
      pull: 'lms get',
    },
  ],
]);

/** A known provider, or the address of another server. */
export type SetupRequest = {
  readonly provider?: string;
  readonly baseUrl?: string;
  /** The API key, or `$NAME` for an environment variable. Without it, the key that is there already, if any. */
  readonly key?: string;
};

/**
 * The number of tokens that a model reads at once. `model`: known by its name; `server`: its server says so;
 * `assumed`: nobody says so.
 */
export type ContextSize = {readonly tokens: number; readonly source: 'model' | 'server' | 'assumed'};

/** A number of tokens as a person types it: `8192`, `32k`, `1m`. Undefined if it isn't one, or is out of range. */
export const readTokens = (text: string): number | undefined => {
  const [, digits = '', unit = ''] = /^(\d[\d_., ]*)\s*([km]?)$/iu.exec(text.trim()) ?? [];
  const tokens = Number(digits.replaceAll(/\D/gu, '')) * (UNITS[unit.toLowerCase()] ?? 1);
  return tokens >= LEAST_TOKENS && tokens <= MOST_TOKENS ? tokens : undefined;
};

const UNITS: Readonly<Record<string, number>> = {k: 1_000, m: 1_000_000};
/** The range of `agent.contextTokens`. */
export const LEAST_TOKENS = 1_000;
export const MOST_TOKENS = 100_000_000;

/** The answer to "I have a subscription": `/setup` and `rooster setup` say the same. */
export const SUBSCRIPTION =
  'A subscription such as Claude Pro, Claude Max or ChatGPT Plus does not include API access, so Rooster needs an API ' +
  'key. The provider bills it by use, and its page for keys shows the prices. Ollama runs models on this machine and costs nothing.';
