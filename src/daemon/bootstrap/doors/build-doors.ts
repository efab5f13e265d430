// Opens the HTTP server if the configuration has an address for it.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {isLocalAddress, readListenAddress} from '../../../shared/records/listen-address.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {answerHook} from '../../doors/http/hook-endpoint.ts';
import {openHttpDoor} from '../../doors/http/http-door.ts';
import type {HttpDoor} from '../../doors/http/http-server.ts';
import {createCounters} from '../../doors/http/metrics.ts';
import {secretProblems} from '../../doors/http/secret-problems.ts';
import {answerWake} from '../../doors/http/wake-endpoint.ts';
import {createAcceptRequest} from '../../flows/doors/accept-request.ts';
import type {ExpectedCalls} from '../../flows/watch/expected-calls.ts';
import {httpAnswers} from '../../outputs.ts';
import type {AgentPart, Base, DoorsPart} from '../parts.ts';
import {keepDoor} from './kept-door.ts';

type DoorsOptions = Base & {readonly agent: AgentPart; readonly called: ExpectedCalls['called']};

type Opened = HttpDoor & {
  readonly isLocal: boolean;
  readonly problems: () => readonly Problem[];
};

export const buildDoors = (options: DoorsOptions, channels: () => readonly ChannelStatus[]): DoorsPart => {
  const {clock, log, config} = options;
  const kept = keepDoor({
    ...{clock, log},
    wanted: () => config.current().http?.listen,
    open: wanted => openDoor(options, channels, wanted),
  });
  return {
    follow: kept.follow,
    status: () => {
      const opened = kept.opened();
      return (
        opened && {
          listen: opened.address,
          reachable: !opened.isLocal,
          hooks: Object.keys(config.current().hooks).length,
        }
      );
    },
    problems: () => [...kept.problems(), ...(kept.opened()?.problems() ?? [])],
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
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
        notReady: () => {
          const isStoring = options.open.health.problems().every(({key}) => key !== 'disk' && key !== 'database');
          if (!isStoring) return 'The daemon cannot store messages now.';
          // The reason itself may name the server of PostgreSQL and its account.
          return options.cell?.closed() === undefined ? undefined : 'PostgreSQL has to answer before anything leaves.';
        },
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
      httpAnswers({hook: answerHook, wake: answerWake}, options.gate),
    ),
  );
  const held = stack.move();
  return {
    address: door.address,
    isLocal: isLocalAddress(listen),
    problems: () => secretProblems(config(), env),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
};
