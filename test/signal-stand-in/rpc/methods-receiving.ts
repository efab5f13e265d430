// Methods that receive: by subscription, on connections that can be written to at any time, or by polling.
import {setTimeout as sleep} from 'node:timers/promises';
import {fieldsOf, type Method} from './method.ts';
import {userError} from './rpc-error.ts';

export const subscribeReceive: Method = {
  only: 'lines',
  multi: true,
  run: (_, {subscriptions}) => subscriptions?.add(),
};

export const unsubscribeReceive: Method = {
  only: 'lines',
  multi: true,
  run: async (params, {subscriptions}) => {
    const id = Array.isArray(params) ? params[0] : fieldsOf(params)['subscription'];
    const known = await subscriptions?.remove(typeof id === 'number' ? id : undefined);
    if (known !== true && id !== undefined) throw userError('Unknown subscription id');
  },
};

export const receive: Method = {
  typed: ['timeout', 'maxMessages'],
  run: async (params, {world}) => {
    if (world.receiving.receiving()) {
      throw userError('Receive command cannot be used if messages are already being received.');
    }
    const timeout = Number(fieldsOf(params)['timeout'] ?? 3) * 1_000;
    const most = Number(fieldsOf(params)['maxMessages'] ?? 0) || Number.POSITIVE_INFINITY;
    const got: unknown[] = [];
    const deadline = timeout < 0 ? Number.POSITIVE_INFINITY : world.now() + timeout;
    const handler = {strong: true, deliver: (line: string) => void got.push(JSON.parse(line))};
    await world.receiving.add(handler);
    while (got.length < most && world.now() < deadline) await sleep(10);
    await world.receiving.remove(handler);
    return got;
  },
};
