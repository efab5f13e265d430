// The methods, one line or a few each.
import {existsSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {attachmentFolder, writeAccount} from '../program/data-dir.ts';
import type {CallContext} from './context.ts';
import {mapParams} from './map-params.ts';
import {ioError, RpcError, userError} from './rpc-error.ts';
import {checkMessage, groupOf, nextTimestamp, sendTo, targetsOf} from './sending.ts';

export type Method = {
  /** `multi`: only without -a. `lines`: not over HTTP. */
  readonly only?: 'multi' | 'lines';
  /** Needs no account in multi-account mode. */
  readonly multi?: true;
  /** The only parameters it knows. */
  readonly typed?: readonly string[];
  run(params: unknown, context: CallContext): unknown;
};

type Fields = Readonly<Record<string, unknown>>;
const fields = (params: unknown): Fields => (params ?? {}) as Fields;

const version: Method = {multi: true, run: (_, {world}) => ({version: world.server.get('level')})};

const listAccounts: Method = {
  only: 'multi',
  multi: true,
  run: (_, {world}) => world.accounts().map(({number}) => ({number})),
};

const startLink: Method = {
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

const finishLink: Method = {
  only: 'multi',
  multi: true,
  typed: ['deviceLinkUri', 'deviceName'],
  run: async (params, {world}) => {
    const uri = String(fields(params)['deviceLinkUri']);
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

const subscribeReceive: Method = {
  only: 'lines',
  multi: true,
  run: (_, {subscriptions}) => subscriptions?.add(),
};

const unsubscribeReceive: Method = {
  only: 'lines',
  multi: true,
  run: async (params, {subscriptions}) => {
    const id = Array.isArray(params) ? params[0] : fields(params)['subscription'];
    const known = await subscriptions?.remove(typeof id === 'number' ? id : undefined);
    if (known !== true && id !== undefined) throw userError('Unknown subscription id');
  },
};

const receive: Method = {
  typed: ['timeout', 'maxMessages'],
  run: async (params, {world}) => {
    if (world.receiving.receiving()) {
      throw userError('Receive command cannot be used if messages are already being received.');
    }
    const timeout = Number(fields(params)['timeout'] ?? 3) * 1_000;
    const most = Number(fields(params)['maxMessages'] ?? 0) || Number.POSITIVE_INFINITY;
    const got: unknown[] = [];
    const deadline = timeout < 0 ? Number.POSITIVE_INFINITY : world.now() + timeout;
    const handler = {strong: true, deliver: (line: string) => void got.push(JSON.parse(line))};
    await world.receiving.add(handler);
    while (got.length < most && world.now() < deadline) await sleep(10);
    await world.receiving.remove(handler);
    return got;
  },
};

const send: Method = {
  run: (params, context) => {
    const read = mapParams(params);
    const targets = targetsOf(read, context);
    checkMessage(read, {world: context.world, dataDir: context.world.dataDir});
    for (const name of ['quoteTimestamp', 'editTimestamp', 'storyTimestamp']) read.long(name);
    for (const name of ['viewOnce', 'voiceNote', 'noUrgent']) read.flag(name);
    for (const name of ['mention', 'quoteMention']) read.list(name);
    return sendTo(targets, context, {answered: true});
  },
};

const sendReaction: Method = {
  run: (params, context) => {
    const read = mapParams(params);
    const targets = targetsOf(read, context);
    const group = targets.some(({kind}) => kind === 'group') || targets.length > 1;
    if (group && read.text('targetAuthor') === undefined) {
      throw new RpcError(
        -32603,
        'Cannot invoke "String.equals(Object)" because "recipientString" is null (NullPointerException)',
      );
    }
    read.text('emoji');
    read.long('targetTimestamp');
    read.flag('remove');
    return sendTo(targets, context);
  },
};

const sendReceipt: Method = {
  run: (params, context) => {
    const read = mapParams(params);
    const recipient = read.text('recipient');
    if (recipient === undefined) throw userError('No recipients given');
    read.longs('targetTimestamp');
    const type = read.text('type') ?? 'read';
    if (type !== 'read' && type !== 'viewed') throw userError(`Unknown receipt type: ${type}`);
    const off = context.world.server.get('readReceiptsOff');
    return off
      ? {results: [], timestamp: nextTimestamp(context.world.now())}
      : sendTo(targetsOf(mapParams({recipient}), context), context);
  },
};

const sendTyping: Method = {
  run: (params, context) => {
    const read = mapParams(params);
    read.flag('stop');
    return sendTo(
      targetsOf(mapParams({recipient: read.list('recipient'), groupId: read.list('groupId')}), context),
      context,
    );
  },
};

const remoteDelete: Method = {
  run: (params, context) => {
    const read = mapParams(params);
    read.long('targetTimestamp');
    return sendTo(targetsOf(read, context), context);
  },
};

const trust: Method = {
  run: async (params, {world}) => {
    const read = mapParams(params);
    const recipient = read.text('recipient') ?? '';
    if (!read.flag('trustAllKnownKeys') && read.text('verifiedSafetyNumber') === undefined) {
      throw userError('You need to specify the fingerprint/safety number you have verified with -v SAFETY_NUMBER');
    }
    world.server.set(
      'untrusted',
      world.server.get('untrusted').filter(uuid => uuid !== recipient),
    );
    await world.receiving.redeliver();
  },
};

const getAttachment: Method = {
  run: (params, {world}) => {
    const id = mapParams(params).text('id') ?? '';
    const path = join(attachmentFolder(world.dataDir), basename(id));
    if (!existsSync(path)) throw userError(`Could not find attachment with ID: ${id}`);
    return {data: readFileSync(path).toString('base64')};
  },
};

const listGroups: Method = {
  run: (params, {world}) => {
    const ids = mapParams(params).list('groupId');
    const groups = world.server.get('groups').filter(({id}) => ids.length === 0 || ids.includes(id));
    const newer = world.server.get('level') === '0.14.6';
    return groups.map(({id, name, isMember, members}) => ({
      id,
      name,
      description: '',
      isMember,
      isBlocked: false,
      messageExpirationTime: 0,
      members: members.map(one => (newer ? {...one, isAdmin: false} : one)),
      pendingMembers: [],
      requestingMembers: [],
      admins: [],
      banned: [],
      permissionAddMember: 'EVERY_MEMBER',
      permissionEditDetails: 'EVERY_MEMBER',
      permissionSendMessage: 'EVERY_MEMBER',
      groupInviteLink: null,
    }));
  },
};

const listDevices: Method = {
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

const submitRateLimitChallenge: Method = {
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

const listIdentities: Method = {
  run: (params, {world}) => {
    const wanted = mapParams(params).text('number');
    const people = world.server.get('groups').flatMap(({members}) => members);
    return people
      .filter(({number, uuid}) => wanted === undefined || number === wanted || uuid === wanted)
      .map(({number, uuid}) => ({
        number,
        uuid,
        fingerprint: '05 01 02 03',
        safetyNumber: Array.from({length: 12}, (_, index) => String(10_000 + index)).join(' '),
        scannableSafetyNumber: null,
        trustLevel: world.server.get('untrusted').includes(uuid) ? 'UNTRUSTED' : 'TRUSTED_UNVERIFIED',
        addedTimestamp: 1_700_000_000_000,
      }));
  },
};

const getUserStatus: Method = {
  run: (params, {world}) =>
    mapParams(params)
      .list('recipient')
      .map(recipient => {
        const known = world.server
          .get('groups')
          .flatMap(({members}) => members)
          .find(({number, uuid}) => number === recipient || uuid === recipient);
        const gone = world.server.get('unregistered').includes(recipient);
        return {
          recipient,
          number: recipient,
          uuid: gone ? null : (known?.uuid ?? null),
          isRegistered: known !== undefined && !gone,
        };
      }),
};

const listContacts: Method = {
  run: (params, {world, account}) => {
    const wanted = mapParams(params).list('recipient');
    const own = {
      number: account.number,
      uuid: account.uuid,
      username: null,
      name: '',
      isBlocked: false,
      isHidden: false,
      profile: null,
    };
    const all = [own, ...world.server.get('contacts')] as readonly Fields[];
    return all.filter(one => wanted.length === 0 || wanted.some(id => id === one['number'] || id === one['uuid']));
  },
};

const updateGroup: Method = {
  run: (params, context) => {
    const id = mapParams(params).text('groupId');
    const timestamp = nextTimestamp(context.world.now());
    if (id === undefined) return {timestamp, results: [], groupId: 'bmV3Z3JvdXBuZXdncm91cG5ld2dyb3VwbmV3Z3JvdXA='};
    groupOf(id, context.world);
    return {timestamp, results: []};
  },
};

/** Accepted, with nothing to say. */
const done: Method = {run: () => undefined};

export const METHODS: Readonly<Record<string, Method>> = {
  version,
  listAccounts,
  startLink,
  finishLink,
  subscribeReceive,
  unsubscribeReceive,
  receive,
  send,
  sendReaction,
  sendReceipt,
  sendTyping,
  remoteDelete,
  trust,
  getAttachment,
  listGroups,
  listDevices,
  submitRateLimitChallenge,
  listIdentities,
  getUserStatus,
  listContacts,
  updateGroup,
  joinGroup: updateGroup,
  quitGroup: done,
  block: done,
  unblock: done,
  updateProfile: done,
  updateConfiguration: done,
  updateContact: done,
  sendSyncRequest: done,
  sendMessageRequestResponse: done,
};

/** A link address lives in this process only, and serves once. */
const links = new Set<string>();
const LINK_PATIENCE_MS = 100_000;
