// The shape of the configuration in force. What each key may hold, with its default and its sentence, is in config-fields.ts.
import {type Address, addressOf, channelOf, groupOf, TERMINAL} from '../../shared/records/address.ts';
import type {ChannelName} from '../../shared/records/channels.ts';
import type {Trust} from '../../shared/records/trust.ts';

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

/** An address as it is written, or in its two parts. */
export type CronTarget = Address | {readonly channel: string; readonly target: string};
export type CronDelivery = CronTarget | readonly CronTarget[];

export type CronConfig = {
  readonly name: string;
  readonly cron: string;
  readonly timezone?: string;
  readonly message: string;
  readonly user?: string;
  readonly deliver?: CronDelivery;
  readonly announce: 'rephrase' | 'direct' | 'none';
  readonly missed: 'skip' | 'once';
  readonly overlap: 'skip' | 'allow';
  readonly model?: string;
  /** How long it may work, as it is written. */
  readonly timeout?: string | number;
  readonly enabled: boolean;
};

export type SignalConfig = {
  readonly account?: string;
  readonly endpoint: string;
  readonly command: string;
  readonly groups: readonly string[];
  /** When the agent speaks in a group it serves: when it is mentioned or quoted, or after every message. */
  readonly groupReplies: 'mention' | 'always';
};

/** How many messages may enter from one source, before it is refused for a while. */
export type LimitsConfig = {
  /** From one person on a channel. */
  readonly personPerMinute: number;
  /** From the terminal and the command together. */
  readonly operatorPerMinute: number;
  /** From one session into others, and from all alarms together. */
  readonly injectionsPerMinute: number;
  /** From the alarms of one conversation. */
  readonly wakesPerDay: number;
};

/** The configuration in force: complete, valid, frozen. */
export type Config = {
  /** The zone of whoever has none of their own; the system's by default. */
  readonly timezone: string;
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
  /** Never empty, and somebody in it is always met at the terminal: `owner`, trust full, where the file names nobody. */
  readonly users: readonly UserConfig[];
  readonly cron: readonly CronConfig[];
  readonly signal?: SignalConfig;
  readonly heartbeat: {readonly enabled: boolean; readonly idleMinutes: number; readonly continueMinutes: number};
  readonly reflection: {readonly enabled: boolean; readonly idleMinutes: number};
  readonly limits: LimitsConfig;
};

/** Where the result of a job goes, each address once. */
export const addressesOf = (delivery: CronDelivery | undefined): readonly Address[] => {
  const targets = delivery === undefined ? [] : isList(delivery) ? delivery : [delivery];
  return [...new Set(targets.map(target => (typeof target === 'string' ? target : addressOf(target))))];
};

const isList = (delivery: CronDelivery): delivery is readonly CronTarget[] => Array.isArray(delivery);

/** Whether anybody who is configured is at an address: a user, the person at the terminal, or a group the agent serves. */
export const isServed = (config: Pick<Config, 'users' | 'signal'>, address: Address): boolean => {
  const group = groupOf(address);
  if (group !== undefined) return servesGroup(config, channelOf(address), group);
  return address === TERMINAL || config.users.some(({match}) => match.includes(address));
};

/** Whether the agent answers in a group of a channel. */
export const servesGroup = (config: Pick<Config, 'signal'>, channel: string, group: string): boolean =>
  Object.hasOwn(GROUPS, channel) && GROUPS[channel as ChannelName](config).includes(group);

/** The groups of each channel that the agent serves. */
const GROUPS: Readonly<Record<ChannelName, (config: Pick<Config, 'signal'>) => readonly string[]>> = {
  terminal: () => [],
  signal: ({signal}) => signal?.groups ?? [],
};
