// The types of the loaded configuration. config-fields.ts has the allowed values, defaults and descriptions.

import {
  type Address,
  addressOf,
  channelOf,
  groupOf,
  isProgram,
  TERMINAL,
  targetOf,
} from '../../shared/records/address.ts';
import type {AskTable} from '../../shared/records/approval.ts';
import type {ChannelName} from '../../shared/records/channels.ts';
import type {ReachKind} from '../../shared/records/delivery/escalation.ts';
import type {HostSetting} from '../../shared/records/host.ts';
import type {JobLimits} from '../../shared/records/jobs/cron-job.ts';
import type {Price} from '../../shared/records/jobs/price.ts';
import type {MailOauth} from '../../shared/records/setup/mail-oauth.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {Secret, SecretSource} from '../ports/system.ts';
import type {HookConfig, HttpConfig, PingConfig, TargetConfig} from './http-config.ts';

export type ProviderConfig = {
  readonly kind: 'anthropic' | 'openai' | 'openai-compatible';
  readonly baseUrl?: string;
  readonly apiKey?: SecretSource;
};

export type UserConfig = {
  readonly name: string;
  readonly trust: Trust;
  readonly timezone?: string;
  /** Their language and country: `de-DE`. */
  readonly locale?: string;
  readonly match: readonly Address[];
  /** `one` conversation over all their addresses, or one for `each` address. @default one */
  readonly conversation?: 'one' | 'each';
  /** Their ways in order: channels or addresses, for everything or by kind. Absent: all addresses at once. */
  readonly reach?: ReachConfig;
  /** Time for a way to confirm, in seconds or as written. */
  readonly reachAfter?: string | number;
  /** Their quiet hours. */
  readonly quiet?: QuietConfig;
  /** The time of day, `08:00`, at which they get what waited. @default the end of the quiet hours */
  readonly digest?: string;
};

export type QuietDay = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

/** `22:00-07:00`, or that on some days, in another zone, or all the time until an instant. */
export type QuietConfig =
  | string
  | {
      readonly hours?: string;
      /** The days on which the hours begin. @default every day */
      readonly days?: readonly QuietDay[];
      readonly zone?: string;
      readonly until?: string;
    };

/** Without a list for a kind, it goes to all addresses at once. */
export type ReachConfig = readonly string[] | Readonly<Partial<Record<ReachKind, readonly string[]>>>;

/** An address as text or in its two parts. */
export type CronTarget = Address | {readonly channel: string; readonly target: string};
export type CronDelivery = CronTarget | readonly CronTarget[];

export type CronConfig = {
  readonly name: string;
  readonly cron?: string;
  readonly start?: string;
  readonly at?: string;
  readonly after?: string;
  readonly timezone?: string;
  readonly message?: string;
  readonly gate?: string;
  readonly run?: string;
  /** The sandbox of its commands. Absent: they run without one. */
  readonly sandbox?: 'read-only' | 'workspace';
  readonly retry: 'auto' | 'never';
  readonly limits?: JobLimits;
  readonly user?: string;
  readonly deliver?: CronDelivery;
  readonly announce?: 'rephrase' | 'direct' | 'none';
  readonly missed?: 'skip' | 'once';
  readonly overlap: 'skip' | 'allow';
  readonly urgent?: boolean;
  readonly model?: string;
  readonly timeout?: string | number;
  readonly enabled: boolean;
};

export type SignalConfig = {
  readonly account?: string;
  readonly endpoint: string;
  readonly command: string;
  readonly groups: readonly string[];
  /** When the agent answers in a group: when mentioned or quoted, or to every message. */
  readonly groupReplies: 'mention' | 'always';
  /** `automatic`: a turn's text is sent. `by-tool`: only messages of the agent's signal_send are. */
  readonly replies: 'automatic' | 'by-tool';
  /** With `by-tool`: a turn that ends without a reply is reminded once. */
  readonly replyGuard: boolean;
  /** True if an unread message is deleted on the phone once its person has answered it elsewhere. @default false */
  readonly withdraw?: boolean;
};

