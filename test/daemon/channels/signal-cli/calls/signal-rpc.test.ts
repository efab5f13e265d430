import {expect, test} from 'vitest';
import {speakFor} from '../../../../../src/daemon/channels/signal-cli/calls/call.ts';
import {createLineCaller} from '../../../../../src/daemon/channels/signal-cli/calls/line-caller.ts';
import {createSignalRpc} from '../../../../../src/daemon/channels/signal-cli/calls/signal-rpc.ts';
import {fakeClock, settle} from '../../../../support/fake-clock.ts';
import {type Asked, scriptedSignal} from './scripted-signal.ts';

const connect = (answers?: (asked: Asked) => unknown, account?: string) => {
  const signal = scriptedSignal(answers);
  const clock = fakeClock();
  const received: unknown[] = [];
  const caller = createLineCaller({transport: signal.wire, clock, onReceived: params => received.push(params)});
  return {
    signal,
    clock,
    received,
    rpc: createSignalRpc(account === undefined ? caller : speakFor(caller, account)),
    [Symbol.asyncDispose]: () => caller[Symbol.asyncDispose](),
  };
};

test("a message is sent under signal-cli's parameter names, without absent fields", async () => {
  await using line = connect(() => ({results: [], timestamp: 1_700_000_000_000}));
  const reply = await line.rpc.send({
    target: {recipient: 'alice-uuid'},
    message: 'bold',
    textStyle: ['0:4:BOLD'],
    quote: {timestamp: 1_699_999_999_000, author: 'alice-uuid', message: 'before'},
  });
  expect(reply).toEqual({kind: 'result', result: {results: [], timestamp: 1_700_000_000_000}});
  expect(line.signal.asked.map(({method, params}) => ({method, params}))).toEqual([
    {
      method: 'send',
      params: {
        recipient: 'alice-uuid',
        message: 'bold',
        textStyle: ['0:4:BOLD'],
        quoteTimestamp: 1_699_999_999_000,
        quoteAuthor: 'alice-uuid',
        quoteMessage: 'before',
      },
    },
  ]);
});

test('every method sends its own parameters', async () => {
  await using line = connect(() => ({}));
  const {rpc} = line;
  await rpc.sendReaction({target: {groupId: 'AAEC'}, emoji: '👍', targetAuthor: 'alice-uuid', targetTimestamp: 7});
  await rpc.sendReceipt('alice-uuid', [1, 2]);
  await rpc.sendTyping({recipient: 'alice-uuid'});
  await rpc.sendTyping({groupId: 'AAEC'}, true);
  await rpc.remoteDelete({noteToSelf: true}, 7);
  await rpc.trust('alice-uuid', {safetyNumber: '1'.repeat(60)});
  await rpc.trust('alice-uuid', 'allKnown');
  await rpc.unsubscribeReceive(0);
  await rpc.submitRateLimitChallenge('token', 'captcha');
  await rpc.listContacts(['+15555550100']);
  await rpc.listContacts();
  await rpc.listGroups(['AAEC']);
  await rpc.finishLink('sgnl://linkdevice?uuid=a', 'Rooster');
  expect(line.signal.asked.map(({method, params}) => [method, params])).toEqual([
    ['sendReaction', {groupId: 'AAEC', emoji: '👍', targetAuthor: 'alice-uuid', targetTimestamp: 7}],
    ['sendReceipt', {recipient: 'alice-uuid', targetTimestamp: [1, 2], type: 'read'}],
    ['sendTyping', {recipient: 'alice-uuid'}],
    ['sendTyping', {groupId: 'AAEC', stop: true}],
    ['remoteDelete', {noteToSelf: true, targetTimestamp: 7}],
    ['trust', {recipient: 'alice-uuid', verifiedSafetyNumber: '1'.repeat(60)}],
    ['trust', {recipient: 'alice-uuid', trustAllKnownKeys: true}],
    ['unsubscribeReceive', {subscription: 0}],
    ['submitRateLimitChallenge', {challenge: 'token', captcha: 'captcha'}],
    ['listContacts', {recipient: ['+15555550100'], allRecipients: true}],
    ['listContacts', {}],
    ['listGroups', {groupId: ['AAEC']}],
    ['finishLink', {deviceLinkUri: 'sgnl://linkdevice?uuid=a', deviceName: 'Rooster'}],
  ]);
});

