// Connects to an external signal-cli over HTTP: calls by POST, messages by an event stream. The stream can hang while
// calls work, so silence on it counts as a failure.
import type {IncomingMessage} from 'node:http';
import {reasonOfClose} from '../../../../../ipc/wire/index.ts';
import {errorMessage, ReasonedError} from '../../../../../shared/text/gateway-error.ts';
import type {Reason} from '../../../../../shared/text/sentences.ts';
import type {Clock} from '../../../../../shared/time/clock.ts';
import {SECOND} from '../../../../../shared/time/time.ts';
import {openRequest} from '../../../../system/http/open-request.ts';
import type {Bridge} from '../bridge.ts';
import {failureOf} from '../calls/call.ts';
import {createSignalRpc} from '../calls/signal-rpc.ts';
import {type AttachDeps, type AttachHooks, type Attachment, startAttached} from './attach.ts';
import {chooseAccount} from './choose-account.ts';
import {createEventStream} from './event-stream.ts';
import {createHttpCaller, endpoint, formatStatus} from './http-caller.ts';
import {keepStream, type MessageStream, noMessages} from './kept-stream.ts';

type AttachHttpDeps = AttachDeps & {
  readonly base: string;
  /** The account to use, if signal-cli serves several. */
  readonly account?: string;
};

export const attachToHttp = ({base, account, ...deps}: AttachHttpDeps): Bridge =>
  startAttached({...deps, account}, hooks => openHttp({base, account, clock: deps.clock, ...hooks}));

type OpenDeps = AttachHooks & {
  readonly base: string;
  readonly account: string | undefined;
  readonly clock: Clock;
};

const openHttp = async ({base, account, clock, onReceived, onIntake}: OpenDeps): Promise<Attachment> => {
  const line = createHttpCaller({base, clock});
  const version = await createSignalRpc(line).version();
  if (version.kind !== 'result') {
    throw new ReasonedError('unavailable', {what: `signal-cli at ${base} does not answer: ${failureOf(version)}`});
  }
  const chosen = await chooseAccount(line, account);
  if ('refusal' in chosen) throw new ReasonedError('unavailable', chosen.refusal);
  const url = endpoint(base, 'api/v1/events');
  // Encoded by URLSearchParams, because older versions read a plain plus sign as a space.
  if (chosen.account !== undefined) url.searchParams.set('account', chosen.account);
  const stream = await keepStream({clock, open: () => openStream(url, clock, onReceived), onChange: onIntake});
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

/** Resolves when the stream has begun. Up to 0.14.3 that takes until its first keep-alive, after 15 s. */
const openStream = async (url: URL, clock: Clock, onReceived: (received: unknown) => void): Promise<MessageStream> => {
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
    throw new ReasonedError('unavailable', noMessages(formatStatus(response.statusCode ?? 0)));
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
