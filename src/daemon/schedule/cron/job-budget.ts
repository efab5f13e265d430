// Tracks a job's usage of today in the job's zone and compares the usage with the limits. Pure except for the cursor of
// the day.

import {isRecord} from '../../../shared/fields/is-record.ts';
import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import type {Cost, Run} from '../../../shared/records/jobs/jobs.ts';
import type {Price} from '../../../shared/records/jobs/price.ts';
import type {Usage} from '../../../shared/records/turn.ts';
import {formatMoney} from '../../../shared/text/money.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {wallTimeAt} from '../../../shared/time/zone.ts';
import type {CursorStore} from '../../ports/store.ts';
import {costOf} from '../run-cost.ts';

export type Spent = {readonly tokens: number; readonly cost?: Cost};

type JobName = Pick<CronDefinition, 'name' | 'zone'>;

export const spentToday = (cursors: CursorStore, job: JobName, now: EpochMs): Spent => {
  const kept: unknown = JSON.parse(cursors.get(spentKey(job.name)) || '{}');
  if (!isRecord(kept) || kept['day'] !== dayOf(job, now)) return NOTHING;
  const {tokens, amount, currency} = kept;
  const cost = typeof amount === 'number' && typeof currency === 'string' ? {amount, currency} : undefined;
  return {tokens: Number(tokens), cost};
};

/** Adds the usage of a run since the last count. Call this in a transaction. */
export const spend = (cursors: CursorStore, job: JobName, before: Run, after: Run, now: EpochMs): void => {
  const tokens = tokensOf(after) - tokensOf(before);
  if (tokens <= 0) return;
  const spent = spentToday(cursors, job, now);
  const amount = (spent.cost?.amount ?? 0) + (after.cost?.amount ?? 0) - (before.cost?.amount ?? 0);
  const currency = after.cost?.currency ?? spent.cost?.currency;
  const day = dayOf(job, now);
  cursors.set(spentKey(job.name), JSON.stringify({day, tokens: spent.tokens + tokens, amount, currency}));
};

type Budget = {
  readonly job: Pick<CronDefinition, 'name' | 'limits'>;
  readonly spent: Spent;
  /** The model of the next call, and its price. */
  readonly model: string;
  readonly price: Price | undefined;
  /** The usage of the current turn so far. */
  readonly usage?: Usage;
};

/** The reason why the model may not be called, as a sentence. */
export const overBudget = ({
  job: {name, limits = {}},
  spent,
  model,
  price,
  usage = NO_USAGE,
}: Budget): string | undefined => {
  const {tokensPerDay, moneyPerDay} = limits;
  const tokens = spent.tokens + usage.inputTokens + usage.outputTokens;
  if (tokensPerDay !== undefined && tokens >= tokensPerDay)
    return `${name} has used its ${tokensPerDay.toLocaleString('en-US')} tokens for today.`;
  if (moneyPerDay === undefined) return undefined;
  if (price === undefined)
    return `${name} has a limit in money, but the price of ${model} isn't known. Set it under "prices" in the configuration.`;
  const amount = (spent.cost?.amount ?? 0) + (costOf(usage, price)?.amount ?? 0);
  if (amount < moneyPerDay) return undefined;
  return `${name} has used its ${formatMoney({amount: moneyPerDay, currency: price.currency})} for today.`;
};

/** True once a day, for the first notice of that day. Call this in a transaction. */
export const isFirstNoticeToday = (cursors: CursorStore, job: JobName, now: EpochMs): boolean => {
  const day = dayOf(job, now);
  if (cursors.get(noticeKey(job.name)) === day) return false;
  cursors.set(noticeKey(job.name), day);
  return true;
};

const dayOf = ({zone}: JobName, now: EpochMs): string => {
  const {year, month, day} = wallTimeAt(now, zone);
  return `${year}-${month}-${day}`;
};

const tokensOf = ({tokens}: Run): number => (tokens === undefined ? 0 : tokens.input + tokens.output);

const spentKey = (name: string): string => `cron.spent:${name}`;
const noticeKey = (name: string): string => `cron.limitTold:${name}`;
const NOTHING: Spent = {tokens: 0};
const NO_USAGE: Usage = {inputTokens: 0, outputTokens: 0};
