// A daemon beside a signal-cli that somebody else runs: the same conversation over its socket, and over HTTP.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {daemonWith, standInHome} from '../signal-stand-in/checks/start.ts';
import {ALICE, file, OWN} from '../signal-stand-in/signal/samples.ts';
import {signalHome, text} from '../support/signal-home.ts';

test.for(['manual', 'on-start'] as const)(
  'over a socket in mode %s: each message is answered once, files included',
  async mode => {
    using signal = standInHome();
    signal.server.set('files', {'AbC123.txt': Buffer.from('beans, twine').toString('base64')});
    const {client} = await daemonWith(signal, {mode});
    client[Symbol.dispose]();
    await using home = await signalHome({signal: {account: OWN.number, endpoint: `unix:${signal.socket}`}});
    await using daemon = await home.start();
    await daemon.follow(0);
    await daemon.event('channel.status', status => status.inbound === 'up');
    const list = {attachments: [file('AbC123.txt', 'text/plain', {filename: 'list.txt', size: 12})]};
    signal.server.enqueue(text('one', 1), text('one', 1), text('the list', 2, ALICE, list));
    await daemon.event('delivery.sent', ({delivery}) =>
      delivery.text.includes(`received/${1_700_000_000_002}-AbC123.txt`),
    );
    expect(readFileSync(join(home.path, 'workspace/received/1700000000002-AbC123.txt'), 'utf8')).toBe('beans, twine');
    const sends = signal.server.calls().filter(({method}) => method === 'send');
    expect(sends).toHaveLength(2);
    const {replays, endpoint} = await daemon.call('signal.status', {});
    expect({replays, endpoint}).toEqual({replays: false, endpoint: `unix:${signal.socket}`});
  },
);

test('over HTTP, while the events come in pieces and the stream breaks', async () => {
  using signal = standInHome();
  signal.server.set('sse', {pieces: 5});
  const standIn = signal.start(['-a', OWN.number, '-o', 'json', 'daemon', '--http', '127.0.0.1:0']);
  await standIn.says('Started HTTP server on');
  const port = /Started HTTP server on \/127\.0\.0\.1:(\d+)/u.exec(standIn.stderr())?.[1];
  await using home = await signalHome({signal: {account: OWN.number, endpoint: `http://127.0.0.1:${port}`}});
  await using daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', status => status.inbound === 'up');
  signal.server.enqueue(text('ärgerlich, aber wahr ☕', 1));
  await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'You said: ärgerlich, aber wahr ☕');
  await standIn.control.dropStreams('rst');
  await daemon.event('channel.status', status => status.inbound === 'up' && status.restarts === 1);
  signal.server.enqueue(text('still there?', 2));
  await daemon.event('delivery.sent', ({delivery}) => delivery.text === 'You said: still there?');
});
