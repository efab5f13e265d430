// A daemon on a wire in memory, for tests of the command: scripted answers; it can be killed, stopped and started, and keeps its numbered
// events, like the real one.

import type {Methods} from '../../../src/ipc/method-table.ts';
import {METHODS} from '../../../src/ipc/method-table.ts';
import type {Notices} from '../../../src/ipc/protocol.ts';
import {DialError, type Dialling} from '../../../src/ipc/socket/dial.ts';
import {
  ANSWER_LINE_CAP,
  encodeNotice,
  type Handlers,
  type Parsers,
  type PeerConnection,
  servePeer,
  type Transport,
} from '../../../src/ipc/wire/index.ts';
import type {GatewayEvent} from '../../../src/shared/events/gateway-event.ts';
import type {Names} from '../../../src/shared/record-text/names.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
import {isoOf} from '../../../src/shared/time/time.ts';
import type {FakeClock} from '../../support/fake-clock.ts';
import {linkedPair} from '../../support/linked-pair.ts';

export type FakeDaemon = {
  readonly dial: (path: string) => Dialling;
  /** Adds an event and sends it to all subscribers. */
  readonly emit: (event: EventBody) => void;
  readonly delta: (delta: Notices['delta']) => void;
  /** Gone immediately, as by kill -9. */
  readonly kill: () => void;
  /** A clean stop: it sends its reason, if there is one, then ends and removes its socket. */
  readonly stop: (words?: string) => void;
  readonly start: () => void;
  /** Prunes all events but the newest `count`. */
  readonly forget: (count: number) => void;
  readonly running: boolean;
  readonly dials: number;
  /** Clients that haven't disconnected. */
  readonly clients: number;
  readonly asked: readonly (readonly [method: string, params: unknown])[];
};

export type EventBody = GatewayEvent extends infer E ? (E extends GatewayEvent ? Omit<E, 'seq' | 'at'> : never) : never;

export const fakeDaemon = (
  clock: FakeClock,
  answers: Partial<Handlers<Methods>> = {},
  options: {
    readonly running?: boolean;
    readonly zone?: string;
    readonly names?: Names;
    readonly held?: (() => string | undefined) | undefined;
  } = {},
): FakeDaemon => {
  let running = options.running ?? true;
  let dials = 0;
  let silence: 'absent' | 'stale' = 'absent';
  let kept: GatewayEvent[] = [];
  let seq = 0;
  let open: {readonly connection: PeerConnection; readonly wire: Transport; subscribed: boolean}[] = [];
  const asked: [string, unknown][] = [];

  const notify = <N extends keyof Notices & string>(name: N, params: Notices[N]): void => {
    for (const {connection, subscribed} of open) {
      if (subscribed) connection.send(encodeNotice<Notices, N>(name, params));
    }
  };

  const accept = (): Transport => {
    const [served, wire] = linkedPair(ANSWER_LINE_CAP);
    const own: (typeof open)[number] = {
      connection: servePeer<Methods>({
        greeting: 'hello',
        transport: served,
        clock,
        onError: thrown => {
          throw thrown;
        },
        parsers: parsersFor((method, params) => asked.push([method, params])),
        handlers: handlersFor({
          hello: ({protocol}) => ({
            protocol,
            version: '0.1.0',
            pid: 4321,
            bootId: 'boot',
            startedAt: isoOf(clock.now()),
            now: isoOf(clock.now()),
            seq,
            held: options.held?.(),
            ...(options.zone === undefined ? {} : {zone: options.zone}),
            ...(options.names === undefined ? {} : {names: options.names}),
          }),
          'events.subscribe': ({since}, caller) => {
            const missed = since === undefined ? [] : kept.filter(event => event.seq > since);
            const oldest = kept[0]?.seq ?? seq + 1;
            caller.afterAnswer(() => {
              own.subscribed = true;
              if (since !== undefined && since < oldest - 1) return;
              for (const event of missed) own.connection.send(encodeNotice<Notices, 'event'>('event', event));
            });
            return since === undefined || since < oldest - 1 ? {seq, snapshot: emptySnapshot} : {seq};
          },
          'id.find': () => ({records: [], more: false}),
          ...answers,
        }),
      }),
      wire: served,
      subscribed: false,
    };
    open.push(own);
    void own.connection.closed.then(() => {
      open = open.filter(other => other !== own);
    });
    return wire;
  };

  return {
    dial: path => {
      dials += 1;
      if (!running) throw new DialError(silence, `Nobody answers at ${path}.`);
      return {transport: accept(), connected: Promise.resolve()};
    },
    emit: body => {
      seq += 1;
      const event = {...body, seq, at: isoOf(clock.now())} as GatewayEvent;
      kept.push(event);
      notify('event', event);
    },
    delta: delta => notify('delta', delta),
    kill: () => {
      running = false;
      silence = 'stale';
      for (const {wire} of open) wire.abort();
      open = [];
    },
    stop: words => {
      running = false;
      silence = 'absent';
      for (const {connection} of open) {
        if (words) connection.send(encodeNotice<Notices, 'closing'>('closing', {reason: words}));
        connection.close();
      }
      open = [];
    },
    start: () => {
      running = true;
    },
    forget: count => {
      kept = kept.slice(kept.length - count);
    },
    get running() {
      return running;
    },
    get clients() {
      return open.length;
    },
    get dials() {
      return dials;
    },
    asked,
  };
};

const parsersFor = (note: (method: string, params: unknown) => void): Parsers<Methods> => {
  const parse = (method: string) => (params: unknown) => {
    if (method !== 'hello') note(method, params ?? {});
    return params ?? {};
  };
  return Object.fromEntries(METHODS.map(method => [method, parse(method)])) as unknown as Parsers<Methods>;
};

const handlersFor = (args: Partial<Handlers<Methods>>): Handlers<Methods> => {
  const none = (method: string) => () => {
    throw new GatewayError('unavailable', `The fake daemon has no answer to ${method}.`);
  };
  return {...Object.fromEntries(METHODS.map(method => [method, none(method)])), ...args} as Handlers<Methods>;
};

const emptySnapshot = {
  sessions: [],
  reminders: [],
  pendingReminders: 0,
  cron: {jobs: [], invalid: []},
  runs: [],
  deliveries: [],
  turns: [],
  channels: [],
  problems: [],
};
