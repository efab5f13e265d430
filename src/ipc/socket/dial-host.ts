// Connects to the daemon of another machine: OpenSSH runs `rooster stdio` there, and its streams are the connection.
// The person's ssh configuration, agent and known hosts apply. On failure: one sentence that says what to do.
import {type ChildProcessByStdio, spawn} from 'node:child_process';
import {Duplex, type Readable, type Writable} from 'node:stream';
import type {Host} from '../../shared/records/host.ts';
import {clauseFromOutside, formatReason, type Reason, stopped} from '../../shared/text/sentences.ts';
import {shellQuoted} from '../../shared/text/shell-quoted.ts';
import {ANSWER_LINE_CAP, createTurnEnd, socketTransport, type Transport} from '../wire/index.ts';
import {DialError, type Dialling, type DialOptions} from './dial.ts';

type HostDialling = DialOptions & {
  /** A daemon is started there if none runs. */
  readonly starts: boolean;
  /** ssh may ask for a password or a new host's key, on this terminal. */
  readonly mayAsk: boolean;
};

/** Connected once the other side has sent its first line. */
export const dialHost = (host: Host, {starts, mayAsk, signal}: HostDialling): Dialling => {
  const command = remoteCommand(host, ['stdio', ...(starts ? [] : ['--no-start'])]);
  const child = spawn('ssh', [...sshOptions(mayAsk), '-T', '--', host.destination, command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
    // Ctrl+C in a program that uses this terminal for a while would end the connection.
    detached: !mayAsk,
  });
  const {promise: connected, resolve, reject} = Promise.withResolvers<void>();
  connected.catch(() => {});
  const ended = endOf(child, host);
  void ended.then(reject);
  return {transport: watched(overStreams(child), {onFirstLine: resolve, ended}), connected};
};

/**
 * The arguments of ssh that run a verb of Rooster there. It acts on that machine, even if `rooster host use` there has
 * chosen a third one. `onTerminal`: it has this terminal. `mayAsk`: ssh may ask on it.
 */
export const sshVerb = (
  host: Host,
  words: readonly string[],
  {onTerminal, mayAsk}: {readonly onTerminal: boolean; readonly mayAsk: boolean},
): readonly string[] => [
  ...sshOptions(mayAsk),
  // Without its line about the end of the connection.
  ...(onTerminal ? ['-t', '-oLogLevel=ERROR'] : ['-T']),
  '--',
  host.destination,
  remoteCommand(host, ['--host', 'local', ...words], `${CALLED_AS}=${shellQuoted(host.called ?? 'rooster')} `),
];

const sshOptions = (mayAsk: boolean): readonly string[] => [
  // ssh gives up 12 s after the last sign of life: 4 s later it asks, 8 s later again. So a lost network is noticed
  // within 15 s, also after the machine has slept.
  '-oServerAliveInterval=4',
  '-oServerAliveCountMax=2',
  '-oConnectTimeout=10',
  ...(mayAsk ? [] : ['-oBatchMode=yes']),
];

/**
 * For any shell that the account has. A shell that isn't for login doesn't know every folder with programs, so the
 * login shell is asked next.
 */
