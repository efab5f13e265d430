// Prices of models, in USD per million tokens, by the public price lists of March 2026. The configuration's `prices`
// come first; a model in neither is counted in tokens alone. Discounts for cached or batched input are left out: the
// sums are an upper bound.
import type {Price} from '../../shared/records/jobs/price.ts';

/** `name` as in the configuration: `anthropic/<model>`, `openai/<model>`, `<provider>/<model>`. */
export const priceOf = (name: string, configured: Readonly<Record<string, Price>>): Price | undefined => {
  if (Object.hasOwn(configured, name)) return configured[name];
  // A later release of a model keeps its price: `gpt-5-2025-08-07`, `claude-opus-4-5-20251101`.
  const known = PRICES.get(name.replace(DATE, ''));
  return known && {input: known[0], output: known[1], currency: 'USD'};
};

const DATE = /-(?:\d{8}|\d{4}-\d{2}-\d{2})$/u;

const PRICES: ReadonlyMap<string, readonly [input: number, output: number]> = new Map([
  ['anthropic/claude-opus-4-6', [5, 25]],
  ['anthropic/claude-opus-4-5', [5, 25]],
  ['anthropic/claude-opus-4-1', [15, 75]],
  ['anthropic/claude-opus-4-0', [15, 75]],
  ['anthropic/claude-opus-4', [15, 75]],
  ['anthropic/claude-sonnet-4-6', [3, 15]],
  ['anthropic/claude-sonnet-4-5', [3, 15]],
  ['anthropic/claude-sonnet-4-0', [3, 15]],
  ['anthropic/claude-sonnet-4', [3, 15]],
  ['anthropic/claude-haiku-4-5', [1, 5]],
  ['anthropic/claude-3-haiku', [0.25, 1.25]],
  ['openai/gpt-5.4', [2.5, 15]],
  ['openai/gpt-5.1', [1.25, 10]],
  ['openai/gpt-5', [1.25, 10]],
  ['openai/gpt-5-codex', [1.25, 10]],
  ['openai/gpt-5-pro', [15, 120]],
  ['openai/gpt-5-mini', [0.25, 2]],
  ['openai/gpt-5-nano', [0.05, 0.4]],
  ['openai/gpt-4.1', [2, 8]],
  ['openai/gpt-4.1-mini', [0.4, 1.6]],
  ['openai/gpt-4.1-nano', [0.1, 0.4]],
  ['openai/gpt-4o', [2.5, 10]],
  ['openai/gpt-4o-mini', [0.15, 0.6]],
  ['openai/o3', [2, 8]],
  ['openai/o4-mini', [1.1, 4.4]],
]);
