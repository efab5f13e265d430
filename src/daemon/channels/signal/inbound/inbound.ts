// Receives Signal messages: stores them, processes them in order and sends read receipts. Also records incoming
// receipts and contact requests.
import {channelOf, targetOf} from '../../../../shared/records/address.ts';
import type {InboundHandler} from '../../../ports/channel.ts';
import type {InboxItem} from '../../../ports/delivery-store.ts';
import type {World} from '../../../ports/system.ts';
import {createContactRequests} from '../../inbox/contact-requests.ts';
import {startPruning} from '../../inbox/prune-inbox.ts';
import {startReadReceipts} from '../../inbox/read-receipts.ts';
import {startWork, type Work} from '../../inbox/work-inbox.ts';
import type {Own, SignalRpc, TakeReceived} from '../../signal-cli/index.ts';
import type {People} from '../people/people.ts';
import {keepAttachments, sweepFiles} from './attachments.ts';
import type {DroppedLines} from './dropped-lines.ts';
import {startExpiring} from './expiring.ts';
import {downloadsOf, forgetCopies, forgetDownloads} from './forget-copies.ts';
import {handleItem, isPlain, isStop} from './handle-item.ts';
import {createReceiptsIn} from './receipts-in.ts';
import {createRecordEvents} from './record-events.ts';
import {storedEvent} from './sort-event.ts';
import {createStoreEnvelopes, type StoreEnvelopesDeps} from './store-envelopes.ts';

type InboundDeps = World & {
  readonly own: () => Own;
  readonly people: People;
  readonly refusal: StoreEnvelopesDeps['refusal'];
  readonly cursor: string;
  /** The agent's folder. */
  readonly workspace: string;
  readonly groupReplies: () => 'mention' | 'always';
  /** Learns names from received envelopes, in the transaction that stores them. */
  readonly names: StoreEnvelopesDeps['names'];
  readonly onRead?: StoreEnvelopesDeps['onRead'];
  readonly dropped: DroppedLines;
  readonly onDropped?: () => void;
};

type Listening = {
  readonly handler: InboundHandler;
  readonly rpc: SignalRpc;
  /** signal-cli's folder of received files, if it is readable. */
  readonly folder?: string;
  /** A deleted or expired message is gone from the database. Other copies must go too. */
  readonly onForgotten: () => void;
};

type SignalInbound = AsyncDisposable & {
  readonly take: TakeReceived;
  /** Processes the inbox until disposed. Disposing waits for active items. */
  readonly listen: (to: Listening) => AsyncDisposable;
  /** Sending works again. */
  readonly poke: () => void;
};

export const createInbound = (deps: InboundDeps): SignalInbound => {
  const {store, clock, log, own, people, refusal, cursor, workspace, groupReplies, dropped} = deps;
  const eventOf = (item: InboxItem) => storedEvent(item, own());
  const receipts = createReceiptsIn({store, clock, people});
  const contactRequests = createContactRequests({store, clock, log, channel: CHANNEL});
  let work: Work | undefined;
  let pokeReceipts = (): void => {};
  let downloads: string | undefined;

  const sentListener = store.onCommitted(events => {
    for (const event of events) {
      if (event.type !== 'delivery.sent' || channelOf(event.delivery.address) !== CHANNEL) continue;
      const delivery = store.deliveries.get(event.delivery.id);
      // Deferred, because listeners of the current commit are still running.
      if (delivery !== undefined) void Promise.resolve(delivery).then(receipts.sent);
    }
  });

  return {
    take: createStoreEnvelopes({
      store,
      clock,
      log,
      own,
      people,
      refusal,
      names: deps.names,
      cursor,
      record: createRecordEvents({store, clock, log, people, receipts, contactRequests, refusal}),
      onRead: deps.onRead ?? (() => {}),
      onTorn: (line, pieces) => {
        dropped.note(line, pieces);
        // After the commit, because the count is read from the database.
        void Promise.resolve().then(deps.onDropped);
      },
      onRefused: event => void forgetDownloads(downloads, downloadsOf(event)).catch(() => {}),
      onKept: () => work?.poke(),
    }),
    listen: ({handler, rpc, folder, onForgotten}) => {
      const readReceipts = startReadReceipts({
        store,
        clock,
        log,
        channel: CHANNEL,
        send: (author, timestamps) => sendReceipt(rpc, author, timestamps),
        isServed: ({author, chat}) => {
          const address = people.addressOf(people.personAt(author));
          const group = targetOf(chat).startsWith(GROUP) ? targetOf(chat).slice(GROUP.length) : undefined;
          return address !== undefined && refusal(targetOf(address), group) === undefined;
        },
      });
      pokeReceipts = readReceipts.poke;
      downloads = folder;
      const copies = {store, eventOf, workspace, folder, onForgotten};
      const expiring = startExpiring({store, clock, log, copies, handler});
      const started = startWork({
        store,
        clock,
        log,
        channel: CHANNEL,
        handle: handleItem({
          store,
          own,
          eventOf,
          people,
          handler,
          groupReplies,
          onMessage: expiring.note,
          keepAttachments: message => keepAttachments({log, workspace, folder, rpc}, message),
          forgetCopies: (items, forgetWords) => forgetCopies(copies, items, forgetWords),
          forgetDownloads: names => forgetDownloads(folder, names),
        }),
        isPlain: (item, behind) => isPlain(eventOf(item), behind),
        overtakes: item => isStop(eventOf(item)),
        onSettled: readReceipts.poke,
      });
      work = started;
      readReceipts.poke();
      const pruning = startPruning({
        channel: CHANNEL,
        store,
        clock,
        log,
        sweep: folder === undefined ? undefined : before => sweepFiles(folder, before),
      });
      return {
        [Symbol.asyncDispose]: async () => {
          await started[Symbol.asyncDispose]();
          await readReceipts[Symbol.asyncDispose]();
          pruning[Symbol.dispose]();
          await expiring[Symbol.asyncDispose]();
        },
      };
    },
    poke: () => pokeReceipts(),
    [Symbol.asyncDispose]: async () => {
      sentListener[Symbol.dispose]();
    },
  };
};

/** Sends a read receipt and reports whether it left. Repeating it is harmless. */
const sendReceipt = async (
  rpc: Pick<SignalRpc, 'sendReceipt'>,
  author: string,
  timestamps: readonly number[],
): Promise<'over' | 'later'> => {
  const reply = await rpc.sendReceipt(author, timestamps);
  if (reply.kind === 'error') return TEMPORARY.has(reply.code) ? 'later' : 'over';
  return reply.kind === 'result' ? 'over' : 'later';
};

const CHANNEL = 'signal';
const GROUP = 'group:';
const TEMPORARY: ReadonlySet<number> = new Set([-3, -5, -32603]);
