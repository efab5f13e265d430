// Builds the channels and the outbox.
import type {ChannelStatus} from '../../shared/events/gateway-event.ts';
import {CHANNELS, type ChannelName} from '../../shared/records/channels.ts';
import {watchUnserved} from '../delivery/unserved.ts';
import {createOutboxService} from '../flows/outbox-service.ts';
import {createReachService} from '../flows/reach/reach-service.ts';
import {startSending} from './channels/channel-connection.ts';
import {connectNamed, sendingChannels} from './channels/channel-entries.ts';
import type {ChannelsPart, ConnectOptions} from './parts.ts';
import {createSignalService} from './signal/signal-service.ts';

export const buildChannels = (options: ConnectOptions): ChannelsPart => {
  const {core, config} = options;
  const ending = new AbortController();
  // Turns go on for a while then. A voice message that is being heard is heard again by the next daemon.
  const listening = {...options, core: {...core, closing: AbortSignal.any([core.closing, ending.signal])}};
  const byName = new Map(CHANNELS.map(name => [name, connectNamed(name, listening)]));
  const connections = [...byName.values()].filter(connection => connection !== undefined);
  const injected = (options.channels ?? []).map(channel => startSending(core, options.gate, channel));
  const channels = injected.map(({channel}) => channel);
  const drains = injected.map(({drain}) => drain);
  const statuses = (): readonly ChannelStatus[] => [
    ...channels.map(channel => channel.status()),
    ...connections.flatMap(connection => connection.status() ?? []),
  ];
  const outbox = createOutboxService({
    store: core.store,
    reschedule: () => {
      for (const sender of [...drains, ...connections]) sender.reschedule();
    },
    statusOf: name => statuses().find(({channel}) => channel === name),
    zoneOf: core.people.zoneOf,
  });
  const sending = (): readonly ChannelName[] => sendingChannels(core.config());
  const unserved = watchUnserved({...core, served: () => [...channels.map(({name}) => name), ...sending()]});
  return {
    statuses,
    named: name =>
      channels.find(channel => channel.name === name) ??
      connections.map(connection => connection.channel()).find(channel => channel?.name === name),
    outbox,
    signal: createSignalService({
      core,
      places: options.places,
      config,
      channels,
      others: () => sending().filter(name => name !== 'signal'),
      outboxService: outbox,
      connection: options.signal,
    }),
    reach: createReachService({...core, statuses, seen: options.terminals.seen}),
    problems: unserved.problems,
    sending: closedTogether(drains),
    intake: {
      [Symbol.asyncDispose]: async () => {
        ending.abort();
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
  for (const item of all) stack.use(item);
  return stack;
};
