// A send: its recipients, the result for each of them, and whether the call succeeds (one success, or no recipients, is enough).
import {existsSync} from 'node:fs';
import {sep} from 'node:path';
import type {Account} from '../program/data-dir.ts';
import {ALICE, CAROL, received, type Sender} from '../signal/samples.ts';
import type {GroupState} from '../signal/switches.ts';
import type {CallContext, World} from './context.ts';
import type {MapParams} from './map-params.ts';
import {RpcError, unexpected, userError} from './rpc-error.ts';

export type Target =
  | {readonly kind: 'person'; readonly to: Person}
  | {readonly kind: 'group'; readonly group: GroupState; readonly members: readonly Person[]};
type Person = {readonly number: string | null; readonly uuid: string | null; readonly username: string | null};
type Result = Readonly<Record<string, unknown>>;

export const targetsOf = (params: MapParams, {world, account}: CallContext): readonly Target[] => {
  const people = params.list('recipient').map(text => personOf(text, world, account));
  const named = params.list('username').map(name => ({number: null, uuid: null, username: name}));
  // `notifySelf` isn't a recipient: it only controls how a message to oneself is sent.
  const self = params.flag('noteToSelf') ? [ownPerson(account)] : [];
  const groups = params.list('groupId').map((id): Target => {
    const group = groupOf(id, world);
    const members = group.members.filter(({uuid}) => uuid !== account.uuid);
    return {kind: 'group', group, members: members.map(member => ({...member, username: null}))};
  });
  const targets = [...[...self, ...people, ...named].map((to): Target => ({kind: 'person', to})), ...groups];
  if (targets.length === 0) throw userError('No recipients given');
  return targets;
};

/** All checks of `send` before it sends. */
export const checkMessage = (params: MapParams, {world, dataDir}: {world: World; dataDir: string}): void => {
  const attachments = params.list('attachment');
  if (
    (params.text('message') ?? '') === '' &&
    attachments.length === 0 &&
    params.text('sticker') === undefined &&
    !params.flag('endSession')
  ) {
    throw userError('Sending empty message is not allowed, either a message, attachment or sticker must be given.');
  }
  for (const style of params.list('textStyle')) {
    const [, name] = /^\d+:\d+:(.*)$/su.exec(style) ?? [];
    if (name === undefined) throw userError(`Invalid textStyle syntax (${style}) expected 'start:length:STYLE'`);
    if (!STYLES.includes(name)) throw userError(`Invalid style: ${name}`);
  }
  for (const file of attachments) {
    if (/^data:[^,]*;base64,.+/su.test(file)) continue;
    const inside = world.server.get('level') === '0.14.6' && file.startsWith(`${dataDir}${sep}`);
    if (inside || !existsSync(file)) {
      throw unexpected(
        `Failed to send message: ${file}: ${file} (No such file or directory) (AttachmentInvalidException) (UnexpectedErrorException)`,
      );
    }
  }
};

/** Our own phone and a message to oneself: a plain note arrives as a copy, silently. */
export const tellOwnPhone = (targets: readonly Target[], params: MapParams, {world, account}: CallContext): void => {
  if (!targets.some(target => target.kind === 'person' && target.to.uuid === account.uuid)) return;
  world.server.tellOwnPhone({message: params.text('message') ?? '', rings: params.flag('notifySelf')});
};

/** The result of a message to these targets; `answered` lets phones send their receipts. */
export const sendTo = (targets: readonly Target[], context: CallContext, {answered = false} = {}): Result => {
  const {server} = context.world;
  if (server.get('network') === 'down') {
    throw unexpected('Failed to send message: Connection closed! (IOException) (UnexpectedErrorException)');
  }
  const limit = takeLimit(context.world);
  if (limit?.as === 'text') throw unexpected('[429] Rate limit exceeded: 429 (RateLimitException)');
  const timestamp = nextTimestamp(context.world.now());
  const results = targets.flatMap(target => {
    const [people, group] = target.kind === 'group' ? [target.members, {groupId: target.group.id}] : [[target.to], {}];
    return people.map(to => ({recipientAddress: address(to), ...group, ...outcome(to, context.world, limit)}));
  });
  if (answered) newestMessage = timestamp;
  if (answered) for (const target of targets) answerReceipts(target, timestamp, context.world);
  return concluded(results, timestamp);
};

