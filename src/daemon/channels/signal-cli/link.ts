// Links this machine to a Signal account, step by step. A signal-cli without an account gives a link, a person scans
// it, and signal-cli reports the account. Never rejects: every failure has a sentence.
import {type ChildProcess, spawn} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {
  ANSWER_LINE_CAP,
  type CloseReason,
  createLineReader,
  type Transport,
  type TransportHandlers,
} from '../../../ipc/wire/index.ts';
import {formatReason, type Reason} from '../../../shared/text/sentences.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../shared/time/time.ts';
import {type CallReply, failureOf, type SignalCaller} from './calls/call.ts';
import {createLineCaller} from './calls/line-caller.ts';
import {createSignalRpc} from './calls/signal-rpc.ts';
import {signalGroup} from './cli-process.ts';
import {readFields, readText} from './envelope/fields.ts';
import {exitReasonIn, JAVA_REASONS, javaProblemIn} from './exit-reason.ts';
import type {Host} from './host.ts';
import {cliEnvironment} from './places.ts';
import {versionRefusal} from './program.ts';
import {within} from './waiting.ts';
import {readStderr} from './watch-stderr.ts';

export type LinkStep =
  /** A link to show as QR code and text. It replaces any earlier link, which is invalid then. */
  | {readonly kind: 'uri'; readonly uri: string}
  /** Nobody scanned the link in time. Another one follows. */
  | {readonly kind: 'again'; readonly because: string};

export type LinkEnd =
  | {readonly kind: 'linked'; readonly number: string}
  | {readonly kind: 'failed'; readonly because: string}
  | {readonly kind: 'aborted'};

export type LinkDeps = {
  readonly command: string;
  /** signal-cli's data folder for the new account, created if missing. No supervised signal-cli may run on it. */
  readonly data: string;
  /** The name in the phone's list of linked devices. */
  readonly deviceName: string;
  readonly clock: Clock;
  readonly host: Host;
  readonly signal: AbortSignal;
  readonly onStep: (step: LinkStep) => void;
};

export const linkDevice = async (deps: LinkDeps): Promise<LinkEnd> => {
  const {command, data, deviceName, clock, host, signal, onStep} = deps;
  if (signal.aborted) return {kind: 'aborted'};
  mkdirSync(data, {recursive: true, mode: 0o700});
  const cli = startLinker(command, data, host);
  const caller = createLineCaller({transport: cli.transport, clock, onReceived: () => {}});
  const rpc = createSignalRpc(caller);
  const aborted = new Promise<LinkEnd>(resolve => {
    signal.addEventListener('abort', () => resolve({kind: 'aborted'}), {once: true});
  });

  const finish = async (): Promise<LinkEnd> => {
    // Checked before a code is scanned, because a device linked by an old version misses messages.
    const tooOld = versionRefusal(await versionOf(caller), host.name);
    if (tooOld !== undefined) return {kind: 'failed', because: `${formatReason(tooOld)} Then link again.`};
    for (let attempt = 1; ; attempt += 1) {
      const started = await rpc.startLink();
      if (started.kind !== 'result') return failed(started, attempt);
      onStep({kind: 'uri', uri: started.result});
      const finished = await rpc.finishLink(started.result, deviceName);
      if (finished.kind === 'result') return {kind: 'linked', number: finished.result};
      if (!isTimeOut(finished) || attempt >= MOST_ATTEMPTS || signal.aborted) return failed(finished, attempt);
      onStep({kind: 'again', because: 'The code expired. Here is a new one.'});
    }
  };

  const failed = async (reply: Failure, attempt: number): Promise<LinkEnd> => {
    if (reply.kind === 'error') return {kind: 'failed', because: linkError(reply, attempt)};
    // Its last output explains more than its end.
    const ended = await within(clock, 2 * SECOND, cli.ended);
    return {kind: 'failed', because: ended ? formatReason(await cli.ended) : linkError(reply, attempt)};
  };

  try {
    return await Promise.race([finish(), cli.locked, aborted]);
  } finally {
    await cli.close(clock);
    await caller[Symbol.asyncDispose]();
  }
};

/** Empty without an answer; the next call then reports the problem. Java may take long to start. */
const versionOf = async (caller: SignalCaller): Promise<string> => {
  const reply = await caller.call('version', {}, READY_MS);
  return reply.kind === 'result' ? (readText(readFields(reply.result)?.['version']) ?? '') : '';
};

type Failure = Exclude<CallReply, {kind: 'result'}>;

const isTimeOut = (reply: Failure): boolean => reply.kind === 'error' && /Link request timed out/u.test(reply.message);

