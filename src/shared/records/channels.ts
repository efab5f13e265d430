// The channels, and what holds for each. A new channel doesn't compile until its entry is complete.

/** How people reach the agent. Deliveries to one that isn't set up wait until it is. */
export const CHANNELS = ['terminal', 'signal'] as const;
export type ChannelName = (typeof CHANNELS)[number];

type ChannelFacts = {
  /** At the beginning of a sentence. */
  readonly label: string;
  /** The only target an address may have there; undefined where the channel knows who is there. */
  readonly onlyTarget: string | undefined;
  /** Whether something reaches a person there who isn't looking. */
  readonly isPushable: boolean;
  /** What to do where it isn't set up; undefined where it always is. */
  readonly setUp: string | undefined;
};

const CHANNEL_FACTS: Readonly<Record<ChannelName, ChannelFacts>> = {
  terminal: {label: 'The terminal', onlyTarget: 'default', isPushable: false, setUp: undefined},
  signal: {label: 'Signal', onlyTarget: undefined, isPushable: true, setUp: 'rooster signal link'},
};

/** The facts of a channel; undefined for a name that no channel has. */
export const channelFacts = (name: string): ChannelFacts | undefined =>
  Object.hasOwn(CHANNEL_FACTS, name) ? CHANNEL_FACTS[name as ChannelName] : undefined;
