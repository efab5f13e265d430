// Methods about the account and the program itself.
import {existsSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {attachmentFolder} from '../program/data-dir.ts';
import {mapParams} from './map-params.ts';
import type {Method} from './method.ts';
import {ioError, RpcError, userError} from './rpc-error.ts';

export const version: Method = {multi: true, run: (_, {world}) => ({version: world.server.get('level')})};

export const listDevices: Method = {
  run: (_, {world}) => {
    if (world.server.get('network') === 'down') throw ioError('Failed to get linked devices: Connection closed!');
    if (!world.server.get('linked')) throw ioError('Failed to get linked devices: [403] Authorization failed!');
    const at = world.now();
    return [
      {id: 1, name: null, createdTimestamp: at, lastSeenTimestamp: at},
      {id: 2, name: 'rooster', createdTimestamp: at, lastSeenTimestamp: at},
    ];
  },
};

export const getAttachment: Method = {
  run: (params, {world}) => {
    const id = mapParams(params).text('id') ?? '';
    const path = join(attachmentFolder(world.dataDir), basename(id));
    if (!existsSync(path)) throw userError(`Could not find attachment with ID: ${id}`);
    return {data: readFileSync(path).toString('base64')};
  },
};

export const submitRateLimitChallenge: Method = {
  run: (params, {world}) => {
    const read = mapParams(params);
    const limit = world.server.get('rateLimit');
    if (limit?.token !== undefined && limit.token === read.text('challenge')) {
      world.server.set('rateLimit', null);
      return;
    }
    const code = world.server.get('level') === '0.14.6' ? -6 : -1;
    throw new RpcError(
      code,
      'Captcha rejected, it may be outdated, already used or solved from a different IP address.',
    );
  },
};

/** Accepted, with an empty result. */
export const done: Method = {run: () => undefined};
