import {connect, createServer, type Socket} from 'node:net';
import {linkedPair} from '../../src/ipc/linked-pair.ts';
import {socketTransport} from '../../src/ipc/socket-transport.ts';
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
  return {
    left: socketTransport(left, lineCap),
    right: socketTransport(right, lineCap),
    [Symbol.asyncDispose]: async () => {
      left.destroy();
      right.destroy();
      await new Promise(resolve => server.close(resolve));
      home[Symbol.dispose]();
    },
  };
});
