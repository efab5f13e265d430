// The room of Signal: there while the configuration names an account or an endpoint, opened anew when it names another one. It
// is loaded when it is needed, so that a daemon without Signal stays small.

import type {ChannelStatus} from '../shared/events/gateway-event.ts';
import {present} from '../shared/fields/present.ts';
import {errorMessage} from '../shared/records/gateway-error.ts';
import {openSignal, type SignalChannel} from './channels/signal/channel.ts';
import type {Config, SignalConfig} from './config/config-schema.ts';
import {type OutboxDrain, startOutboxDrain} from './delivery/outbox-drain.ts';
import {type ChatCommandDeps, createChatCommands} from './flows/chat/chat-commands.ts';
import {createInboundHandler} from './flows/chat/hear-person.ts';
import type {InboundHandler, TakeAnswer, World} from './ports.ts';
import type {Router} from './router.ts';
import {resolveRoute, userAt} from './routing/resolve-route.ts';
import {createContactNames} from './sessions/names.ts';
import type {SessionIndex} from './sessions/session-index.ts';
import {createFolder} from './workspace/folder.ts';

type SignalRoomDeps = World & {
  readonly config: () => Config;
  readonly database: string;
  readonly workspace: string;
  readonly router: Router;
  readonly index: SessionIndex;
  /** What commands in a chat are carried out with. */
  readonly commands: Omit<ChatCommandDeps, 'store' | 'clock'>;
  /** Acts on answers to reminders. */
  readonly takeAnswer?: TakeAnswer;
};

export type SignalRoom = AsyncDisposable & {
  /** The channel as it now is; undefined while Signal is not configured. */
  readonly channel: () => SignalChannel | undefined;
  readonly status: () => ChannelStatus | undefined;
  /** The configuration has changed: the bridge follows it. Resolves when it has. */
  readonly follow: () => Promise<void>;
  /** Looks for deliveries to send at once. */
  readonly reschedule: () => void;
  /** Brings nothing more to the agent: what arrives waits in the inbox for the next start. What is to be sent still leaves. */
  readonly stopIntake: () => Promise<void>;
};

type Open = {readonly channel: SignalChannel; readonly pump: OutboxDrain; readonly listening: AsyncDisposable};

/** What hears people on Signal, whichever channel brings it. */
export const createSignalInboundHandler = (deps: SignalRoomDeps): InboundHandler =>
  createInboundHandler({
    ...deps,
    resolveRoute: inbound => resolveRoute(deps.config(), {...inbound, text: '', at: 0}),
    commands: createChatCommands({...deps, ...deps.commands}),
    outbox: deps.commands.outbox,
  });

export const createSignalRoom = (deps: SignalRoomDeps): SignalRoom => {
  const {store, log, config, database} = deps;
  const files = createFolder(deps.workspace);
  const handler = createSignalInboundHandler(deps);
  let open: Open | undefined;
  let trouble: ChannelStatus | undefined;
  let asked = '';
  let closed = false;
  let work: Promise<void> = Promise.resolve();

  const tell = (status: ChannelStatus): void => {
    try {
      store.transact(emit => emit({type: 'channel.status', ...status}));
    } catch (error) {
      log.warn({because: errorMessage(error)}, 'The state of Signal could not be told.');
    }
    if (status.outbound === 'up') open?.pump.reschedule();
  };

  const openWith = async (signal: SignalConfig): Promise<void> => {
    try {
      const channel = openSignal({
        ...deps,
        config: signal,
        database,
        files,
        users: () => config().users,
        agentName: () => config().agent.id,
        groupReplies: () => config().signal?.groupReplies ?? 'mention',
        refusal: (sender, group) => {
          const inbound = {channel: 'signal', sender, text: '', at: 0, ...present({group})};
          const route = resolveRoute(config(), inbound);
          return route.kind === 'refused' ? route.reason : undefined;
        },
        names: createContactNames({
          store,
          index: deps.index,
          agent: () => config().agent.id,
          isConfigured: address => userAt(config(), address) !== undefined,
        }),
        chance: Math.random,
        onStatus: tell,
      });
      const pump = startOutboxDrain({...deps, channel, jitter: Math.random});
      const listening = await channel.listen(handler);
      open = {channel, pump, listening};
      trouble = undefined;
    } catch (error) {
      trouble = {channel: 'signal', inbound: 'off', outbound: 'off', detail: errorMessage(error)};
      tell(trouble);
    }
  };

  const close = async (): Promise<void> => {
    const last = open;
    open = undefined;
    trouble = undefined;
    await last?.listening[Symbol.asyncDispose]();
    await last?.pump[Symbol.asyncDispose]();
    await last?.channel[Symbol.asyncDispose]();
  };

  const follow = async (): Promise<void> => {
    // What is open now stays so until the last words have left.
    if (closed) return;
    const {signal} = config();
    const wanted = wayTo(signal);
    if (wanted === asked) {
      open?.channel.meetPeople();
      return;
    }
    asked = wanted;
    const had = open !== undefined || trouble !== undefined;
    await close();
    if (signal !== undefined && !closed) await openWith(signal);
    else if (had && !closed) tell({channel: 'signal', inbound: 'off', outbound: 'off'});
  };

  return {
    channel: () => open?.channel,
    status: () => open?.channel.status() ?? trouble,
    follow: () => {
      work = work.then(follow);
      return work;
    },
    reschedule: () => open?.pump.reschedule(),
    stopIntake: async () => {
      closed = true;
      await work;
      await open?.listening[Symbol.asyncDispose]();
    },
    [Symbol.asyncDispose]: async () => {
      closed = true;
      work = work.then(close);
      await work;
    },
  };
};

/** What makes it another bridge: who is served is asked each time. */
const wayTo = (signal: SignalConfig | undefined): string =>
  signal === undefined ? '' : JSON.stringify([signal.account, signal.endpoint, signal.command]);
