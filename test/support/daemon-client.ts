// A client on the real socket of a daemon, which keeps all notices.

import {PROTOCOL} from '../../src/ipc/checks.ts';
import type {Method, Params, Result} from '../../src/ipc/method-table.ts';
import {daemonClient} from '../../src/ipc/protocol.ts';
import {dial} from '../../src/ipc/socket/dial.ts';
import type {CloseReason} from '../../src/ipc/wire/index.ts';
import type {Delta, GatewayEvent} from '../../src/shared/events/gateway-event.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {until} from './until.ts';

export type DaemonClient = AsyncDisposable & {
  readonly hello: Result<'hello'>;
  readonly call: <M extends Method>(method: M, params: Params<M>) => Promise<Result<M>>;
  /** Subscribes to events after `since`, and waits until it has caught up. */
  readonly follow: (since: number) => Promise<Result<'events.subscribe'>>;
  readonly events: readonly GatewayEvent[];
  readonly deltas: readonly Delta[];
  /** Waits for an event of this type (that matches), and returns it. */
  readonly event: <T extends GatewayEvent['type']>(
    type: T,
    fits?: (event: EventOf<T>) => boolean,
  ) => Promise<EventOf<T>>;
  /** Sends the text in the main session and waits for the end of the turn. */
  readonly say: (text: string, key?: string) => Promise<EventOf<'turn.ended'>>;
  /** The reason why the connection ended. */
  readonly closed: Promise<CloseReason>;
};

export type EventOf<T extends GatewayEvent['type']> = Extract<GatewayEvent, {type: T}>;

/** Rejects with a DialError when no daemon answers. */
export const connectTo = async (socketPath: string): Promise<DaemonClient> => {
  const events: GatewayEvent[] = [];
  const deltas: Delta[] = [];
  const client = daemonClient({
    transport: await dial(socketPath),
    clock: systemClock(),
    onNotice: notice => {
      if (notice.method === 'event') events.push(notice.params);
      if (notice.method === 'delta') deltas.push(notice.params);
    },
  });
  const hello = await client.call('hello', {protocol: PROTOCOL, client: 'test'});

  const event: DaemonClient['event'] = async (type, fits = () => true) => {
    const found = () =>
      events.find((each): each is EventOf<typeof type> => each.type === type && fits(each as EventOf<typeof type>));
    await until(`an event ${type}`, () => found() !== undefined);
    const one = found();
    if (one === undefined) throw new Error(`no event ${type}`);
    return one;
  };
  return {
    hello,
    call: client.call,
    follow: async since => {
      const answer = await client.call('events.subscribe', {since});
      await until(`event ${answer.seq}`, () => answer.seq <= (events.at(-1)?.seq ?? since));
      return answer;
    },
    events,
    deltas,
    event,
    say: async (text, key) => {
      const {turnId} = await client.call('session.send', {text, ...(key === undefined ? {} : {key})});
      return event('turn.ended', each => each.turnId === turnId);
    },
    closed: client.closed,
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
};
