// Builds the RPC methods, the event subscriptions and the socket server.
import {type Methods, PARAMS} from '../../ipc/method-table.ts';
import {type Handlers, type PeerConnection, servePeer, type Transport} from '../../ipc/wire/index.ts';
import type {ChannelStatus, GatewayEvent} from '../../shared/events/gateway-event.ts';
import {socketsOf} from '../../shared/records/places.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {SECOND} from '../../shared/time/time.ts';
import {shownConfig} from '../config/mask-secrets.ts';
import {withWays} from '../delivery/targets.ts';
import {exportCalendar} from '../flows/calendar/export-calendar.ts';
import {importCalendar} from '../flows/calendar/import-calendar.ts';
import {admit} from '../routing/admit.ts';
import {sayGoodbye} from '../rpc/goodbye.ts';
import {openSockets, type Sockets} from '../rpc/keep-sockets.ts';
import {createMethods} from '../rpc/methods.ts';
import type {RpcMethodsDeps} from '../rpc/services.ts';
import {takeSnapshot} from '../rpc/snapshot.ts';
import {createSubscriptions, type Subscriptions} from '../rpc/subscriptions.ts';
import {inTime} from '../system/time-limit.ts';
import {openMailSetup, openSetup} from './agent/open-setup.ts';
import {readCalendarFile} from './calendar/read-calendar-file.ts';
import type {RpcOptions} from './parts.ts';
import {type Connected, daemonStatus, greetingOf} from './status/daemon-status.ts';
import {trySandbox} from './status/try-sandbox.ts';

/** Disposing disconnects the clients. Dispose it last, so that they have received every event. */
type RpcPart = AsyncDisposable & {
  /** Opens the socket. Disposing the result refuses new clients and keeps the connected ones. */
  readonly open: () => Promise<AsyncDisposable>;
};

export const buildRpc = (options: RpcOptions): RpcPart => {
  const {clock, log, places} = options;
  const clients = new Set<PeerConnection>();
  const open = new Set<Sockets>();
  const subscriptions = subscriptionsOf(options);
  const following = options.agent.liveText.follow(subscriptions);
  const handlers = handlersOf(options, subscriptions, () => ({
    clients: clients.size,
    problems: [...open].flatMap(sockets => sockets.problems()),
  }));
  const onConnection = (transport: Transport): void => {
    const connection = servePeer<Methods>({
      greeting: 'hello',
      transport,
      handlers,
      parsers: PARAMS,
      clock,
      onError: (thrown, method) => log.error({error: thrown, method}, `${method} failed: ${errorMessage(thrown)}`),
      onClose: () => clients.delete(connection),
    });
    clients.add(connection);
  };
  return {
    open: async () => {
      const sockets = await openSockets({
        paths: socketsOf(places),
        clock,
        log,
        onConnection,
        onError: error => log.warn({error}, `Couldn't accept a connection: ${errorMessage(error)}`),
      });
      open.add(sockets);
      return sockets;
    },
    [Symbol.asyncDispose]: async () => {
      following[Symbol.dispose]();
      subscriptions[Symbol.dispose]();
      for (const client of clients) sayGoodbye(client, 'The daemon is stopping.');
      await inTime(Promise.all([...clients].map(client => client.closed)), GOODBYE_MS, clock);
    },
  };
};

const subscriptionsOf = ({core, config, agent, schedule, channels}: RpcOptions): Subscriptions => {
  const {store, index, clock, log} = core;
  const {person} = core.people;
  return createSubscriptions({
    eventsAfter: (since, limit) => store.events.after(since, limit)?.map(shownEvent(withWays(person))),
    currentSeq: () => store.events.seq,
    snapshot: () =>
      takeSnapshot({
        store,
        person,
        index,
        turns: agent.turns,
        cron: schedule.cron.list,
        channels: channels.statuses,
        problems: config.problems,
      }),
    onCommitted: listener => store.onCommitted(events => listener(events.map(shownEvent(withWays(person))))),
    clock,
    log,
  });
};

/** The event with where its reminder would ring now. */
const shownEvent =
  (shown: ReturnType<typeof withWays>) =>
  (event: GatewayEvent): GatewayEvent =>
    'reminder' in event ? {...event, reminder: shown(event.reminder)} : event;

const handlersOf = (
  options: RpcOptions,
  subscriptions: Subscriptions,
  connected: () => Connected,
): Handlers<Methods> => {
  const {core, config, open, services, agent, schedule, channels, sessionService, conversations, places} = options;
  return createMethods({
    core,
    names: options.names,
    router: agent.router,
    sessionService,
    conversations,
    reminders: services.reminders,
    alarms: {...services.alarms, wakeNow: schedule.alarms.wakeNow},
    approvals: agent.approvals,
    outbox: channels.outbox,
    signal: channels.signal,
    mail: {
      status: () => channels.statuses().find(({channel}) => channel === 'mail') ?? MAIL_OFF,
      setup: openMailSetup(options),
    },
    setup: openSetup(options),
    reach: channels.reach,
    crossSession: agent.crossSession,
    terminals: options.terminals,
    calendar: calendarOf(options),
    admit: entrance => admit(core.config(), entrance, core.people.chatUser),
    cron: schedule.cron,
    cronEditor: agent.cronEditor,
    cronRead: services.cronFiles.whenRead,
    greeting: () => greetingOf(options),
    status: () => daemonStatus(options, connected()),
    trySandbox: () => trySandbox(options),
    subscribe: subscriptions.subscribe,
    stop: options.onStop,
    config: {
      get: key => ({path: places.config, config: shownConfig(core.config(), key)}),
      problems: config.problems,
      set: config.set,
    },
    dismiss: id => core.store.transact(() => open.setAside.dismiss(id, core.clock.now())),
    backUp: open.backups.create,
  });
};

const calendarOf = ({core, services, schedule}: RpcOptions): RpcMethodsDeps['calendar'] => ({
  export: () => exportCalendar({...core, jobs: () => schedule.cron.list().jobs}),
  import: (file, actor) => {
    const morning = (): string | undefined => core.config().time.morning;
    return importCalendar({...core, reminders: services.reminders, morning, readFile: readCalendarFile}, file, actor);
  },
});

const GOODBYE_MS = SECOND;

const MAIL_OFF: ChannelStatus = {
  channel: 'mail',
  inbound: 'off',
  outbound: 'off',
  detail: 'Mail is not set up. Run: rooster mail setup',
};