test('a multi-account signal-cli gets the account, except in methods that reject it', async () => {
  await using line = connect(() => ({}), '+15555550100');
  await line.rpc.version();
  await line.rpc.subscribeReceive();
  await line.rpc.sendTyping({recipient: 'alice-uuid'});
  await line.rpc.startLink();
  await line.rpc.finishLink('sgnl://a', 'Rooster');
  expect(line.signal.asked.filter(({params}) => 'account' in params).map(({method}) => method)).toEqual([
    'subscribeReceive',
    'sendTyping',
  ]);
});

test('the client parses version, subscription, accounts, devices, contacts, groups and identities', async () => {
  const ANSWERS: Readonly<Record<string, unknown>> = {
    version: {version: '0.14.6'},
    subscribeReceive: 0,
    listAccounts: [{number: '+15550000001'}],
    listDevices: [{id: 1, name: null, createdTimestamp: 1, lastSeenTimestamp: 5}],
    listContacts: [
      {
        number: null,
        uuid: 'AAAA',
        username: 'a.01',
        name: '',
        profile: {givenName: 'Alice', familyName: null},
        isBlocked: false,
      },
      {number: '+15555550101', uuid: null, username: null, name: 'Bob', profile: null, isBlocked: true},
      {name: 'nobody'},
    ],
    listGroups: [
      {id: 'AAEC', name: 'Chess', isMember: true, isBlocked: false, members: [{number: null, uuid: 'BBBB'}]},
    ],
    listIdentities: [{number: '+1', uuid: 'aaaa', safetyNumber: '01234 56789', trustLevel: 'TRUSTED_VERIFIED'}],
    startLink: {deviceLinkUri: 'sgnl://linkdevice?uuid=a'},
    finishLink: {number: '+15550000001'},
  };
  await using line = connect(({method}) => ANSWERS[method]);
  const {rpc} = line;
  const results = await Promise.all([
    rpc.version(),
    rpc.subscribeReceive(),
    rpc.listAccounts(),
    rpc.listDevices(),
    rpc.listContacts(),
    rpc.listGroups(),
    rpc.listIdentities(),
    rpc.startLink(),
    rpc.finishLink('sgnl://a', 'Rooster'),
  ]);
  expect(results.map(reply => (reply.kind === 'result' ? reply.result : reply))).toEqual([
    '0.14.6',
    0,
    ['+15550000001'],
    [{id: 1, lastSeenAt: 5}],
    [
      {uuid: 'aaaa', name: 'Alice', username: 'a.01', blocked: false},
      {number: '+15555550101', name: 'Bob', blocked: true},
    ],
    [{id: 'AAEC', name: 'Chess', isMember: true, blocked: false, members: [{uuid: 'bbbb'}]}],
    [{number: '+1', uuid: 'aaaa', safetyNumber: '0123456789', trust: 'verified'}],
    'sgnl://linkdevice?uuid=a',
    '+15550000001',
  ]);
});

test('a result of unknown form is an error that names the method', async () => {
  await using line = connect(() => ({unexpected: true}));
  expect(await line.rpc.version()).toMatchObject({
    kind: 'error',
    message: 'signal-cli answered version in a form that is not known.',
  });
});

test('errors of signal-cli keep their code and data; null counts as no data', async () => {
  await using line = connect();
  const first = line.rpc.send({target: {recipient: 'alice-uuid'}, message: 'a'});
  const second = line.rpc.send({target: {recipient: 'alice-uuid'}, message: 'b'});
  await settle();
  const response = {results: [{type: 'IDENTITY_FAILURE'}], timestamp: 1};
  line.signal.say({error: {code: -4, message: 'untrusted', data: {response}}, id: 1});
  line.signal.say({error: {code: -1, message: 'No recipients given', data: null}, id: 2});
  expect(await first).toEqual({kind: 'error', code: -4, message: 'untrusted', data: {response}});
  expect(await second).toEqual({kind: 'error', code: -1, message: 'No recipients given'});
});