/** The message for the person, with what to do. */
export const linkError = (reply: Failure, attempt: number): string => {
  if (isTimeOut(reply))
    return `The code was not scanned, ${attempt} times over. Start again when the phone is at hand.`;
  if (reply.kind !== 'error') return `Signal did not answer (${failureOf(reply)}). Is there a network? Try again.`;
  const known = ERRORS.find(([form]) => form.test(reply.message));
  return known?.[1] ?? `Linking failed: ${failureOf(reply)}. Try again.`;
};

const ERRORS: readonly (readonly [form: RegExp, sentence: string])[] = [
  [/already exists/u, 'This account is already linked here. To link it again, remove its signal-cli data first.'],
  [/Unknown device link uri/u, 'The code has expired. Start again.'],
  [/timed out/u, 'Signal gave no code in time. Is there a network? Try again.'],
  [
    /\b411\b|device limit/iu,
    'The account has as many linked devices as Signal allows: remove one on the phone, then try again.',
  ],
  [/\[?\b(?:413|429)\b|rate limit/iu, 'Signal is rate-limiting attempts. Wait some minutes, then try again.'],
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
  /** Resolves with the reason when the process has ended. Never rejects. */
  readonly ended: Promise<Reason>;
  /** Another signal-cli has locked the data. This one would wait forever. */
  readonly locked: Promise<LinkEnd>;
  close(clock: Clock): Promise<void>;
};

const startLinker = (command: string, data: string, host: Host): Linker => {
  const child = spawn(command, ['--config', data, '-o', 'json', 'jsonRpc', '--receive-mode', 'manual'], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: cliEnvironment(),
  });
  const {promise: ended, resolve: end} = Promise.withResolvers<Reason>();
  const {promise: locked, resolve: lock} = Promise.withResolvers<LinkEnd>();
  let printed: readonly string[] = [];
  const words = createLineReader({
    cap: MOST_OF_A_WORD,
    onLine: line => {
      printed = [...printed, line].slice(-MOST_REMEMBERED);
      if (readStderr(line) === 'locked')
        lock({
          kind: 'failed',
          because: `Another signal-cli uses the data of this account: end it (or the ${host.name} that runs it), then try again.`,
        });
    },
    onFault: () => {},
  });
  child.stderr.on('data', (bytes: Buffer) => words.push(bytes));
  child.once('error', error => end(startError(error, command, host)));
  child.once('close', code => end(reasonOfEnd(code, printed)));
  return {
    transport: pipeTransport(child, ended),
    ended,
    locked,
    close: async clock => {
      child.stdin.end();
      if (await within(clock, END_MS, ended)) return;
      signalGroup(child.pid ?? 0, 'SIGKILL');
      await within(clock, END_MS, ended);
    },
  };
};

const reasonOfEnd = (code: number | null, printed: readonly string[]): Reason => {
  if (printed.some(line => readStderr(line) === 'tooOld'))
    return {what: 'Signal refuses this version of signal-cli as too old', advice: 'Update signal-cli, then try again.'};
  const java = javaProblemIn(printed);
  if (java !== undefined) return JAVA_REASONS[java];
  const words = exitReasonIn(printed);
  return {
    what: `signal-cli ended${code === null ? '' : ` with code ${code}`}${words === undefined ? '' : `: ${words}`}`,
  };
};

const startError = (error: NodeJS.ErrnoException, command: string, {command: setting, set}: Host): Reason =>
  error.code === 'ENOENT'
    ? {
        what: `No program '${command}'`,
        advice: `Install signal-cli (https://github.com/AsamK/signal-cli/releases), or name it: ${set(setting, '/path/to/signal-cli')}.`,
      }
    : {what: `'${command}' cannot be started (${error.message})`, advice: `See ${setting}.`};

/** A line transport over a child's standard streams. Writing needs no backpressure, because requests are short. */
const pipeTransport = (child: ChildProcess, ended: Promise<Reason>): Transport => {
  let handlers: TransportHandlers | undefined;
  let isClosed = false;
  const close = (reason: CloseReason): void => {
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
  void ended.then(reason => close({kind: 'exited', reason}));
  return {
    start: receiver => {
      handlers = receiver;
    },
    send: lines => {
      if (!isClosed) child.stdin?.write(lines);
    },
    close: () => child.stdin?.end(),
    abort: () => queueMicrotask(() => close({kind: 'here'})),
    pending: () => 0,
    drained: () => Promise.resolve(),
    pause: reader.pause,
    resume: reader.resume,
    longLines: () => {},
  };
};

/** Each code is valid for some minutes. After several, nobody is at the phone. */
const MOST_ATTEMPTS = 5;
const READY_MS = MINUTE;
const END_MS = 5 * SECOND;
const MOST_REMEMBERED = 50;
const MOST_OF_A_WORD = 1_024 * 1_024;
