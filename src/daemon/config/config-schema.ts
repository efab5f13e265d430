// The shape of the configuration. Its checker stands beside it in check-config.ts.
import type {Address} from '../../shared/address.ts';
import type {Trust} from '../../shared/trust.ts';

/** A secret: written out, or the name of an environment variable that holds it. */
export type Secret = string | {readonly env: string};

export type ProviderConfig = {
  readonly kind: 'anthropic' | 'openai' | 'openai-compatible';
  readonly baseUrl?: string;
  readonly apiKey?: Secret;
};

export type UserConfig = {
  readonly name: string;
  readonly trust: Trust;
  readonly timezone?: string;
  /** Addresses at which this person is met. */
  readonly match: readonly Address[];
};

export type CronConfig = {
  readonly name: string;
  readonly cron: string;
  readonly timezone?: string;
  readonly message: string;
  readonly user?: string;
  readonly deliver?: {readonly channel: string; readonly target: string};
  readonly announce: 'rephrase' | 'direct' | 'none';
  readonly missed: 'skip' | 'once';
  readonly enabled: boolean;
};

export type SignalConfig = {
  readonly account?: string;
  readonly endpoint: string;
  readonly command: string;
  readonly groups: readonly string[];
};

/** The configuration in force: complete, valid, frozen. */
export type Config = {
  readonly agent: {
    readonly id: string;
    /** `offline`, `anthropic/<model>`, `openai/<model>` or `<provider name>/<model>`. */
    readonly model: string;
    /** Tried in order when the model cannot answer. */
    readonly fallbacks: readonly string[];
    /** The window to assume for a model whose own is not known. */
    readonly contextTokens?: number;
  };
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  readonly users: readonly UserConfig[];
  readonly cron: readonly CronConfig[];
  readonly signal?: SignalConfig;
  readonly heartbeat: {readonly idleMinutes: number; readonly continueMinutes: number};
  readonly reflection: {readonly idleMinutes: number};
};
