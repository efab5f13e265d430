// Effects leave the daemon at eight places and nowhere else: src/daemon/outputs.ts wraps each, and whatever reaches a network, a
// program or a socket belongs to one of them, or is listed here with the reason why it needn't wait.
import {globSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {importsOf, type SourceFile} from './import-rules.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES: readonly SourceFile[] = globSync('src/daemon/**/*.ts', {cwd: ROOT}).map(path => ({
  path: path.slice('src/daemon/'.length),
  text: readFileSync(`${ROOT}/${path}`, 'utf8'),
}));
const OUTPUTS = 'outputs.ts';

/** The wrapper of each place, and the files that wrap a port with it. */
const WRAPPED: Readonly<Record<string, readonly string[]>> = {
  rpcAnswers: ['bootstrap/build-rpc.ts'],
  publishedEvents: ['bootstrap/build-rpc.ts'],
  channelSends: ['bootstrap/channels/channel-connection.ts'],
  receiptsAndReactions: ['bootstrap/signal/connect-signal.ts'],
  modelCalls: ['bootstrap/build-agent.ts'],
  toolRuns: ['bootstrap/build-agent.ts'],
  commandRuns: ['bootstrap/agent/agent-tools.ts'],
  httpAnswers: ['bootstrap/doors/build-doors.ts'],
  httpRequests: ['bootstrap/build-watch.ts', 'bootstrap/channels/connect-channel.ts'],
  mailFlags: ['bootstrap/channels/mail-channel.ts'],
};

/** The makers of ports that leave, and the only files that call it: those that wrap it, or the reason. */
const MADE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  servePeer: {'bootstrap/serve-clients.ts': 'serveClients is listed, too'},
  serveClients: {
    'bootstrap/build-rpc.ts': 'rpcAnswers',
    'bootstrap/waiting-daemon.ts': 'a daemon that waits has no store: it answers about itself',
  },
  createSubscriptions: {'bootstrap/build-rpc.ts': 'publishedEvents'},
  startOutboxDrain: {'bootstrap/channels/channel-connection.ts': 'channelSends'},
  openSignal: {'bootstrap/signal/connect-signal.ts': 'receiptsAndReactions'},
  createSwitchboard: {'channels/signal/channel.ts': 'receiptsAndReactions'},
  createModels: {
    'bootstrap/build-agent.ts': 'modelCalls',
    'bootstrap/agent/open-setup.ts': 'the trial of a model at the setup, which runs through modelCalls',
  },
  runStep: {'bootstrap/build-agent.ts': 'modelCalls'},
  loadTools: {'bootstrap/agent/agent-tools.ts': 'createAgentTools is listed, too'},
  createAgentTools: {'bootstrap/build-agent.ts': 'toolRuns'},
  createJobShell: {'bootstrap/agent/agent-tools.ts': 'commandRuns'},
  openHttpDoor: {'bootstrap/doors/build-doors.ts': 'httpAnswers'},
  createRequestOnce: {
    'bootstrap/build-watch.ts': 'httpRequests',
    'bootstrap/channels/connect-channel.ts': 'httpRequests',
    'tools/load-tools.ts': 'toolRuns',
  },
  createSentFolder: {'bootstrap/channels/mail-channel.ts': 'mailFlags'},
};

const QUESTION = 'it asks, and changes nothing elsewhere';
const NOTHING = 'it only looks at addresses, paths or the form of a mail';
const CALLER = 'its caller is listed, too';

