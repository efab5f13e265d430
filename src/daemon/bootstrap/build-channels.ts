// Builds the channels and the outbox.

import type {ChannelStatus, Problem} from '../../shared/events/gateway-event.ts';
import {CHANNELS, type ChannelName} from '../../shared/records/channels.ts';
import {startOutboxDrain} from '../delivery/outbox-drain.ts';
import {watchUnserved} from '../delivery/unserved.ts';
import {createOutboxService, type OutboxService} from '../flows/outbox-service.ts';
import {createReachService, type ReachService} from '../flows/reach/reach-service.ts';
import type {Channel} from '../ports/channel.ts';
import type {SignalService} from '../rpc/signal-methods.ts';
import {CHANNEL_ENTRIES, type ConnectOptions, connectChannel} from './channels/channel-entries.ts';
import {createSignalService} from './signal/signal-service.ts';

/** Disposing closes the channels. Dispose `intake` and `sending` first. */
export type ChannelsPart = AsyncDisposable & {
  readonly statuses: () => readonly ChannelStatus[];
  /** The open channel of this name. */
  readonly named: (name: string) => Channel | undefined;
  readonly outbox: OutboxService;
  readonly signal: SignalService & AsyncDisposable;
  readonly reach: ReachService;
  /** One problem for each channel that isn't set up but has messages waiting. */
  readonly problems: () => readonly Problem[];
  /** Sends waiting deliveries. Disposing gives the last ones a short time to leave. */
  readonly sending: AsyncDisposable;
  /** Disposing stops the intake. New messages wait for the next start. */
  readonly intake: AsyncDisposable;
  /** Opens and closes channels to match the current configuration. */
  readonly follow: () => void;
  /** Closes and opens a channel that can be opened again, for what the configuration doesn't show. */
  readonly reopen: (name: ChannelName) => Promise<void>;
};

export const buildChannels = (options: ConnectOptions): ChannelsPart => {
  const {store, channels = []} = options;
  const {world, config} = store;
  const byName = new Map(CHANNELS.map(name => [name, connectChannel(name, options)]));
  const connections = [...byName.values()].filter(connection => connection !== undefined);
  const drains = channels.map(channel => startOutboxDrain({...world, channel, jitter: Math.random}));
  const statuses = (): readonly ChannelStatus[] => [
    ...channels.map(channel => channel.status()),
    ...connections.flatMap(connection => connection.status() ?? []),
  ];
  const outbox = createOutboxService({
    ...world,
    reschedule: () => {
      for (const sender of [...drains, ...connections]) sender.reschedule();
    },
    statusOf: name => statuses().find(({channel}) => channel === name),
    zoneOf: store.people.zoneOf,
  });
  const sending = (): readonly ChannelName[] => CHANNELS.filter(name => CHANNEL_ENTRIES[name].sends(config.current()));
  const unserved = watchUnserved({...world, served: () => [...channels.map(({name}) => name), ...sending()]});
  return {
    statuses,
    named: name =>
      channels.find(channel => channel.name === name) ??
      connections.map(connection => connection.channel()).find(channel => channel?.name === name),
    outbox,
    signal: createSignalService({
      ...world,
      places: options.places,
      config,
      canonical: store.people.canonical,
      channels,
      others: () => sending().filter(name => name !== 'signal'),
      outbox: options.services.outbox,
      outboxService: outbox,
      connection: options.signal,
    }),
    reach: createReachService({
      ...world,
      config: config.current,
      canonical: store.people.canonical,
      statuses,
      seen: options.services.terminals.seen,
      reach: options.services.reach,
    }),
    problems: unserved.problems,
    sending: closedTogether(drains),
    intake: {
      [Symbol.asyncDispose]: async () => {
        for (const connection of connections) await connection.stopIntake();
      },
    },
    follow: () => {
      for (const connection of connections) void connection.follow();
    },
    reopen: async name => byName.get(name)?.reopen?.(),
    [Symbol.asyncDispose]: async () => {
      await closedTogether(connections)[Symbol.asyncDispose]();
      unserved[Symbol.dispose]();
    },
  };
};

const closedTogether = (all: readonly AsyncDisposable[]): AsyncDisposable => {
  const stack = new AsyncDisposableStack();
  for (const one of all) stack.use(one);
  return stack;
};
