// Methods about people and groups.
import {mapParams} from './map-params.ts';
import type {Fields, Method} from './method.ts';
import {userError} from './rpc-error.ts';

export const trust: Method = {
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

export const listIdentities: Method = {
  run: (params, {world, account}) => {
    const wanted = mapParams(params).text('number');
    const others = world.server.get('groups').flatMap(({members}) => members);
    // The account's own key is listed too. Its safety number with itself has two equal halves.
    return [{number: account.number, uuid: account.uuid}, ...others.filter(({uuid}) => uuid !== account.uuid)]
      .filter(({number, uuid}) => wanted === undefined || number === wanted || uuid === wanted)
      .map(({number, uuid}) => ({
        number,
        uuid,
        fingerprint: '05 01 02 03',
        safetyNumber: Array.from({length: 12}, (_, index) =>
          String(10_000 + (uuid === account.uuid ? index % 6 : index)),
        ).join(' '),
        scannableSafetyNumber: null,
        trustLevel:
          uuid === account.uuid
            ? 'TRUSTED_VERIFIED'
            : world.server.get('untrusted').includes(uuid)
              ? 'UNTRUSTED'
              : 'TRUSTED_UNVERIFIED',
        addedTimestamp: 1_700_000_000_000,
      }));
  },
};

export const getUserStatus: Method = {
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

export const listContacts: Method = {
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

export const listGroups: Method = {
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