/** The connection to an ntfy server. */
export type NtfyConfig = {
  readonly url: string;
  /** The topic of `ntfy:default`. The topic of `ntfy:NAME` is this one, a hyphen and the name. */
  readonly topic: string;
  readonly token?: Secret;
  /** The topic that a reminder's buttons publish to. Without it there are no buttons. */
  readonly replyTopic?: string;
  /** `hidden`: the server only learns that there is a message. @default text on a private network, else hidden */
  readonly content?: 'text' | 'hidden';
};

/** The program that shows messages on this machine, and its arguments. Without `sandbox` it runs without one. */
export type NotifyConfig = {readonly command: readonly string[]; readonly sandbox?: 'read-only' | 'workspace'};
export type SpeechConfig = NotifyConfig;

/** The mailbox that the agent reads and writes from. */
export type MailConfig = {
  /** The agent's own address. */
  readonly address: string;
  readonly name: string;
  /** Further addresses of its own. What comes from them is never answered. */
  readonly aliases: readonly string[];
  readonly imap: MailServer;
  readonly smtp: MailServer;
  /** The folder that it reads. */
  readonly folder: string;
  /** The folder for copies of what it sends. @default the one that the server names */
  readonly sent?: string;
  /** `automatic`: a turn's text is sent. `by-tool`: only messages of the agent's mail_send are. */
  readonly replies: 'automatic' | 'by-tool';
  /** With `by-tool`: a turn that ends without a reply is reminded once. */
  readonly replyGuard: boolean;
  /** The receiver whose Authentication-Results count. Without it, Rooster checks signatures itself. */
  readonly authserv?: string;
  /** Domains that sign mail for an address, where they differ from its own. */
  readonly signers: Readonly<Record<string, string>>;
};

export type MailServer = {
  readonly host: string;
  readonly port: number;
  /** `tls` from the start, `starttls` after a greeting, or `none` on this machine only. */
  readonly security: 'tls' | 'starttls' | 'none';
  /** @default the address */
  readonly user?: string;
  readonly password?: SecretSource;
  readonly oauth?: MailOauth;
};

/** The provider of the web search. */
export type SearchConfig = {
  readonly provider: 'searxng' | 'brave' | 'tavily' | 'kagi' | 'duckduckgo';
  /** @default the provider's own address */
  readonly url?: string;
  readonly key?: Secret;
  /** Its host name may mean a private address. An IP address in the URL means itself. */
  readonly private: boolean;
};

/** Number of messages that one source may send before it is refused for a while. */
export type LimitsConfig = {
  /** For one person on a channel. */
  readonly personPerMinute: number;
  /** For the terminal and the command together. */
  readonly operatorPerMinute: number;
  /** For one session into others, and for all alarms together. */
  readonly injectionsPerMinute: number;
  /** For alarms, timers of other programs and other conversations, in one conversation. */
  readonly wakesPerDay: number;
};

/** The agent's rights without asking. */
export type PolicyConfig = {
  /** The sandbox of commands. `full`: none, and each command asks. `off`: none, and nothing asks. */
  readonly sandbox: 'read-only' | 'workspace' | 'full' | 'off';
  /** The hosts that commands in the sandbox may reach: names, or `*.example.com`. */
  readonly hosts: readonly string[];
  /** The sandbox of people with trust `inner`. Absent: they run no commands. */
  readonly inner?: 'read-only' | 'workspace';
  /** Secrets that commands in the sandbox send to their hosts without knowing them, by the name of their variable. */
  readonly secrets: Readonly<Record<string, LentSecret>>;
  readonly ask: AskTable;
  /** The time that a question waits for its answer, as written; a bare number is minutes. */
  readonly deadline: string | number;
};

export type LentSecret = {readonly secret: SecretSource; readonly hosts: readonly string[]};

/** Settings for times in words. */
export type TimeConfig = {
  /** The meaning of a bare hour of 1 to 6: "tuesday at 3". */
  readonly bareHours?: 'afternoon' | 'as-said';
  /** `de-DE`: the order of day and month, and the language of answers. */
  readonly locale?: string;
  /** The time of a day that is named without one, `09:00`. */
  readonly morning?: string;
  /** In degrees, north and east positive: for sunrise and sunset. */
  readonly place?: {readonly latitude: number; readonly longitude: number};
  /** `DE`, `DE-BY`: whose public holidays aren't working days. */
  readonly region?: string;
};