const remoteCommand = ({command = 'rooster'}: Host, words: readonly string[], variables = ''): string => {
  const call = `${variables === '' ? '' : `env ${variables}`}${[command, ...words].map(shellQuoted).join(' ')}`;
  const program = shellQuoted(command);
  const script = `command -v ${program} >/dev/null 2>&1 && exec ${call}; exec "\${SHELL:-/bin/sh}" -lc ${shellQuoted(`command -v ${program} >/dev/null 2>&1 || exit ${NO_ROOSTER}; exec ${call}`)}`;
  return `sh -c ${shellQuoted(script)}`;
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Its output is read to the end, whatever happens to its input: ssh may end first. The reason for a failed write comes
 * with the end of ssh.
 */
const overStreams = ({stdin, stdout}: Child): Transport => {
  const socket = new Duplex({
    read: () => void stdout.resume(),
    write: (chunk, _encoding, done) => void stdin.write(chunk, () => done()),
    final: done => {
      // The end of ssh closes it, too.
      if (stdin.destroyed) done();
      else stdin.once('close', () => done()).end();
    },
    destroy: (error, done) => {
      stdin.destroy();
      stdout.destroy();
      done(error);
    },
  });
  stdin.on('error', () => {});
  stdout.on('data', chunk => {
    if (!socket.push(chunk)) stdout.pause();
  });
  stdout.once('close', () => socket.push(null));
  return socketTransport({socket, lineCap: ANSWER_LINE_CAP, turnEnd: createTurnEnd()});
};

type Watching = {readonly onFirstLine: () => void; readonly ended: Promise<DialError>};

/** The reason why ssh ended is the reason why the connection did. */
const watched = (transport: Transport, {onFirstLine, ended}: Watching): Transport => ({
  ...transport,
  start: handlers =>
    transport.start({
      ...handlers,
      message: line => {
        onFirstLine();
        handlers.message(line);
      },
      close: reason => {
        if (reason.kind === 'here') handlers.close(reason);
        else void ended.then(({message}) => handlers.close({kind: 'announced', message}));
      },
    }),
});

/** Resolves when ssh has ended, with the reason. */
const endOf = (child: Child, host: Host): Promise<DialError> =>
  new Promise(resolve => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MOST_SAID);
    });
    child.once('error', cause => resolve(startError(cause, host)));
    child.once('close', code => resolve(endError(code, said, host)));
  });

const startError = (cause: NodeJS.ErrnoException, {name}: Host): DialError => {
  if (cause.name === 'AbortError') return new DialError('aborted', `The connection to ${name} was cancelled.`);
  return new DialError('failed', whyNoSsh(cause, name), {cause});
};

/** The sentence for an ssh that doesn't start. */
export const whyNoSsh = ({code, message}: NodeJS.ErrnoException, name: string): string =>
  formatReason(
    code === 'ENOENT'
      ? {what: `Reaching ${name} needs OpenSSH, and there is no program "ssh"`, advice: 'Install the OpenSSH client.'}
      : {what: `ssh doesn't start: ${message}`},
  );

const endError = (code: number | null, said: string, host: Host): DialError => {
  const words = lastLine(said);
  if (code === NO_DAEMON || code === CRASHED) {
    const sentence = `On ${host.name}: ${stopped(words ?? 'The daemon is not running.')}`;
    return new DialError(code === CRASHED ? 'stale' : 'absent', sentence);
  }
  return new DialError('failed', formatReason(endReason(code, words, host)));
};

const endReason = (code: number | null, words: string | undefined, {name, destination, command}: Host): Reason => {
  if (code === NO_ROOSTER)
    return {
      what: `There is no program "${command ?? 'rooster'}" on ${name}`,
      advice: 'Install it there, or say where it is: rooster host add NAME ADDRESS --command PATH',
    };
  if (code !== SSH_FAILED)
    return {what: `The connection to ${name} ended${words === undefined ? '' : `: ${clauseFromOutside(words)}`}`};
  return {
    what: `Couldn't reach ${name}: ${clauseFromOutside(words ?? 'ssh ended without a reason')}`,
    advice: `To see what ssh says: ssh ${destination}`,
  };
};

/** ssh and the login shell may print more before. */
const lastLine = (said: string): string | undefined =>
  said
    .split('\n')
    .map(line => line.replace(/^(?:error: |ssh: )/u, '').trim())
    .filter(line => line !== '')
    .at(-1);

/** The variable with the words that call Rooster on this machine, for the sentences of the other one. */
export const CALLED_AS = 'ROOSTER_CALLED_AS';
/** The exit code of ssh itself, if it fails. */
export const SSH_FAILED = 255;
/** Exit code of `rooster stdio` if no daemon runs, and the last one has crashed. */
export const CRASHED = 4;
/** Exit codes of the script that finds no program, and of `rooster stdio` without a daemon. */
const NO_ROOSTER = 127;
const NO_DAEMON = 3;
const MOST_SAID = 4_096;
