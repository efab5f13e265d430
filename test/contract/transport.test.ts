import {connect, createServer, type Socket} from 'node:net';
import {createTurnEnd, socketTransport} from '../../src/ipc/wire/index.ts';
import {linkedPair} from '../support/linked-pair.ts';
import {socketHome} from '../support/socket-home.ts';
import {transportContract} from './transport.contract.ts';

transportContract('linked pair', async lineCap => {
  const [left, right] = linkedPair(lineCap);
  return {left, right, [Symbol.asyncDispose]: async () => left.abort()};
});

transportContract('socket', async lineCap => {
  const home = socketHome();
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer({allowHalfOpen: true}, accepted.resolve);
  await new Promise<void>(resolve => server.listen(home.path, resolve));
  const left = connect({path: home.path, allowHalfOpen: true});
  const right = await accepted.promise;
  const turnEnd = createTurnEnd();
  return {
    left: socketTransport({socket: left, lineCap, turnEnd}),
    right: socketTransport({socket: right, lineCap, turnEnd}),
    [Symbol.asyncDispose]: async () => {
      left.destroy();
      right.destroy();
      await new Promise(resolve => server.close(resolve));
      home[Symbol.dispose]();
    },
  };
});
