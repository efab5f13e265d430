// Linking this machine to a Signal account, as a story told step by step: a signal-cli of its own, without an account, gives a link; a
// person scans it on their phone; signal-cli then knows whose account it is. Never rejects: every end has its sentence.
import {type ChildProcess, spawn} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {ANSWER_LINE_CAP, createLineReader} from '../../../../ipc/lines.ts';
import type {Transport, TransportHandlers} from '../../../../ipc/transport.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../../shared/time/time.ts';
import {fieldsOf, textOf} from '../envelope/fields.ts';
import {type CallReply, failureOf, type SignalCaller} from './calls/call.ts';
import {createLineCaller} from './calls/line-caller.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import {readStderr} from './format-stderr.ts';
import {JAVA_SENTENCES, javaTroubleIn, lastWordsIn} from './last-words.ts';
import {versionRefusal} from './version.ts';
import {within} from './waiting.ts';

export type LinkStep =
  /** To be shown as a QR code, and as text. A later one replaces an earlier one, which is no longer good. */
  | {readonly kind: 'uri'; readonly uri: string}
  /** Nobody scanned it in time; another one follows. */
  | {readonly kind: 'again'; readonly because: string};

export type LinkEnd =
  | {readonly kind: 'linked'; readonly number: string}
  | {readonly kind: 'failed'; readonly because: string}
  | {readonly kind: 'aborted'};

export type LinkDeps = {
  readonly command: string;
  /** signal-cli's data folder of the account to be: the supervised one's, which must not be running. Made when it is not there. */
  readonly data: string;
  /** What the phone shows in its list of linked devices. */
  readonly deviceName: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onStep: (step: LinkStep) => void;
};

export const linkDevice = async ({command, data, deviceName, clock, signal, onStep}: LinkDeps): Promise<LinkEnd> => {
  if (signal.aborted) return {kind: 'aborted'};
  mkdirSync(data, {recursive: true, mode: 0o700});
  const cli = startLinker(command, data);
  const caller = createLineCaller({transport: cli.transport, clock, onReceived: () => {}});
  const rpc = createSignalRpc(caller);
  const aborted = new Promise<LinkEnd>(resolve => {
    signal.addEventListener('abort', () => resolve({kind: 'aborted'}), {once: true});
  });

  const tell = async (): Promise<LinkEnd> => {
    // Before anybody scans a code: what is linked with an old version does not hear everything.
    const tooOld = versionRefusal(await versionOf(caller));
    if (tooOld !== undefined) return {kind: 'failed', because: `${tooOld} Then link again.`};
    for (let attempt = 1; ; attempt += 1) {
      const started = await rpc.startLink();
      if (started.kind !== 'result') return failed(started, attempt);
      onStep({kind: 'uri', uri: started.result});
      const finished = await rpc.finishLink(started.result, deviceName);
      if (finished.kind === 'result') return {kind: 'linked', number: finished.result};
      if (!isTimeOut(finished) || attempt >= MOST_ATTEMPTS || signal.aborted) return failed(finished, attempt);
      onStep({kind: 'again', because: 'The code was not scanned in time; here is a new one.'});
    }
  };

  const failed = async (reply: Failure, attempt: number): Promise<LinkEnd> => {
    // What it says with its last breath explains more than that it ended.
    const ended = await within(clock, SECOND / 2, cli.ended);
    const because = ended && reply.kind !== 'error' ? await cli.ended : linkError(reply, attempt);
    return {kind: 'failed', because};
  };

  try {
    return await Promise.race([tell(), cli.locked, aborted]);
  } finally {
    await cli.close(clock);
    await caller[Symbol.asyncDispose]();
  }
};

/** Empty where it does not say; what is wrong with it is told by what is asked next. Java may need long to begin. */
const versionOf = async (caller: SignalCaller): Promise<string> => {
  const reply = await caller.call('version', {}, READY_MS);
  return reply.kind === 'result' ? (textOf(fieldsOf(reply.result)?.['version']) ?? '') : '';
};

type Failure = Exclude<CallReply, {kind: 'result'}>;

const isTimeOut = (reply: Failure): boolean => reply.kind === 'error' && /Link request timed out/u.test(reply.message);

/** What a person is told, and what they can do. */
export const linkError = (reply: Failure, attempt: number): string => {
  if (isTimeOut(reply))
    return `The code was not scanned, ${attempt} times over. Start again when the phone is at hand.`;
  if (reply.kind !== 'error') return `Signal did not answer (${failureOf(reply)}). Is there a network? Try again.`;
  const known = ERRORS.find(([form]) => form.test(reply.message));
  return known?.[1] ?? `Linking failed: ${failureOf(reply)}. Try again.`;
};

