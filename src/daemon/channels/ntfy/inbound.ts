// Receives button presses on the reply topic. Each press is stored with its stream position and then handled as a
// reaction to its delivery. All other messages on the topic are counted and dropped.
import {targetOf} from '../../../shared/records/address.ts';
import type {HandleResult, InboundHandler} from '../../ports/channel.ts';
import type {InboxItem} from '../../ports/delivery-store.ts';
import type {World} from '../../ports/system.ts';
import {startPruning} from '../inbox/prune-inbox.ts';
import {createReceive, keepArrival} from '../inbox/receive.ts';
import {type ItemEnd, startWork, type Work} from '../inbox/work-inbox.ts';
import {type Press, readPress} from './press.ts';
import type {StreamEvent} from './stream-event.ts';

type NtfyMessage = Extract<StreamEvent, {kind: 'message'}>;

type InboundDeps = World & {
  readonly secret: string;
  /** The cursor name for the id of the last received message. */
  readonly cursor: string;
};

type NtfyInbound = {
  /** Stores a message. Throws if storing fails; the stream then restarts before that message. */
  readonly receive: (message: NtfyMessage) => void;
  /** The number of ignored messages since the start. */
  readonly dropped: () => number;
  readonly listen: (handler: InboundHandler) => AsyncDisposable;
};

export const createNtfyInbound = (deps: InboundDeps): NtfyInbound => {
  const {store, clock, log, secret, cursor} = deps;
  let work: Work | undefined;
  let dropped = 0;

  const keep = ({id, time, text}: NtfyMessage): number => {
    const press = readPress(secret, text);
    const delivery = press && store.deliveries.get(press.delivery);
    if (press === undefined || delivery === undefined) {
      dropped += 1;
      return 0;
    }
    const identity = {channel: CHANNEL, author: id, timestamp: time, chat: delivery.address};
    return keepArrival({store, clock}, {identity, event: press}) === 'kept' ? 1 : 0;
  };

  const receive = createReceive<NtfyMessage & {readonly position: string}>({
    store,
    cursor,
    keep: messages => messages.reduce((kept, message) => kept + keep(message), 0),
    onKept: () => work?.poke(),
  });

  return {
    receive: message => receive([{...message, position: message.id}]),
    dropped: () => dropped,
    listen: handler => {
      const started = startWork({
        store,
        clock,
        log,
        channel: CHANNEL,
        handle: item => handlePress(handler, item),
      });
      work = started;
      const pruning = startPruning({store, clock, log, channel: CHANNEL});
      return {
        [Symbol.asyncDispose]: async () => {
          await started[Symbol.asyncDispose]();
          pruning[Symbol.dispose]();
        },
      };
    },
  };
};

/** The key has the delivery and the action, but not the message, so a repeated press has no second effect. */
const handlePress = async (handler: InboundHandler, {event, chat, receivedAt}: InboxItem): Promise<ItemEnd> => {
  const {action, delivery} = event as Press;
  return endOf(
    await handler.react({
      channel: CHANNEL,
      sender: targetOf(chat),
      at: receivedAt,
      key: `${CHANNEL}/${delivery}/${action}`,
      emoji: EMOJI[action],
      removed: false,
      to: delivery,
    }),
  );
};

const endOf = (result: HandleResult): ItemEnd => {
  if (result.kind === 'kept') return {state: 'handled', receipt: 'none'};
  return {state: result.kind === 'later' ? 'later' : 'ignored', because: result.because};
};

const CHANNEL = 'ntfy';
/** A button has the same effect as a reaction on other channels. */
const EMOJI: Readonly<Record<Press['action'], string>> = {
  done: '✅',
  snooze: '⏰',
  allow: '👍',
  refuse: '👎',
};
