// The ntfy channel: publishes deliveries as notifications, and reads presses of their buttons from the reply topic.

import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {sendEndOf} from '../../../shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import type {NtfyConfig} from '../../config/config-schema.ts';
import type {Channel} from '../../ports/channel.ts';
import type {World} from '../../ports/system.ts';
import {nodeCrypto} from '../../system/node-crypto.ts';
import {startRetrying} from '../inbox/retrying.ts';
import {Unanswered} from './failures.ts';
import {createNtfyInbound} from './inbound.ts';
import {isPrivate, notificationOf, topicOf} from './notification.ts';
import {createServer, type NtfyServer} from './server.ts';
import {readStreamEvent, type StreamEvent} from './stream-event.ts';

type NtfyDeps = World & {
  readonly config: NtfyConfig;
  /** The access token. */
  readonly token?: string | undefined;
  readonly chance: () => number;
  /** Called when the visible status changes. */
  readonly onStatus: (status: ChannelStatus) => void;
};

type Side = {readonly state: 'starting' | 'up'} | {readonly state: 'down'; readonly because: string};

export const openNtfy = (deps: NtfyDeps): Channel & AsyncDisposable => {
  const {store, clock, config, token, chance, log, onStatus} = deps;
  const {replyTopic} = config;
  const server = createServer({config, token, clock});
  const secret = keptSecret(store);
  const cursor = `ntfy.read:${config.url}/${replyTopic}`;
  const inbound = createNtfyInbound({...deps, secret, cursor});
  let out: Side = {state: 'starting'};
  let stream: Side = {state: 'starting'};
  let refusal: string | undefined;
  let provenAt: EpochMs | undefined;
  let lastReceivedAt: EpochMs | undefined;
  let opened = 0;
  let published = '';

  const status = (): ChannelStatus =>
    statusOf(
      {out, stream: replyTopic === undefined ? undefined : stream, opened, dropped: inbound.dropped()},
      {
        host: server.host,
        isInTheClear: token !== undefined && isUnencrypted(config),
        provenAt,
        lastReceivedAt,
      },
    );

  const shownStatus = (): ChannelStatus => {
    const now = status();
    if (refusal === undefined || now.outbound !== 'up') return now;
    return {...now, outbound: 'down', life: 'down', detail: refusal, outboundDetail: refusal};
  };

  const publish = (): void => {
    const {provenAt: _, lastReceivedAt: __, ...shown} = shownStatus();
    const text = JSON.stringify(shown);
    if (text === published) return;
    published = text;
    onStatus(shownStatus());
  };

  const proven = (): void => {
    provenAt = clock.now();
    out = {state: 'up'};
    publish();
  };

  const failed = (error: unknown): void => {
    out = {state: 'down', because: errorMessage(error)};
    publish();
  };

  const probing = startRetrying({
    clock,
    chance,
    onFailure: failed,
    round: async signal => {
      // An open stream proves that the server works, too.
      if (provenAt === undefined || out.state !== 'up' || clock.now() - provenAt >= PROOF_MS) {
        await server.prove(signal);
        proven();
      }
      return PROOF_MS;
    },
  });

  const following =
    replyTopic === undefined
      ? undefined
      : startRetrying({
          clock,
          chance,
          round: (closing, worked) =>
            followTopic({clock, server, topic: replyTopic, from: store.cursors.get(cursor), closing}, event => {
              if (event.kind === 'message') {
                inbound.receive(event);
                lastReceivedAt = clock.now();
              }
              if (stream.state !== 'up') {
                opened += 1;
                stream = {state: 'up'};
                worked();
              }
              proven();
            }),
          onFailure: error => {
            const because = errorMessage(error);
            log.info({because}, 'The stream of the ntfy reply topic ended and is opened again.');
            stream = {state: 'down', because: `The reply topic can't be read now: ${because}`};
            publish();
          },
        });

  return {
    name: CHANNEL,
    status,
    shownStatus,
    listen: async handler => inbound.listen(handler),
    send: async (outbound, signal) => {
      try {
        const id = await server.publish(notificationOf(config, outbound, secret), signal);
        refusal = undefined;
        proven();
        return {at: clock.now(), channelIds: [id]};
      } catch (error) {
        if (signal.aborted) throw error;
        if (sendEndOf(error).retry === 'afterFix') refusal = errorMessage(error);
        // Deliveries wait while the server can't be reached.
        if (error instanceof Unanswered) {
          failed(error);
          probing.poke();
        } else publish();
        throw error;
      }
    },
    withdraw: async ({id, to}) => ((await server.remove(topicOf(config, to), id)) ? 'deleted' : 'left'),
    sendLimitMs: MINUTE,
    [Symbol.asyncDispose]: async () => {
      await probing[Symbol.asyncDispose]();
      await following?.[Symbol.asyncDispose]();
    },
  };
};

