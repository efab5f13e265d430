// Language models, in the order to try them.
import type {LanguageModelV4} from '@ai-sdk/provider';

/** A language model: the AI SDK's own interface, so that any of its providers fits. */
export type Model = LanguageModelV4;

/** A model chosen by configuration, in the order to try. */
export interface Models {
  /** The models to try for a turn, best first: `agent.model` (or the job's own), then the fallbacks. Loads what it needs. */
  candidates(wanted?: string): Promise<readonly ModelChoice[]>;
}

export type ModelChoice = {
  /** As the configuration writes it: `anthropic/<model>`, `offline`, … */
  readonly name: string;
  readonly model: Model;
  /** How many tokens fit into its window, as far as is known. */
  readonly contextTokens: number;
  /** It can be shown pictures. */
  readonly sees?: true;
  /** The variable of the environment that was to hold its key, where it holds none: none is sent. */
  readonly unsetVariable?: string;
};