test('answers that arrive out of order reach their own calls', async () => {
  await using line = connect();
  const send = line.rpc.send({target: {recipient: 'alice-uuid'}, message: 'slow'});
  const version = line.rpc.version();
  await settle();
  line.signal.answer(2, {version: '0.14.6'});
  line.signal.answer(1, {results: [], timestamp: 5});
  expect(await version).toEqual({kind: 'result', result: '0.14.6'});
  expect(await send).toEqual({kind: 'result', result: {results: [], timestamp: 5}});
});

test('a send that times out is lost, not failed; its late answer is ignored', async () => {
  await using line = connect();
  const send = line.rpc.send({target: {recipient: 'alice-uuid'}, message: 'hello'});
  await line.clock.advance(120_000);
  expect(await send).toEqual({kind: 'lost', because: 'No answer to send within 120 s'});
  line.signal.answer(1, {results: [], timestamp: 5});
  const version = line.rpc.version();
  await settle();
  line.signal.answer(2, {version: '0.14.6'});
  expect(await version).toEqual({kind: 'result', result: '0.14.6'});
});

test.for([
  ['version', 5, rpc => rpc.version()],
  ['a receipt', 60, rpc => rpc.sendReceipt('alice-uuid', [1])],
  ['a text', 120, rpc => rpc.send({target: {recipient: 'a'}, message: 'a'})],
  ['a message with 1 MiB attached', 131, rpc => rpc.send({target: {recipient: 'a'}, attachmentBytes: 1024 * 1024})],
  ['the groups', 120, rpc => rpc.listGroups()],
  ['startLink', 110, rpc => rpc.startLink()],
  ['finishLink', 150, rpc => rpc.finishLink('sgnl://a', 'Rooster')],
  ['unsubscribing', 300, rpc => rpc.unsubscribeReceive(0)],
] satisfies readonly (readonly [
  string,
  number,
  (rpc: ReturnType<typeof connect>['rpc']) => Promise<{kind: string}>,
])[])('%s may take %i s and no longer', async ([, seconds, ask]) => {
  await using line = connect();
  let ended: string | undefined;
  void ask(line.rpc).then(({kind}) => {
    ended = kind;
  });
  await line.clock.advance(seconds * 1_000 - 1);
  expect(ended).toBeUndefined();
  await line.clock.advance(1);
  expect(ended).toBe('lost');
});

test('a pending call is lost when the connection ends; a later call was never sent', async () => {
  await using line = connect();
  const send = line.rpc.send({target: {recipient: 'alice-uuid'}, message: 'hello'});
  await settle();
  line.signal.hangUp();
  expect(await send).toEqual({kind: 'lost', because: 'The other side closed the connection'});
  expect(await line.rpc.version()).toEqual({kind: 'unsent', because: 'The other side closed the connection'});
  expect(line.signal.asked).toHaveLength(1);
});

test("a text that would break the connection isn't sent", async () => {
  await using line = connect();
  const attachment = [`data:image/png;base64,${'A'.repeat(20_000_000)}`];
  const reply = await line.rpc.send({target: {recipient: 'alice-uuid'}, attachment});
  expect(reply).toEqual({
    kind: 'error',
    code: -32600,
    message: 'A text or attachment of 20000022 characters is longer than signal-cli takes (20000000).',
  });
  expect(line.signal.asked).toEqual([]);
});

test('both forms of received messages arrive; other notifications, unknown ids and invalid JSON are ignored', async () => {
  await using line = connect();
  const version = line.rpc.version();
  await settle();
  line.signal.raw('INFO  something logged\n');
  line.signal.say({error: {code: -32700, message: 'Empty input line', data: null}, id: null});
  line.signal.say({result: {version: 'not this one'}, id: 99});
  line.signal.say({method: 'callEvent', params: {}});
  line.signal.say({method: 'receive', params: {envelope: {timestamp: 1}, account: '+1'}});
  line.signal.say({method: 'receive', params: {subscription: 0, result: {envelope: {timestamp: 2}, account: '+1'}}});
  line.signal.answer(1, {version: '0.14.6'});
  expect(await version).toEqual({kind: 'result', result: '0.14.6'});
  expect(line.received).toEqual([
    {envelope: {timestamp: 1}, account: '+1'},
    {subscription: 0, result: {envelope: {timestamp: 2}, account: '+1'}},
  ]);
});
