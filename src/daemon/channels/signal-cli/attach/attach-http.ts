// Connects to an external signal-cli over HTTP: calls by POST, messages by an event stream. The stream can hang while
// calls work, so silence on it counts as a failure.
import type {IncomingMessage} from 'node:http';
import {reasonOfClose} from '../../../../ipc/wire/index.ts';
import {errorMessage, ReasonedError, reasonOf} from '../../../../shared/text/gateway-error.ts';
import type {Reason} from '../../../../shared/text/sentences.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../../../shared/time/time.ts';
import {openRequest} from '../../../system/http/open-request.ts';
import type {Bridge} from '../bridge.ts';
import {failureOf} from '../calls/call.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';
import type {Attachment} from '../state/connection.ts';
import {chooseAccount} from './account.ts';
import {type AttachDeps, type AttachHooks, startAttached} from './attach.ts';
import {createEventStream} from './event-stream.ts';
import {createHttpCaller, endpoint, formatStatus} from './http-caller.ts';

/** `base`: the address of signal-cli's HTTP server. */
type AttachHttpDeps = AttachDeps & {readonly base: string};

export const attachToHttp = ({base, ...deps}: AttachHttpDeps): Bridge =>
  startAttached(deps, hooks => openHttp({...deps, ...hooks, base}));

type OpenDeps = AttachHttpDeps & AttachHooks;

const openHttp = async ({base, account, clock, host, onReceived, onIntake}: OpenDeps): Promise<Attachment> => {
  const line = createHttpCaller({base, clock, host});
  const version = await createSignalRpc(line).version();
  if (version.kind !== 'result') {
    throw new ReasonedError('unavailable', {what: `signal-cli at ${base} does not answer: ${failureOf(version)}`});
  }
  const chosen = await chooseAccount(line, account, host);
  if ('refusal' in chosen) throw new ReasonedError('unavailable', chosen.refusal);
  const url = endpoint(base, 'api/v1/events');
  // Encoded by URLSearchParams, because older versions read a plain plus sign as a space.
  if (chosen.account !== undefined) url.searchParams.set('account', chosen.account);
  const stream = await keepStream({clock, open: () => openStream(url, {clock, host, onReceived}), onChange: onIntake});
  const {promise: closed, resolve: close} = Promise.withResolvers<Reason>();
  return {
    caller: chosen.caller,
    version: version.result,
    account: chosen.account,
    unsubscribe: async () => {
      stream[Symbol.dispose]();
      return true;
    },
    // HTTP has no lasting connection that could end; regular calls show whether signal-cli answers.
    closed,
    [Symbol.asyncDispose]: async () => {
      stream[Symbol.dispose]();
      close(reasonOfClose({kind: 'here'}));
    },
  };
};

type MessageStream = {
  /** Resolves with the reason when the stream has ended, as a part of a sentence. Never rejects. */
  readonly closed: Promise<string>;
  readonly close: () => void;
};

type KeptStreamDeps = {
  readonly clock: Clock;
  /** Rejects with a ReasonedError. */
  readonly open: () => Promise<MessageStream>;
  /** The reason why the stream is closed now. Undefined when it is open again. */
  readonly onChange: (reason: Reason | undefined) => void;
};

/**
 * Keeps a message stream open: reconnects after it ends, with growing waits. Calls use other connections, so a failed
 * stream stops only the receiving. Rejects, without a retry, if the first stream can't be opened.
 */
const keepStream = async ({clock, open, onChange}: KeptStreamDeps): Promise<Disposable> => {
  let stream: MessageStream | undefined;
  let timer: Disposable | undefined;
  let tries = 0;
  let closed = false;

  const follow = async (opened: MessageStream): Promise<void> => {
    if (closed) {
      opened.close();
      return;
    }
    stream = opened;
    const since = clock.now();
    const because = await opened.closed;
    stream = undefined;
    if (closed) return;
    if (clock.now() - since >= WELL_AFTER_MS) tries = 0;
    onChange(noMessages(because));
    openLater();
  };

  const openLater = (): void => {
    timer = clock.after(Math.min(SHORTEST_REST_MS * 2 ** tries, LONGEST_REST_MS), openAgain);
    tries += 1;
  };

  const openAgain = async (): Promise<void> => {
    try {
      const opened = await open();
      if (!closed) onChange(undefined);
      await follow(opened);
    } catch (error) {
      if (closed) return;
      onChange(reasonOf(error));
      openLater();
    }
  };

  void follow(await open());
  return {
    [Symbol.dispose]: () => {
      closed = true;
      timer?.[Symbol.dispose]();
      stream?.close();
    },
  };
};

/** `because` is a part of a sentence. */
const noMessages = (because: string): Reason => ({what: `No messages come from signal-cli: ${because}`});

/** Resolves when the stream has begun. Up to 0.14.3 that takes until its first keep-alive, after 15 s. */
const openStream = async (
  url: URL,
  {clock, host, onReceived}: Pick<OpenDeps, 'clock' | 'host' | 'onReceived'>,
): Promise<MessageStream> => {
  const request = await openRequest(url, {method: 'GET', headers: {accept: 'text/event-stream'}});
  const {promise: closed, resolve: close} = Promise.withResolvers<string>();
  const end = (because: string): void => {
    close(because);
    request.destroy();
  };
  const {promise: began, resolve: begin} = Promise.withResolvers<IncomingMessage | undefined>();
  request.on('response', begin);
  request.on('error', error => end(`the stream of messages broke (${errorMessage(error)})`));
  void closed.then(() => begin(undefined));
  const late = clock.after(HEADERS_MS, () => end('the stream of messages did not begin within 30 s'));
  request.end();
  const response = await began;
  late[Symbol.dispose]();
  if (response === undefined) throw new ReasonedError('unavailable', noMessages(await closed));
  if (response.statusCode !== 200) {
    end('');
    throw new ReasonedError('unavailable', noMessages(formatStatus(response.statusCode ?? 0, host)));
  }
  readEvents(response, {clock, onReceived, end});
  return {closed, close: () => end('it was closed on this side')};
};

type EventStreamDeps = Pick<OpenDeps, 'clock' | 'onReceived'> & {readonly end: (because: string) => void};

const readEvents = (response: IncomingMessage, {clock, onReceived, end}: EventStreamDeps): void => {
  const silent = (): void => end('the stream of messages was silent for 40 s');
  let watchdog = clock.after(SILENCE_MS, silent);
  const events = createEventStream({
    onEvent: (name, data) => {
      if (name === 'receive') onReceived(jsonIn(data));
    },
    onFault: end,
  });
  response.on('data', (bytes: Buffer) => {
    watchdog[Symbol.dispose]();
    watchdog = clock.after(SILENCE_MS, silent);
    events.push(bytes);
  });
  response.on('error', error => end(`the stream of messages broke (${errorMessage(error)})`));
  response.on('close', () => {
    watchdog[Symbol.dispose]();
    end('signal-cli ended the stream of messages');
  });
};

/** Invalid JSON stays text. The envelope reader reports it. */
const jsonIn = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
};

const HEADERS_MS = 30 * SECOND;
const SILENCE_MS = 40 * SECOND;
const SHORTEST_REST_MS = SECOND;
const LONGEST_REST_MS = 15 * SECOND;
const WELL_AFTER_MS = MINUTE;
