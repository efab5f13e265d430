// Sums up the tokens of a run's turns and of those that announced it, with their cost.
import type {Cost, Run} from '../../shared/records/jobs/jobs.ts';
import type {Price} from '../../shared/records/jobs/price.ts';
import type {Turn, Usage} from '../../shared/records/turn.ts';
import type {Store} from '../ports/store.ts';

export type PriceOf = (model: string) => Price | undefined;

/**
 * Nothing where no model was asked; no cost where one of its models has no known price, or they are paid in two
 * currencies.
 */
export const spentBy = (
  {messages, turns}: Pick<Store, 'messages' | 'turns'>,
  {id}: Pick<Run, 'id'>,
  priceOf: PriceOf,
): Pick<Run, 'tokens' | 'cost'> => {
  const ids = new Set(messages.ofRun(id).flatMap(({turnId}) => turnId ?? []));
  const used = [...ids].flatMap(turnId => usedBy(turns.get(turnId)));
  if (used.length === 0) return {};
  const sum = (pick: (usage: Usage) => number): number => used.reduce((all, {usage}) => all + pick(usage), 0);
  const tokens = {input: sum(usage => usage.inputTokens), output: sum(usage => usage.outputTokens)};
  const costs = used.map(({model, usage}) => costOf(usage, priceOf(model)));
  return {tokens, cost: total(costs)};
};

export const costOf = ({inputTokens, outputTokens}: Usage, price: Price | undefined): Cost | undefined =>
  price && {
    amount: (inputTokens * price.input + outputTokens * price.output) / MILLION,
    currency: price.currency,
  };

const usedBy = (turn: Turn | undefined): readonly {readonly model: string; readonly usage: Usage}[] => {
  const {usage, model = ''} = turn ?? {};
  return usage === undefined || usage.inputTokens + usage.outputTokens === 0 ? [] : [{model, usage}];
};

const total = (costs: readonly (Cost | undefined)[]): Cost | undefined => {
  const [first] = costs;
  if (first === undefined || costs.some(cost => cost?.currency !== first.currency)) return undefined;
  return {amount: costs.reduce((sum, cost) => sum + (cost?.amount ?? 0), 0), currency: first.currency};
};

const MILLION = 1_000_000;
