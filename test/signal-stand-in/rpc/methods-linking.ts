// Methods of a stand-in without -a: which accounts there are, and linking one more. A link address lives in this process only,
// and serves once.
import {setTimeout as sleep} from 'node:timers/promises';
import {writeAccount} from '../program/data-dir.ts';
import {fieldsOf, type Method} from './method.ts';
import {ioError, userError} from './rpc-error.ts';

export const listAccounts: Method = {
  only: 'multi',
  multi: true,
  run: (_, {world}) => world.accounts().map(({number}) => ({number})),
};

export const startLink: Method = {
  only: 'multi',
  multi: true,
  run: (_, {world}) => {
    if (world.server.get('network') === 'down') throw ioError('Link request error: Connection closed!');
    const uuid = Buffer.from(`${process.pid}-${links.size}-${world.now()}`).toString('base64url');
    const uri = `sgnl://linkdevice?uuid=${uuid}&pub_key=BXyz${uuid}`;
    links.add(uri);
    return {deviceLinkUri: uri};
  },
};

export const finishLink: Method = {
  only: 'multi',
  multi: true,
  typed: ['deviceLinkUri', 'deviceName'],
  run: async (params, {world}) => {
    const uri = String(fieldsOf(params)['deviceLinkUri']);
    if (!links.delete(uri)) throw userError('Unknown device link uri.');
    const scanAfterMs = world.server.get('scanAfterMs');
    if (scanAfterMs === null) {
      await sleep(LINK_PATIENCE_MS);
      throw userError('Link request timed out, please try again.');
    }
    await sleep(scanAfterMs);
    const phone = world.server.get('phone');
    if (world.accounts().some(({number}) => number === phone.number)) {
      throw userError(`The user ${phone.number} already exists\nDelete "${world.dataDir}" before trying again.`);
    }
    writeAccount(world.dataDir, phone);
    world.server.set('linked', true);
    return {number: phone.number};
  },
};

const links = new Set<string>();
const LINK_PATIENCE_MS = 100_000;