/** The files that can reach a network, another program or a socket: the place that they belong to, or the reason. */
const REACHING: Readonly<Record<string, string>> = {
  'bootstrap/channels/mail-channel.ts': QUESTION,
  'bootstrap/fleet/run-cells.ts': 'it starts daemons of cells, each with a gate of its own',
  'bootstrap/replica/build-replica.ts':
    'it tells the machine that was taken over from, which is stored since the takeover',
  'bootstrap/replica/start-follower.ts': QUESTION,
  'bootstrap/run-daemon.ts': 'it starts the next version of itself',
  'channels/mail/imap.ts': 'mailFlags',
  'channels/mail/oauth.ts': 'it logs in: tokens',
  'channels/mail/outgoing/mime.ts': NOTHING,
  'channels/mail/outgoing/smtp.ts': 'channelSends',
  'channels/ntfy/notification.ts': NOTHING,
  'channels/ntfy/server.ts': 'channelSends',
  'channels/signal-cli/attach/attach-http.ts': 'receiptsAndReactions',
  'channels/signal-cli/attach/http-caller.ts': 'receiptsAndReactions',
  'channels/signal-cli/cli-process.ts': 'receiptsAndReactions',
  'channels/signal-cli/link.ts': 'a person links an account',
  'channels/signal-cli/program.ts': QUESTION,
  'channels/signal-cli/signal-cli-session.ts': 'receiptsAndReactions',
  'channels/signal/linked-account.ts': NOTHING,
  'channels/signal/probe.ts': NOTHING,
  'doors/http/http-server.ts': 'httpAnswers',
  'fleet/postgres-client.ts': 'the place where commits are stored before anything leaves',
  'models/bounded-fetch.ts': CALLER,
  'models/learn-context.ts': QUESTION,
  'models/list-models.ts': QUESTION,
  'models/model-registry.ts': 'modelCalls',
  'rpc/keep-sockets.ts': 'rpcAnswers',
  'system/http/address-place.ts': NOTHING,
  'system/http/open-request.ts': CALLER,
  'system/http/pinned-address.ts': QUESTION,
  'system/http/request-once.ts': 'httpRequests',
  'system/sandbox/library.ts': 'toolRuns',
  'system/sandbox/missing.ts': QUESTION,
  'system/take-lock.ts': QUESTION,
  'tools/shell/run-command.ts': 'toolRuns',
  'tools/web/get-page.ts': 'toolRuns',
};

const callersOf = (name: string): readonly string[] =>
  FILES.filter(({text}) => new RegExp(`(?<![\\w.]|function )${name}(?:<\\w+>)?\\(`, 'u').test(withoutComments(text)))
    .map(({path}) => path)
    .filter(path => path !== OUTPUTS)
    .toSorted();

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*/gmu, '');

const isReaching = (file: SourceFile): boolean =>
  importsOf(file).some(({to, kind}) => kind !== 'type' && OUTSIDE.test(to)) || FETCH.test(withoutComments(file.text));

const OUTSIDE =
  /^node:(?:net|https?|http2|dgram|tls|dns(?:\/promises)?|child_process)$|^(?:imapflow|nodemailer|oauth4webapi|pg|@ai-sdk\/(?!provider)|@anthropic-ai\/)|ipc\/socket\/(?:dial|listen)|http\/open-request\.ts$|bounded-fetch\.ts$/u;
const FETCH = /(?<![\w.|'])fetch\(|= fetch\b|getBuiltinModule\('node:http/u;

test('every wrapper is used where its ports are made, and nowhere else', () => {
  const text = FILES.find(({path}) => path === OUTPUTS)?.text ?? '';
  const wrappers = [...text.matchAll(/^export const (\w+) =/gmu)].map(([, name = '']) => name);
  expect(wrappers.toSorted()).toEqual(Object.keys(WRAPPED).toSorted());
  expect(Object.fromEntries(wrappers.map(name => [name, callersOf(name)]))).toEqual(WRAPPED);
});

test('whatever makes a port that leaves is called only where it is wrapped', () => {
  const made = Object.keys(MADE).map(name => [name, callersOf(name)]);
  expect(Object.fromEntries(made)).toEqual(
    Object.fromEntries(Object.entries(MADE).map(([name, callers]) => [name, Object.keys(callers).toSorted()])),
  );
  const elsewhere = Object.values(MADE)
    .flatMap(callers => Object.entries(callers))
    .filter(([path, by]) => WRAPPED[by]?.includes(path) === false);
  // The first is given the wrapper; what the second makes is used by wrapped tools.
  expect(elsewhere).toEqual([
    ['channels/signal/channel.ts', 'receiptsAndReactions'],
    ['tools/load-tools.ts', 'toolRuns'],
  ]);
});

test('every file that reaches outside belongs to a place, or says why it waits for nothing', () => {
  expect(
    FILES.filter(isReaching)
      .map(({path}) => path)
      .toSorted(),
  ).toEqual(Object.keys(REACHING).toSorted());
});

test('a delivery is handed to its channel at one place', () => {
  const senders = FILES.filter(({text}) => /\bchannel\.send\(/u.test(text)).map(({path}) => path);
  expect(senders.toSorted()).toEqual(['delivery/attempt.ts', OUTPUTS]);
});