const ERRORS: readonly (readonly [form: RegExp, sentence: string])[] = [
  [/already exists/u, 'This account is linked here already. To link it anew, remove its signal-cli data first.'],
  [/Unknown device link uri/u, 'The code is no longer good: each one works once. Start again.'],
  [/timed out/u, 'Signal gave no code in time. Is there a network? Try again.'],
  [
    /\b411\b|device limit/iu,
    'The account has as many linked devices as Signal allows: remove one on the phone, then try again.',
  ],
  [
    /\[?\b(?:413|429)\b|rate limit/iu,
    'Signal accepts no more attempts for a while. Wait some minutes, then try again.',
  ],
  [
    /too old|\b(?:409|499)\b/u,
    'Signal refuses this version of signal-cli as too old: update signal-cli, then try again.',
  ],
  [
    /Link request error/u,
    'Signal could not be reached to link this device. Is there a network, and does it let signal-cli through? Try again.',
  ],
  [
    /Method not implemented/u,
    'This signal-cli serves an account already; linking needs one without. Update signal-cli if this stays.',
  ],
];

type Linker = {
  readonly transport: Transport;
  /** The reason, in a sentence, once the process has ended. Never rejects. */
  readonly ended: Promise<string>;
  /** Another signal-cli holds the data: this one would wait for ever. */
  readonly locked: Promise<LinkEnd>;
  close(clock: Clock): Promise<void>;
};

const startLinker = (command: string, data: string): Linker => {
  const child = spawn(command, ['--config', data, '-o', 'json', 'jsonRpc', '--receive-mode', 'manual'], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {...process.env, LANG: 'C.UTF-8'},
  });
  const {promise: ended, resolve: end} = Promise.withResolvers<string>();
  const {promise: locked, resolve: lock} = Promise.withResolvers<LinkEnd>();
  let said: readonly string[] = [];
  const words = createLineReader({
    cap: MOST_OF_A_WORD,
    onLine: line => {
      said = [...said, line].slice(-MOST_REMEMBERED);
      if (readStderr(line) === 'locked') lock({kind: 'failed', because: LOCKED});
    },
    onFault: () => {},
  });
  child.stderr.on('data', (bytes: Buffer) => words.push(bytes));
  child.once('error', error => end(startError(error, command)));
  child.once('close', code => end(formatEnd(code, said)));
  return {
    transport: pipeTransport(child, ended),
    ended,
    locked,
    close: async clock => {
      child.stdin.end();
      if (await within(clock, END_MS, ended)) return;
      killGroup(child.pid);
      await within(clock, END_MS, ended);
    },
  };
};

/** With a start script that did not hand itself over to Java. */
const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone, which is what was wanted.
  }
};

const formatEnd = (code: number | null, said: readonly string[]): string => {
  if (said.some(line => readStderr(line) === 'tooOld'))
    return 'Signal refuses this version of signal-cli as too old: update signal-cli, then try again.';
  const java = javaTroubleIn(said);
  if (java !== undefined) return JAVA_SENTENCES[java];
  const words = lastWordsIn(said);
  return `signal-cli ended${code === null ? '' : ` with code ${code}`}${words === undefined ? '' : `: ${words}`}.`;
};

const startError = (error: NodeJS.ErrnoException, command: string): string =>
  error.code === 'ENOENT'
    ? `There is no program '${command}': install signal-cli (https://github.com/AsamK/signal-cli/releases), or name it: rooster config set signal.command /path/to/signal-cli.`
    : `'${command}' cannot be started (${error.message}): see signal.command.`;

/** Lines over the standard streams of a child. It takes as much as is written: what is said here is short. */
const pipeTransport = (child: ChildProcess, ended: Promise<string>): Transport => {
  let handlers: TransportHandlers | undefined;
  let isClosed = false;
  const close = (reason: string): void => {
    if (isClosed) return;
    isClosed = true;
    handlers?.close(reason);
  };
  const reader = createLineReader({
    cap: ANSWER_LINE_CAP,
    onLine: line => handlers?.message(line),
    onFault: fault => handlers?.error(fault),
  });
  child.stdin?.on('error', () => {});
  child.stdout?.on('data', (bytes: Buffer) => reader.push(bytes));
  void ended.then(close);
  return {
    start: given => {
      handlers = given;
    },
    send: lines => {
      if (!isClosed) child.stdin?.write(lines);
    },
    close: () => child.stdin?.end(),
    abort: () => queueMicrotask(() => close('The connection was closed on this side.')),
    pending: () => 0,
    drained: () => Promise.resolve(),
    pause: reader.pause,
    resume: reader.resume,
    longLines: () => {},
  };
};

const LOCKED =
  'Another signal-cli uses the data of this account: end it (or the Rooster that runs it), then try again.';
/** The phone is at hand or it is not; each code is good for some minutes. */
const MOST_ATTEMPTS = 5;
const READY_MS = MINUTE;
const END_MS = 5 * SECOND;
const MOST_REMEMBERED = 50;
const MOST_OF_A_WORD = 1_024 * 1_024;
