// Methods that send something. Their results have one form.
import {mapParams} from './map-params.ts';
import type {Method} from './method.ts';
import {RpcError, userError} from './rpc-error.ts';
import {checkMessage, groupOf, nextTimestamp, sendTo, targetsOf, tellOwnPhone} from './sending.ts';

export const send: Method = {
  run: (params, context) => {
    const read = mapParams(params);
    const targets = targetsOf(read, context);
    checkMessage(read, {world: context.world, dataDir: context.world.dataDir});
    for (const name of ['quoteTimestamp', 'editTimestamp', 'storyTimestamp']) read.long(name);
    for (const name of ['viewOnce', 'voiceNote', 'noUrgent']) read.flag(name);
    for (const name of ['mention', 'quoteMention']) read.list(name);
    read.flag('notifySelf');
    const sent = sendTo(targets, context, {answered: true});
    tellOwnPhone(targets, read, context);
    return sent;
  },
};

export const sendReaction: Method = {
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

export const sendReceipt: Method = {
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

export const sendTyping: Method = {
  run: (params, context) => {
    const read = mapParams(params);
    read.flag('stop');
    return sendTo(
      targetsOf(mapParams({recipient: read.list('recipient'), groupId: read.list('groupId')}), context),
      context,
    );
  },
};

export const remoteDelete: Method = {
  run: (params, context) => {
    const read = mapParams(params);
    read.long('targetTimestamp');
    return sendTo(targetsOf(read, context), context);
  },
};

export const updateGroup: Method = {
  run: (params, context) => {
    const id = mapParams(params).text('groupId');
    const timestamp = nextTimestamp(context.world.now());
    if (id === undefined) return {timestamp, results: [], groupId: 'bmV3Z3JvdXBuZXdncm91cG5ld2dyb3VwbmV3Z3JvdXA='};
    groupOf(id, context.world);
    return {timestamp, results: []};
  },
};
