// Opens the HTTP server if the configuration has an address for it.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {isLocalAddress, readListenAddress} from '../../../shared/records/listen-address.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {type HttpDoor, openHttpDoor} from '../../doors/http/http-door.ts';
import {createCounters} from '../../doors/http/metrics.ts';
import {secretProblems} from '../../doors/http/secret-problems.ts';
import {createAcceptRequest} from '../../flows/doors/accept-request.ts';
import type {ExpectedCalls} from '../../flows/watch/expected-calls.ts';
import type {AgentPart, Base, DoorsPart} from '../parts.ts';

type DoorsOptions = Base & {readonly agent: AgentPart; readonly called: ExpectedCalls['called']};

type Opened = AsyncDisposable & {
  readonly door: HttpDoor;
  readonly wanted: string;
  readonly isLocal: boolean;
  readonly problems: () => readonly Problem[];
};

export const buildDoors = (options: DoorsOptions, channels: () => readonly ChannelStatus[]): DoorsPart => {
  const {clock, log, config} = options;
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
  const {core, agent, env, called} = options;
  const {store, people, config} = core;
  const counters = createCounters();
  stack.use(store.onCommitted(counters.count));
  const door = stack.use(
    await openHttpDoor(
      {
        ...core,
        env,
        called,
        accept: createAcceptRequest({...core, router: agent.router, admit: agent.admit, limits: () => config().limits}),
        person: name => people.person(name),
        userIn: people.userIn,
        isReady: () => options.open.health.problems().every(({key}) => key !== 'disk' && key !== 'database'),
        metrics: () =>
          counters.text({
            outbox: store.deliveries.counts(),
            sessions: core.sessions.totals(),
            reminders: store.reminders.countPending(),
            alarms: store.alarms.countActive(),
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
    problems: () => secretProblems(config(), env),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
};

const RETRY_MS = 30 * SECOND;
