// Lines and responses that need no account, so that the stand-in and a real signal-cli can get the same ones. Java's message tails and the
// server's numbers are normalized before the comparison.

export type Probe = readonly [line: string, reply: string];

export const normal = (line: string): string =>
  line
    .replaceAll(/"timestamp":\d{13}/gu, '"timestamp":0')
    .replace(
      /"message":"(Unrecognized (?:field|token) [^,:( ]+?|Cannot deserialize|Cannot construct|Unexpected|class java\S+ cannot be cast)(?=[,:( "]).*?","data"/u,
      '"message":"$1","data"',
    );

export const call = (method: string, params?: unknown, id: unknown = 1): string =>
  JSON.stringify({jsonrpc: '2.0', method, params, id});

export const failed = (code: number, message: string, id: unknown = 1, data: unknown = null): string =>
  JSON.stringify({jsonrpc: '2.0', error: {code, message, data}, id});

const done = (result: unknown, id: unknown = 1): string => JSON.stringify({jsonrpc: '2.0', result, id});

/** In multi-account mode, over a socket, with no account at all. */
export const withoutAccount = (version: string): readonly Probe[] => [
  [call('version'), done({version})],
  ['', failed(-32700, 'Empty input line', null)],
  ['   ', failed(-32700, 'Empty input line', null)],
  ['nonsense', failed(-32700, "Unrecognized token 'nonsense'", null)],
  [`${call('version')} trailing words`, done({version})],
  ['[]', failed(-32600, 'invalid request', null)],
  ['5', failed(-32600, 'unexpected type: NUMBER', null)],
  ['"x"', failed(-32600, 'unexpected type: STRING', null)],
  ['{"jsonrpc":"2.0","method":"version","id":1,"x":1}', failed(-32600, 'Unrecognized field "x"')],
  ['{"jsonrpc":"2.0","method":"version","id":{}}', failed(-32600, 'Cannot deserialize', null)],
  ['{"jsonrpc":"2.0","method":"version","id":null}', done({version}, null)],
  [call('version', undefined, true), done({version}, true)],
  [call('version', undefined, 'x\u2028y'), done({version}, 'x\u2028y')],
  [call('version', null), done({version})],
  [call('nothing'), failed(-32601, 'Method not implemented')],
  [call('listAccounts'), done([])],
  [call('send', {recipient: '+15550000002', message: 'x'}), failed(-32602, 'Method requires valid account parameter')],
  [
    call('send', {account: '+15550000009', recipient: '+15550000002', message: 'x'}),
    failed(-32602, 'Specified account does not exist'),
  ],
  [call('finishLink', {deviceLinkUri: 'sgnl://x'}), failed(-1, 'Unknown device link uri.')],
  [call('finishLink', {deviceLinkUri: 'x', account: '+15550000001'}), failed(-32600, 'Unrecognized field "account"')],
  [call('startLink', undefined, 5), failed(-3, 'Link request error: Connection closed!', 5)],
  [call('subscribeReceive'), done(0)],
  [call('subscribeReceive'), done(1)],
  [call('unsubscribeReceive', {subscription: 0}), done({})],
  [call('unsubscribeReceive', [1]), done({})],
  [call('unsubscribeReceive', {subscription: 7}), failed(-1, 'Unknown subscription id')],
];