/** One success, or no recipients, makes the call a success; otherwise the failures are the data of an error. */
export const concluded = (results: readonly Result[], timestamp: number): Result => {
  const response = {results, timestamp};
  if (results.length === 0 || results.some(({type}) => type === 'SUCCESS')) return response;
  if (results.every(({type}) => type === 'IDENTITY_FAILURE')) {
    throw new RpcError(-4, 'Failed to send message due to untrusted identities', {response});
  }
  if (results.every(({type}) => type === 'RATE_LIMIT_FAILURE')) {
    throw new RpcError(-5, 'Failed to send message due to rate limiting', {response});
  }
  throw new RpcError(-1, 'Failed to send message', {response});
};

/** signal-cli picks it, and never the same one twice. */
export const nextTimestamp = (now: number): number => {
  newest = Math.max(now, newest + 1);
  return newest;
};

/** The id of the newest message that was sent; 0 before the first. */
export const newestSent = (): number => newestMessage;

const outcome = (to: Person, world: World, limit: ReturnType<typeof takeLimit>): Result => {
  const id = to.uuid ?? to.number ?? '';
  if (world.server.get('untrusted').includes(id)) return {type: 'IDENTITY_FAILURE'};
  if (world.server.get('unregistered').some(one => one === to.uuid || one === to.number)) {
    return {type: 'UNREGISTERED_FAILURE'};
  }
  if (limit === undefined) return {type: 'SUCCESS'};
  const said = limit.token !== undefined || world.server.get('level') === '0.14.6';
  return {
    type: 'RATE_LIMIT_FAILURE',
    ...(limit.token !== undefined && {token: limit.token}),
    ...(said && limit.retryAfterSeconds !== undefined && {retryAfterSeconds: limit.retryAfterSeconds}),
  };
};

const takeLimit = ({server}: World) => {
  const limit = server.get('rateLimit');
  if (limit === null || limit.left <= 0) return undefined;
  server.set('rateLimit', limit.left > 1 ? {...limit, left: limit.left - 1} : null);
  return limit;
};

const answerReceipts = (target: Target, timestamp: number, {server, receiving, now}: World): void => {
  const wanted = server.get('receipts');
  if (wanted === 'none') return;
  for (const person of target.kind === 'group' ? target.members : [target.to]) {
    const from = PEOPLE.find(({uuid}) => uuid === person.uuid || uuid === person.number);
    const sender: Sender = from ?? {number: person.number, uuid: person.uuid ?? ALICE.uuid, name: null};
    const receipt = (read: boolean) =>
      received(
        {receiptMessage: {when: now(), isDelivery: !read, isRead: read, isViewed: false, timestamps: [timestamp]}},
        sender,
        now(),
      );
    server.enqueue(receipt(false), ...(wanted === 'read' ? [receipt(true)] : []));
  }
  receiving.wake();
};

const personOf = (text: string, world: World, account: Account): Person => {
  const known = [...world.server.get('groups').flatMap(({members}) => members), ...PEOPLE].find(
    ({number, uuid}) => number === text || uuid === text.toLowerCase(),
  );
  if (text === account.number || text.toLowerCase() === account.uuid) return ownPerson(account);
  if (known !== undefined) return {number: known.number, uuid: known.uuid, username: null};
  if (text.startsWith('u:')) return {number: null, uuid: null, username: text.slice(2)};
  if (UUID.test(text)) return {number: null, uuid: text.toLowerCase(), username: null};
  if (/^\+[1-9]\d{5,14}$/u.test(text)) return {number: text, uuid: null, username: null};
  throw userError(`Invalid phone number '${text}': The string supplied did not seem to be a phone number.`);
};

export const groupOf = (id: string, world: World): GroupState => {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u.test(id)) {
    throw userError(`Invalid group id: Failed to decode groupId (must be base64) "${id}": Illegal base64 character`);
  }
  const group = world.server.get('groups').find(one => one.id === id);
  if (group === undefined) throw userError(`Group not found: ${id}`);
  if (!group.isMember) throw userError(`User is not a member in group: ${group.name} (${id})`);
  return group;
};

const ownPerson = ({number, uuid}: Account): Person => ({number, uuid, username: null});

const address = ({uuid, number, username}: Person): Result => ({uuid, number, username});

const PEOPLE = [ALICE, CAROL];
const UUID = /^(?:PNI:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const STYLES = ['BOLD', 'ITALIC', 'SPOILER', 'STRIKETHROUGH', 'MONOSPACE'];
let newest = 0;
let newestMessage = 0;
