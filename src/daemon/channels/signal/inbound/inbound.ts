// The way in, put together: what is received is kept, worked off in order, and its authors are told that it was read; receipts of
// ours and knocks of strangers are noted on the way.
import {channelOf, targetOf} from '../../../../shared/records/address.ts';
import type {InboundHandler} from '../../../ports/channel.ts';
import type {World} from '../../../ports/system.ts';
import {startPruning} from '../../inbox/prune-inbox.ts';
import {startReadReceipts} from '../../inbox/read-receipts.ts';
import {startWork, type Work} from '../../inbox/work-inbox.ts';
import type {TakeReceived} from '../bridge/bridge.ts';
import type {SignalRpc} from '../bridge/calls/signal-rpc.ts';
import {createEnvelopeReader} from '../envelope/envelope-reader.ts';
import type {Own} from '../envelope/people.ts';
import type {People} from '../people/people.ts';
import {forgetFiles, keepAttachments, sweepFiles} from './attachments.ts';
import {createContactRequests} from './contact-requests.ts';
import {createDroppedLines, type DroppedLines} from './dropped-lines.ts';
import {startExpiring} from './expiring.ts';
import {handleItem, isPlain, isStop} from './handle-item.ts';
import {createNotices} from './news.ts';
import {createReceiptsIn} from './receipts-in.ts';
import {sendReceipt} from './send-receipt.ts';
import {createTake, type TakeDeps} from './take.ts';

export type InboundDeps = World & {
  readonly own: () => Own;
  readonly people: People;
  readonly refusal: TakeDeps['refusal'];
  readonly mark: string;
  /** The agent's folder. */
  readonly workspace: string;
  readonly groupReplies: () => 'mention' | 'always';
  /** What could be read of what was received, in the transaction that keeps it. */
  readonly names: TakeDeps['names'];
  readonly onRead?: TakeDeps['onRead'];
  /** What was deleted or has expired is gone from the database: it is to go from everywhere. */
  readonly onForgotten?: () => void;
  /** Pieces were dropped that could not be read. */
  readonly onDropped?: () => void;
};

export type Listening = {
  readonly handler: InboundHandler;
  readonly rpc: SignalRpc;
  /** Where signal-cli keeps the files it received, where that is ours to read. */
  readonly folder?: string;
};

export type InboundRoom = AsyncDisposable & {
  readonly take: TakeReceived;
  readonly dropped: DroppedLines;
  /** Works off what waits, from now on; disposing stops that, and lets what is at work end. */
  readonly listen: (to: Listening) => AsyncDisposable;
  /** The way out is open again. */
  readonly wake: () => void;
};

export const createInbound = (deps: InboundDeps): InboundRoom => {
  const {store, clock, log, own, people, refusal, mark, workspace, groupReplies} = deps;
  const read = createEnvelopeReader(own);
  const receipts = createReceiptsIn({store, clock, people});
  const contactRequests = createContactRequests({store, clock, log});
  const dropped = createDroppedLines({clock, log, cursors: store.cursors});
  const onForgotten = (): void => deps.onForgotten?.();
  let work: Work | undefined;
  let wakeReceipts = (): void => {};

  const sent = store.onCommitted(events => {
    for (const event of events) {
      if (event.type !== 'delivery.sent' || channelOf(event.delivery.address) !== CHANNEL) continue;
      const delivery = store.deliveries.get(event.delivery.id);
      // In a step of its own: the commit at hand is still being told.
      if (delivery !== undefined) void Promise.resolve(delivery).then(receipts.sent);
    }
  });

  return {
    take: createTake({
      store,
      clock,
      log,
      read,
      people,
      refusal,
      names: deps.names,
      mark,
      tell: createNotices({store, clock, log, people, receipts, contactRequests, refusal}),
      onRead: deps.onRead ?? (() => {}),
      onTorn: (line, pieces) => {
        dropped.note(line, pieces);
        // After the commit: it is read from there.
        void Promise.resolve().then(deps.onDropped);
      },
      onKept: () => work?.wake(),
    }),
    dropped,
    listen: ({handler, rpc, folder}) => {
      const reading = startReadReceipts({
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
      wakeReceipts = reading.wake;
      const expiring = startExpiring({store, clock, log, onForgotten});
      const started = startWork({
        store,
        clock,
        log,
        channel: CHANNEL,
        handle: handleItem({
          store,
          own,
          read,
          people,
          handler,
          groupReplies,
          onMessage: expiring.note,
          keepAttachments: heard => keepAttachments({log, workspace, folder, rpc}, heard),
          forgetFiles: files => forgetFiles(workspace, files),
          onForgotten,
        }),
        isPlain: (item, behind) => isPlain(item, read, behind),
        overtakes: item => isStop(item, read),
        onSettled: reading.wake,
      });
      work = started;
      reading.wake();
      const pruning = startPruning({
        channel: CHANNEL,
        store,
        clock,
        log,
        ...(folder !== undefined && {sweep: before => sweepFiles(folder, before)}),
      });
      return {
        [Symbol.asyncDispose]: async () => {
          await started[Symbol.asyncDispose]();
          await reading[Symbol.asyncDispose]();
          pruning[Symbol.dispose]();
          expiring[Symbol.dispose]();
        },
      };
    },
    wake: () => wakeReceipts(),
    [Symbol.asyncDispose]: async () => {
      sent[Symbol.dispose]();
    },
  };
};

const CHANNEL = 'signal';
const GROUP = 'group:';
