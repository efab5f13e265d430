// Builds the RPC methods, the event subscriptions and the socket server.
import type {Methods} from '../../ipc/method-table.ts';
import {dismissFailedUpdate, FAILED_UPDATE} from '../../ipc/versions/failed-update.ts';
import type {Handlers} from '../../ipc/wire/index.ts';
import type {ChannelStatus, GatewayEvent} from '../../shared/events/gateway-event.ts';
import {SECOND} from '../../shared/time/time.ts';
import {shownConfig} from '../config/mask-secrets.ts';
import {withWays} from '../delivery/targets.ts';
import {exportCalendar} from '../flows/calendar/export-calendar.ts';
import {importCalendar} from '../flows/calendar/import-calendar.ts';
import {publishedEvents, rpcAnswers} from '../outputs.ts';
import {admit} from '../routing/admit.ts';
import {createMethods} from '../rpc/methods.ts';
import type {RpcMethodsDeps} from '../rpc/services.ts';
import {takeSnapshot} from '../rpc/snapshot.ts';
import {createSubscriptions, type Subscriptions} from '../rpc/subscriptions.ts';
import {inTime} from '../system/time-limit.ts';
import {openMailSetup, openSetup} from './agent/open-setup.ts';
import {readCalendarFile} from './calendar/read-calendar-file.ts';
import type {RpcOptions} from './parts.ts';
import {type Connected, serveClients} from './serve-clients.ts';
import {daemonStatus, greetingOf, heldIn, untilPostgresAnswers} from './status/daemon-status.ts';
import {trySandbox} from './status/try-sandbox.ts';

/** Disposing disconnects the clients. Dispose it last, so that they have received every event. */
type RpcPart = AsyncDisposable & {
  /** Opens the socket. Disposing the result refuses new clients and keeps the connected ones. */
  readonly open: () => Promise<AsyncDisposable>;
};

export const buildRpc = (options: RpcOptions): RpcPart => {
  const {gate, clock} = options;
  const server = serveClients(options);
  const published = publishedEvents(eventsOf(options), gate);
  const subscriptions = subscriptionsOf(options, published);
  const following = published.follow(subscriptions);
  const saying = options.cell?.onClosed(reason => subscriptions.held(untilPostgresAnswers(reason)));
  const answers = handlersOf(options, subscriptions, server.connected);
  const handlers = rpcAnswers(heldUntil(options.services.replica.followed.mayAct, answers), gate);
  return {
    open: () => server.open(handlers),
    [Symbol.asyncDispose]: async () => {
      const passed = gate?.passed();
      if (passed !== undefined) await inTime(passed, SECOND, clock);
      following[Symbol.dispose]();
      saying?.[Symbol.dispose]();
      subscriptions[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
};

type Published = Parameters<typeof publishedEvents>[0];

const eventsOf = ({core: {store, people}, agent}: RpcOptions): Published => ({
  eventsAfter: (since, limit) => store.events.after(since, limit)?.map(shownEvent(withWays(people.person))),
  currentSeq: () => store.events.seq,
  onCommitted: listener => store.onCommitted(events => listener(events.map(shownEvent(withWays(people.person))))),
  follow: agent.liveText.follow,
});

const subscriptionsOf = (options: RpcOptions, published: Published): Subscriptions => {
  const {core, config, agent, schedule, channels} = options;
  const {store, index, clock, log} = core;
  const {person} = core.people;
  return createSubscriptions({
    ...published,
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
    held: heldIn(options),
    clock,
    log,
  });
};

/** The event with where its reminder would ring now. */
const shownEvent =
  (shown: ReturnType<typeof withWays>) =>
  (event: GatewayEvent): GatewayEvent =>
    'reminder' in event ? {...event, reminder: shown(event.reminder)} : event;

/** A call that changes something waits until this daemon may act: what it acknowledged would be lost if it may not. */
const heldUntil = (mayAct: Promise<unknown> | undefined, handlers: Handlers<Methods>): Handlers<Methods> => {
  if (mayAct === undefined) return handlers;
  const held = Object.entries(handlers).map(([name, handle]) => {
    if (READS.test(name)) return [name, handle];
    const once = async (...call: readonly unknown[]): Promise<unknown> => {
      await mayAct;
      return await (handle as (...given: readonly unknown[]) => unknown)(...call);
    };
    return [name, once];
  });
  return Object.fromEntries(held);
};

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
    storage: {
      dismiss: id =>
        (id === FAILED_UPDATE ? dismissFailedUpdate(places.versions) : undefined) ??
        core.store.transact(
          () => services.replica.oldMachine.dismiss(id) ?? open.setAside.dismiss(id, core.clock.now()),
        ),
      backUp: open.backups.create,
      followed: services.replica.followed.methods,
    },
  });
};

const calendarOf = ({core, services, schedule}: RpcOptions): RpcMethodsDeps['calendar'] => ({
  export: () => exportCalendar({...core, jobs: () => schedule.cron.list().jobs}),
  import: (file, actor) => {
    const morning = (): string | undefined => core.config().time.morning;
    return importCalendar({...core, reminders: services.reminders, morning, readFile: readCalendarFile}, file, actor);
  },
});

/** Methods about the daemon itself, and those that only read. */
const READS =
  /^(?:hello|why|daemon\..*|store\..*|backup\..*|sandbox\..*|events\..*|client\..*|.*\.(?:list|get|status|find|search|history|preview|understand|check|rules|policy|source|windows|providers|export))$/u;

const MAIL_OFF: ChannelStatus = {
  channel: 'mail',
  inbound: 'off',
  outbound: 'off',
  detail: 'Mail is not set up. Run: rooster mail setup',
};