/** The loaded configuration: complete, valid, frozen. */
export type Config = {
  /** The default time zone of users. By default the system's. */
  readonly timezone: string;
  readonly time: TimeConfig;
  readonly agent: {
    readonly id: string;
    /** `offline`, `anthropic/<model>`, `openai/<model>` or `<provider name>/<model>`. */
    readonly model: string;
    /** Tried in order when the model fails. */
    readonly fallbacks: readonly string[];
    /** The context size of a model whose own is unknown. */
    readonly contextTokens?: number;
  };
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  /** Never empty. One user always has a terminal address: `owner` with full trust, if the file names nobody. */
  readonly users: readonly UserConfig[];
  readonly cron: readonly CronConfig[];
  readonly signal?: SignalConfig;
  readonly ntfy?: NtfyConfig;
  readonly notify?: NotifyConfig;
  readonly mail?: MailConfig;
  readonly speech?: SpeechConfig;
  /** Absent: nothing listens. */
  readonly http?: HttpConfig;
  readonly hooks: Readonly<Record<string, HookConfig>>;
  /** Absent: no watcher is told that the daemon lives. */
  readonly ping?: PingConfig;
  /** Absent: there is no web search. */
  readonly search?: SearchConfig;
  /** Programs that Rooster sends requests to: the addresses `hook:NAME`. */
  readonly targets: Readonly<Record<string, TargetConfig>>;
  readonly heartbeat: {readonly enabled: boolean; readonly idleMinutes: number; readonly continueMinutes: number};
  readonly reflection: {readonly enabled: boolean; readonly idleMinutes: number};
  readonly limits: LimitsConfig;
  readonly policy: PolicyConfig;
  readonly update: {readonly source: string};
  readonly fleet?: FleetConfig;
  /** For the terminals of this machine; the daemon itself uses none. */
  readonly hosts: Readonly<Record<string, HostSetting>>;
  /** Prices of models by name, where they differ from the public lists. */
  /** Chosen keys of the terminal UI, by what they do. */
  readonly keys: Readonly<Record<string, string>>;
  readonly prices: Readonly<Record<string, Price>>;
};

/** Several daemons on one PostgreSQL. */
export type FleetConfig = {
  /** Its address, with the password. */
  readonly postgres: SecretSource;
  /** The cells that this daemon may hold: at least one. */
  readonly cells: readonly string[];
  /** The way for people's programs to this daemon: `ssh://me@server`, or the path of a socket. */
  readonly address?: string;
  /** The address of its HTTP port. */
  readonly http?: string;
};

/** The addresses of a job's result, each once. */
export const addressesOf = (delivery: CronDelivery | undefined): readonly Address[] => {
  const targets = delivery === undefined ? [] : isList(delivery) ? delivery : [delivery];
  return [...new Set(targets.map(target => (typeof target === 'string' ? target : addressOf(target))))];
};

const isList = (delivery: CronDelivery): delivery is readonly CronTarget[] => Array.isArray(delivery);

/** True for the address of a configured user, the terminal, a group that the agent serves, or a target. */
export const isServed = (config: Pick<Config, 'users' | 'signal' | 'targets'>, address: Address): boolean => {
  if (isProgram(address)) return Object.hasOwn(config.targets, targetOf(address));
  const group = groupOf(address);
  if (group !== undefined) return servesGroup(config, channelOf(address), group);
  return address === TERMINAL || config.users.some(({match}) => match.includes(address));
};

/** True if the agent serves a group of a channel. */
export const servesGroup = (config: Pick<Config, 'signal'>, channel: string, group: string): boolean =>
  Object.hasOwn(GROUPS, channel) && GROUPS[channel as ChannelName](config).includes(group);

/** The groups that the agent serves, by channel. */
const GROUPS: Readonly<Record<ChannelName, (config: Pick<Config, 'signal'>) => readonly string[]>> = {
  terminal: () => [],
  signal: ({signal}) => signal?.groups ?? [],
  ntfy: () => [],
  notify: () => [],
  hook: () => [],
  mail: () => [],
};
