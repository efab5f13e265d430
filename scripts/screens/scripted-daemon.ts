// A daemon that a scene writes the lines of, on the socket of a home: for what a real one cannot be brought to do on purpose.
// The program that meets it is the real one.

import type {Method, Methods} from '../../src/ipc/method-table.ts';
import {PARAMS} from '../../src/ipc/method-table.ts';
import type {Notices} from '../../src/ipc/protocol.ts';
import {listen} from '../../src/ipc/socket/listen.ts';
import {encodeNotice, type Handlers, servePeer} from '../../src/ipc/wire/index.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import {systemClock} from '../../src/shared/time/clock.ts';
import {type FakeGateway, fakeGateway} from '../../test/support/fake-gateway.ts';

export type ScriptedDaemon = AsyncDisposable & {
  readonly gateway: FakeGateway;
  /** Events are held back from now on. */
  readonly holdBack: () => void;
};

/** `refuses`: what it answers to every greeting. */
export const scriptedDaemon = async (
  home: string,
  {refuses}: {readonly refuses?: string} = {},
): Promise<ScriptedDaemon> => {
  const clock = systemClock();
  const gateway = fakeGateway(clock);
  let holds = false;
  const listener = await listen({
    path: placesOf({ROOSTER_HOME: home}, home).socket,
    onConnection: transport => {
      const meeting = gateway.connect(new AbortController().signal);
      const call = async (method: Method, params: never): Promise<unknown> => {
        if (refuses !== undefined) throw new GatewayError('conflict', refuses);
        return (await meeting).call(method, params);
      };
      const handlers = Object.fromEntries(
        Object.keys(PARAMS).map(method => [method, (params: never) => call(method as Method, params)]),
      ) as unknown as Handlers<Methods>;
      const connection = servePeer<Methods>({
        greeting: 'hello',
        transport,
        handlers,
        parsers: PARAMS,
        clock,
        onError: thrown => console.error(thrown),
      });
      void meeting.then(
        client => {
          client.onNotice((name, notice) => {
            if (!holds) connection.send(encodeNotice<Notices, typeof name>(name, notice));
          });
          void client.closed.then(() => connection.close());
        },
        () => connection.close(),
      );
    },
  });
  return {
    gateway,
    holdBack: () => {
      holds = true;
    },
    [Symbol.asyncDispose]: async () => {
      gateway.goesAway();
      await listener[Symbol.asyncDispose]();
    },
  };
};
