// The recorded probes: a line goes in, exactly this comes out. A number chosen by the server is written as 0.
import {describe, expect, test} from 'vitest';
import {ALICE, CAROL, GROUP_ID, OWN} from '../signal/samples.ts';
import {call, failed as error, normal} from './probes.ts';
import {daemonWith, type LineClient, lineClient, standInHome} from './start.ts';

const alice = {recipientAddress: {uuid: ALICE.uuid, number: ALICE.number, username: null}};
const carol = {recipientAddress: {uuid: CAROL.uuid, number: null, username: null}};
const sent = (...results: readonly object[]): string =>
  JSON.stringify({jsonrpc: '2.0', result: {results, timestamp: 0}, id: 1});

const probe = async (client: LineClient, line: string): Promise<string> => {
  client.write(`${line}\n`);
  return normal(await client.next());
};

describe('JSON-RPC, line by line', () => {
  test('each probe of an account daemon is answered byte for byte', async () => {
    using home = standInHome();
    const {client} = await daemonWith(home);
    const probes: readonly (readonly [line: string, reply: string])[] = [
      [call('version'), '{"jsonrpc":"2.0","result":{"version":"0.14.6"},"id":1}'],
      ['', error(-32700, 'Empty input line', null)],
      ['   ', error(-32700, 'Empty input line', null)],
      ['nonsense', error(-32700, "Unrecognized token 'nonsense'", null)],
      [`\uFEFF${call('version')}`, error(-32700, 'Unexpected', null)],
      ['{"jsonrpc":"2.0","method":"ver\u0001sion","id":1}', error(-32700, 'Unexpected', null)],
      [`${call('version')} trailing words`, '{"jsonrpc":"2.0","result":{"version":"0.14.6"},"id":1}'],
      ['[]', error(-32600, 'invalid request', null)],
      ['5', error(-32600, 'unexpected type: NUMBER', null)],
      ['"x"', error(-32600, 'unexpected type: STRING', null)],
      ['{"jsonrpc":"1.0","method":"version","id":1}', error(-32600, 'only jsonrpc version 2.0 is supported')],
      ['{"jsonrpc":"2.0","id":1}', error(-32600, 'method field must be set')],
      ['{"jsonrpc":"2.0","method":"version","id":1,"x":1}', error(-32600, 'Unrecognized field "x"')],
      ['{"jsonrpc":"2.0","method":"version","id":{}}', error(-32600, 'Cannot deserialize', null)],
      ['{"jsonrpc":"2.0","method":"version","id":null}', '{"jsonrpc":"2.0","result":{"version":"0.14.6"},"id":null}'],
      [call('version', undefined, true), '{"jsonrpc":"2.0","result":{"version":"0.14.6"},"id":true}'],
      [call('version', null), '{"jsonrpc":"2.0","result":{"version":"0.14.6"},"id":1}'],
      [call('version', [1]), '{"jsonrpc":"2.0","result":{"version":"0.14.6"},"id":1}'],
      [call('nothing'), error(-32601, 'Method not implemented')],
      [call('__proto__'), error(-32601, 'Method not implemented')],
      [call('listAccounts'), error(-32601, 'Method not implemented')],
      [call('startLink'), error(-32601, 'Method not implemented')],
      [call('finishLink', {deviceLinkUri: 'x'}), error(-32601, 'Method not implemented')],
      [call('subscribeReceive'), '{"jsonrpc":"2.0","result":0,"id":1}'],
      [
        call('receive', {timeout: 0}),
        error(-1, 'Receive command cannot be used if messages are already being received.'),
      ],
      [call('subscribeReceive'), '{"jsonrpc":"2.0","result":1,"id":1}'],
      [call('unsubscribeReceive', {subscription: 0}), '{"jsonrpc":"2.0","result":{},"id":1}'],
      [call('unsubscribeReceive', [1]), '{"jsonrpc":"2.0","result":{},"id":1}'],
      [call('unsubscribeReceive', {subscription: 7}), error(-1, 'Unknown subscription id')],
      [call('receive', {timeout: 0}), '{"jsonrpc":"2.0","result":[],"id":1}'],
      [call('receive', {account: OWN.number}), error(-32600, 'Unrecognized field "account"')],
      [call('send', {}), error(-1, 'No recipients given')],
      [call('send', {recipient: [], recipients: [ALICE.number], message: 'x'}), error(-1, 'No recipients given')],
      [
        call('send', {recipient: ALICE.number, message: 'x', account: 'ignored', textstyles: [5]}),
        sent({...alice, type: 'SUCCESS'}),
      ],
      [call('send', {recipients: [CAROL.uuid], message: 'x'}), sent({...carol, type: 'SUCCESS'})],
      [call('send', {recipients: ALICE.number, message: 'x'}), error(-32603, 'class java.lang.String cannot be cast')],
      [
        call('send', {recipient: ALICE.number}),
        error(-1, 'Sending empty message is not allowed, either a message, attachment or sticker must be given.'),
      ],
      [
        call('send', {recipient: 'x', message: 'x'}),
        error(-1, "Invalid phone number 'x': The string supplied did not seem to be a phone number."),
      ],
      [call('send', {recipient: ALICE.number, message: 'x', textStyle: '0:1:bold'}), error(-1, 'Invalid style: bold')],
      [
        call('send', {recipient: ALICE.number, message: 'x', textStyle: [{start: 0}]}),
        error(-32603, 'class java.util.LinkedHashMap cannot be cast'),
      ],
      [
        call('send', {recipient: ALICE.number, message: 'x', noteToSelf: 'true'}),
        error(-32603, 'class java.lang.String cannot be cast'),
      ],
      [
        call('send', {recipient: ALICE.number, message: 'x', quoteTimestamp: 5}),
        error(-32603, 'class java.lang.Integer cannot be cast'),
      ],
      [
        call('send', {recipient: ALICE.number, message: 'x', quoteTimestamp: '1700000000000'}),
        error(-32603, 'class java.lang.String cannot be cast'),
      ],
      [
        call('send', {recipient: ALICE.number, message: 'x', attachment: '/nope.png'}),
        error(
          -32603,
          'Failed to send message: /nope.png: /nope.png (No such file or directory) (AttachmentInvalidException) (UnexpectedErrorException)',
        ),
      ],
      [
        call('send', {'group-id': GROUP_ID, message: 'x'}),
        sent({...alice, groupId: GROUP_ID, type: 'SUCCESS'}, {...carol, groupId: GROUP_ID, type: 'SUCCESS'}),
      ],
      [call('send', {groupId: 'AAEC', message: 'x'}), error(-1, 'Group not found: AAEC')],
      [
        call('send', {groupId: '-_-_', message: 'x'}),
        error(
          -1,
          'Invalid group id: Failed to decode groupId (must be base64) "-_-_": Illegal base64 character'.replaceAll(
            '"',
            '"',
          ),
        ),
      ],
      [
        call('send', {noteToSelf: true, message: 'x'}),
        sent({recipientAddress: {uuid: OWN.uuid, number: OWN.number, username: null}, type: 'SUCCESS'}),
      ],
      [
        call('sendReaction', {groupId: GROUP_ID, emoji: 'x', targetTimestamp: 1_700_000_000_000}),
        error(-32603, 'Cannot invoke "String.equals(Object)" because "recipientString" is null (NullPointerException)'),
      ],
      [
        call('getAttachment', {id: '../accounts.json'}),
        error(-1, 'Could not find attachment with ID: ../accounts.json'),
      ],
    ];
    for (const [line, reply] of probes) expect(await probe(client, line), line).toBe(normal(reply));
  });

  test('a note to self rings the own phone with noteToSelf and notifySelf; notifySelf alone has no recipient', async () => {
    using home = standInHome();
    const {client} = await daemonWith(home);
    const sentSelf = sent({recipientAddress: {uuid: OWN.uuid, number: OWN.number, username: null}, type: 'SUCCESS'});
    const probes: readonly (readonly [line: string, reply: string])[] = [
      [call('send', {notifySelf: true, message: 'nobody'}), error(-1, 'No recipients given')],
      [call('send', {noteToSelf: true, message: 'silent'}), sentSelf],
      [call('send', {noteToSelf: true, notifySelf: true, message: 'rings'}), sentSelf],
      [call('send', {recipient: OWN.number, message: 'silent by number'}), sentSelf],
    ];
    for (const [line, reply] of probes) expect(await probe(client, line), line).toBe(normal(reply));
    expect(home.server.ownPhone()).toEqual([
      {message: 'silent', rings: false},
      {message: 'rings', rings: true},
      {message: 'silent by number', rings: false},
    ]);
  });

  test('without -a accounts are listed, calls need an account, and linking works once', async () => {
    using home = standInHome({linked: false});
    const {client} = await daemonWith(home, {account: false});
    expect(await probe(client, call('listAccounts'))).toBe('{"jsonrpc":"2.0","result":[],"id":1}');
    expect(await probe(client, call('send', {recipient: ALICE.number, message: 'x'}))).toBe(
      error(-32602, 'Method requires valid account parameter'),
    );
    expect(await probe(client, call('send', {account: '+15550000009', message: 'x'}))).toBe(
      error(-32602, 'Specified account does not exist'),
    );
    expect(await probe(client, call('finishLink', {deviceLinkUri: 'sgnl://x'}))).toBe(
      error(-1, 'Unknown device link uri.'),
    );
    expect(await probe(client, call('finishLink', {deviceLinkUri: 'x', account: OWN.number}))).toBe(
      normal(error(-32600, 'Unrecognized field "account" (')),
    );
    const {result} = (await client.ask('startLink')) as {result: {deviceLinkUri: string}};
    expect(result.deviceLinkUri).toMatch(/^sgnl:\/\/linkdevice\?uuid=\S+&pub_key=\S+$/u);
    expect(await probe(client, call('finishLink', result))).toBe(
      `{"jsonrpc":"2.0","result":{"number":"${OWN.number}"},"id":1}`,
    );
    expect(await probe(client, call('finishLink', result))).toBe(error(-1, 'Unknown device link uri.'));
    expect(await probe(client, call('listAccounts'))).toBe(
      `{"jsonrpc":"2.0","result":[{"number":"${OWN.number}"}],"id":1}`,
    );
    home.server.set('network', 'down');
    expect(await probe(client, call('startLink', undefined, 5))).toBe(
      error(-3, 'Link request error: Connection closed!', 5),
    );
  });

  test('a notification runs without a response; a batch gets one line, in order of completion', async () => {
    using home = standInHome();
    const {client, daemon} = await daemonWith(home);
    home.server.addRule({method: 'send', delayMs: 50});
    client.write('{"jsonrpc":"2.0","method":"version"}\n');
    client.write('[{"jsonrpc":"2.0","method":"version"}]\n{"jsonrpc":"2.0","id":4,"result":{}}\n');
    client.write(`[${call('send', {noteToSelf: true, message: 'x'}, 'a')},7,${call('version', undefined, 'b')}]\n`);
    const ids = (JSON.parse(await client.next()) as {id: unknown}[]).map(({id}) => id);
    expect(ids).toEqual([null, 'b', 'a']);
    expect(client.lines).toHaveLength(1);
    expect((await daemon.control.calls('version')).length).toBe(3);
  });

  test('a line ends at CR or LF, the last without; invalid UTF-8, too deep or too long ends the connection', async () => {
    using home = standInHome();
    const {client} = await daemonWith(home);
    client.write(
      `${call('version', undefined, 1)}\r${call('version', undefined, 2)}\r\n${call('version', undefined, '\u2028')}\n`,
    );
    const ids = new Set(
      [await client.next(), await client.next(), await client.next()].map(
        line => (JSON.parse(line) as {id: unknown}).id,
      ),
    );
    expect(ids).toEqual(new Set([1, 2, '\u2028']));
    expect(client.lines.some(line => line.includes('\u2028'))).toBe(true);
    client.socket.end(call('version', undefined, 'last'));
    expect(await client.next()).toContain('"last"');
    for (const bytes of [
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from(`${'['.repeat(1_001)}\n`),
      Buffer.from(`"${'x'.repeat(20_000_001)}"\n`),
    ]) {
      using broken = await lineClient({path: home.socket});
      broken.write(bytes);
      expect(await broken.next()).toBe('(closed)');
    }
  });

  test('a failure is an error with the results in its data, unless somebody got the message', async () => {
    using home = standInHome();
    const {client} = await daemonWith(home);
    const dm = call('send', {recipient: ALICE.number, message: 'x'});
    const group = call('send', {groupId: GROUP_ID, message: 'x'});
    const failed = (...results: readonly object[]) => ({response: {results, timestamp: 0}});
    const limits = 'Failed to send message due to rate limiting';

    home.server.set('untrusted', [ALICE.uuid]);
    const identity = {...alice, type: 'IDENTITY_FAILURE'};
    expect(await probe(client, dm)).toBe(
      error(-4, 'Failed to send message due to untrusted identities', 1, failed(identity)),
    );
    expect(await probe(client, group)).toBe(
      sent({...alice, groupId: GROUP_ID, type: 'IDENTITY_FAILURE'}, {...carol, groupId: GROUP_ID, type: 'SUCCESS'}),
    );
    expect(await probe(client, call('trust', {recipient: ALICE.uuid, trustAllKnownKeys: true}))).toBe(
      '{"jsonrpc":"2.0","result":{},"id":1}',
    );
    expect(await probe(client, dm)).toBe(sent({...alice, type: 'SUCCESS'}));

    home.server.set('rateLimit', {left: 1, token: 'proof-token-0001', retryAfterSeconds: 86_400});
    expect(await probe(client, dm)).toBe(
      error(
        -5,
        limits,
        1,
        failed({...alice, type: 'RATE_LIMIT_FAILURE', token: 'proof-token-0001', retryAfterSeconds: 86_400}),
      ),
    );
    home.server.set('rateLimit', {left: 1, retryAfterSeconds: 60});
    home.server.set('level', '0.13.19');
    expect(await probe(client, dm)).toBe(error(-5, limits, 1, failed({...alice, type: 'RATE_LIMIT_FAILURE'})));
    home.server.set('rateLimit', {left: 1, as: 'text'});
    expect(await probe(client, dm)).toBe(error(-32603, '[429] Rate limit exceeded: 429 (RateLimitException)'));

    home.server.set('unregistered', [ALICE.number]);
    expect(await probe(client, dm)).toBe(
      error(-1, 'Failed to send message', 1, failed({...alice, type: 'UNREGISTERED_FAILURE'})),
    );
    home.server.set('network', 'down');
    expect(await probe(client, dm)).toBe(
      error(-32603, 'Failed to send message: Connection closed! (IOException) (UnexpectedErrorException)'),
    );
  });

  test('replies come when calls end, a call outlives its client, and a script can lose its reply', async () => {
    using home = standInHome();
    const {client, daemon} = await daemonWith(home);
    home.server.addRule({method: 'send', delayMs: 100});
    client.write(`${call('send', {noteToSelf: true, message: 'x'}, 'A')}\n${call('version', undefined, 'B')}\n`);
    expect([await client.next(), await client.next()].map(line => (JSON.parse(line) as {id: string}).id)).toEqual([
      'B',
      'A',
    ]);

    home.server.addRule({method: 'send', dropAfterExecute: true});
    client.write(`${call('send', {noteToSelf: true, message: 'y'}, 'C')}\n`);
    expect(await client.next()).toBe('(closed)');
    expect(await daemon.control.calls('send')).toHaveLength(2);
  });
});
