// Opens the HTTP server if the configuration has an address for it.
import type {ChannelStatus, Problem} from '../../../shared/events/gateway-event.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import {isLocalAddress, readListenAddress} from '../../../shared/records/listen-address.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {type HttpDoor, openHttpDoor} from '../../doors/http/http-door.ts';
import {createCounters} from '../../doors/http/metrics.ts';
import {secretProblems} from '../../doors/http/secret-problems.ts';
import {createAcceptRequest} from '../../flows/doors/accept-request.ts';
import type {AgentPart} from '../build-agent.ts';
import type {ServicesPart} from '../build-services.ts';
import type {StorePart} from '../build-store.ts';
import type {BuildOptions} from '../daemon-options.ts';

/** Disposing rejects new requests and finishes the current ones. */
export type DoorsPart = AsyncDisposable & {
  /** Starts or stops the server to match the current configuration. */
  readonly follow: () => Promise<void>;
  readonly status: () => DoorStatus | undefined;
  readonly problems: () => readonly Problem[];
};

/** The address of the running server. `reachable`: other machines may connect. */
type DoorStatus = {readonly listen: string; readonly reachable: boolean; readonly hooks: number};

type DoorsOptions = BuildOptions & {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly agent: AgentPart;
};

type Opened = AsyncDisposable & {
  readonly door: HttpDoor;
  readonly wanted: string;
  readonly isLocal: boolean;
  readonly problems: () => readonly Problem[];
};

export const buildDoors = (options: DoorsOptions, channels: () => readonly ChannelStatus[]): DoorsPart => {
  const {clock, log, store} = options;
  const {config} = store;
  let opened: Opened | undefined;
  let problem: Problem | undefined;
  let retry: Disposable | undefined;
  let isClosed = false;
  let work: Promise<void> = Promise.resolve();

  const check = async (): Promise<void> => {
    const wanted = isClosed ? undefined : config.current().http?.listen;
    if (opened?.wanted === wanted) return;
    retry?.[Symbol.dispose]();
    retry = undefined;
    problem = undefined;
    const old = opened;
    opened = undefined;
    await old?.[Symbol.asyncDispose]();
    if (wanted === undefined) return;
    try {
      opened = await openDoor(options, channels, wanted);
      log.info({listen: opened.door.address}, 'The HTTP server is listening.');
    } catch (error) {
      problem = {key: 'http.listen', reason: errorMessage(error), inForce: 'no program reaches the agent over HTTP'};
      log.warn({error}, `The HTTP server couldn't start: ${errorMessage(error)}`);
      retry = clock.after(RETRY_MS, follow);
    }
  };

  const follow = (): Promise<void> => {
    work = work.then(check, check);
    return work;
  };

  return {
    follow,
    status: () =>
      opened && {
        listen: opened.door.address,
        reachable: !opened.isLocal,
        hooks: Object.keys(config.current().hooks).length,
      },
    problems: () => [...(problem === undefined ? [] : [problem]), ...(opened?.problems() ?? [])],
    [Symbol.asyncDispose]: () => {
      isClosed = true;
      return follow();
    },
  };
};

const openDoor = async (
  options: DoorsOptions,
  channels: () => readonly ChannelStatus[],
  wanted: string,
): Promise<Opened> => {
  const listen = readListenAddress(wanted);
  if (listen === undefined) throw new TypeError('the configuration has checked the address');
  await using stack = new AsyncDisposableStack();
  const {store, services, agent, env} = options;
  const {world, config, people} = store;
  const counters = createCounters();
  stack.use(world.store.onCommitted(counters.count));
  const door = stack.use(
    await openHttpDoor(
      {
        ...world,
        env,
        config: config.current,
        accept: createAcceptRequest({
          ...world,
          ...services,
          router: agent.router,
          admit: agent.admit,
          agent: () => config.current().agent.id,
          limits: () => config.current().limits,
          trustOf: people.trustOf,
          homeOf: people.conversationOf,
          ceilingIn: people.ceilingOf,
          current: people.current,
          addressIn: people.addressIn,
          userIn: people.userIn,
          addressesOf: people.addressesOf,
          aim: services.reach.aim,
        }),
        person: name => people.person(name),
        userIn: people.userIn,
        isReady: () => store.open.health.problems().every(({key}) => key !== 'disk' && key !== 'database'),
        metrics: () =>
          counters.text({
            outbox: world.store.deliveries.counts(),
            sessions: services.sessions.totals(),
            reminders: world.store.reminders.countPending(),
            alarms: world.store.alarms.countActive(),
            channels: channels(),
          }),
      },
      listen,
    ),
  );
  const held = stack.move();
  return {
    door,
    wanted,
    isLocal: isLocalAddress(listen),
    problems: () => secretProblems(config.current(), env),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
};

const RETRY_MS = 30 * SECOND;