type Sides = {
  readonly out: Side;
  /** The stream of the reply topic, if there is one. */
  readonly stream: Side | undefined;
  readonly opened: number;
  readonly dropped: number;
};
type Surroundings = Pick<ChannelStatus, 'provenAt' | 'lastReceivedAt'> & {
  readonly host: string;
  readonly isInTheClear: boolean;
};

const statusOf = (
  {out, stream, opened, dropped}: Sides,
  {host, isInTheClear, ...instants}: Surroundings,
): ChannelStatus => {
  const outDetail = out.state === 'down' ? out.because : undefined;
  const inDetail = stream?.state === 'down' ? stream.because : undefined;
  const isStarting = out.state === 'starting' || stream?.state === 'starting';
  return {
    channel: CHANNEL,
    inbound: stream === undefined ? 'off' : stream.state === 'up' ? 'up' : 'down',
    outbound: out.state === 'up' ? 'up' : 'down',
    life: outDetail === undefined && inDetail === undefined ? (isStarting ? 'starting' : 'up') : 'down',
    endpoint: host,
    replays: true,
    restarts: stream === undefined ? undefined : Math.max(0, opened - 1),
    dropped: dropped > 0 ? dropped : undefined,
    warnings: isInTheClear ? [IN_THE_CLEAR] : undefined,
    detail: outDetail ?? inDetail ?? (isStarting ? `Connecting to ${host}.` : undefined),
    inboundDetail: inDetail,
    outboundDetail: outDetail,
    ...instants,
  };
};

/** Created once and stored, so that a notification's buttons work after a restart. */
const keptSecret = (store: World['store']): string => {
  const kept = store.cursors.get(SECRET);
  if (kept !== undefined) return kept;
  const made = nodeCrypto().randomBytes(32).toString('base64url');
  store.transact(() => store.cursors.set(SECRET, made));
  return made;
};

const isUnencrypted = (config: NtfyConfig): boolean =>
  config.url.startsWith('http:') && !isPrivate(new URL(config.url).hostname);

const CHANNEL = 'ntfy';
const SECRET = 'ntfy.secret';
const IN_THE_CLEAR = 'ntfy.url uses http, so others on the network can read the access token. Use https.';
/** The maximum age of a proof. */
const PROOF_MS = 4 * MINUTE;

type FollowDeps = {
  readonly clock: Clock;
  readonly server: Pick<NtfyServer, 'follow'>;
  readonly topic: string;
  /** The id of the last message that was stored. */
  readonly from: string | undefined;
  readonly closing: AbortSignal;
};

/** Always rejects, with the reason of the end. */
const followTopic = async (
  {clock, server, topic, from, closing}: FollowDeps,
  onEvent: (event: StreamEvent) => void,
): Promise<never> => {
  const silent = new AbortController();
  let watch: Disposable | undefined;
  const restartWatch = (): void => {
    watch?.[Symbol.dispose]();
    watch = clock.after(SILENCE_MS, () => silent.abort(new Error('the connection was silent')));
  };
  try {
    restartWatch();
    const signal = AbortSignal.any([closing, silent.signal]);
    for await (const line of await server.follow(topic, from, signal)) {
      restartWatch();
      onEvent(readStreamEvent(line));
    }
    throw new Error('the server closed the connection');
  } catch (error) {
    throw silent.signal.aborted ? silent.signal.reason : error;
  } finally {
    watch?.[Symbol.dispose]();
  }
};

/** ntfy sends a line every 45 seconds. */
const SILENCE_MS = 2 * MINUTE;
