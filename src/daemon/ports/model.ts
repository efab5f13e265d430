// Language models, in the order to try them.
import type {LanguageModelV4} from '@ai-sdk/provider';

/** The AI SDK's own interface, so any of its providers fits. */
export type Model = LanguageModelV4;

/** A model chosen by configuration, in the order to try. */
export interface Models {
  /**
   * The models to try for a turn, best first: `wanted` (a job's own) or `agent.model`, then the fallbacks. Loads their
   * packages.
   */
  candidates(wanted?: string): Promise<readonly ModelChoice[]>;
}

export type ModelChoice = {
  /** The name in the configuration: `anthropic/<model>`, `offline`, … */
  readonly name: string;
  readonly model: Model;
  /** Size of the context window in tokens, as far as known. */
  readonly contextTokens: number;
  /** The model accepts images. */
  readonly sees?: true;
  /** The environment variable of the API key, if it is unset. Requests go out without a key then. */
  readonly unsetVariable?: string;
};
