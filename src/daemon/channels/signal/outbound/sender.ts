// Sends to Signal: one message at a time per chat, none during the account's pause, and no typing indicator after an
// answer.
import {type Address, isGroup, targetOf} from '../../../../shared/records/address.ts';
import type {QuotedMessage} from '../../../../shared/records/delivery/delivery.ts';
import type {Outbound, Receipt} from '../../../../shared/records/delivery/injection.ts';
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import type {Channel} from '../../../ports/channel.ts';
import type {Store} from '../../../ports/store.ts';
import type {Log} from '../../../ports/system.ts';
import type {Own, SignalRpc} from '../../signal-cli/index.ts';
import {storedEvent} from '../inbound/sort-event.ts';
import {type AccountPause, createAccountPause, type Pause} from './account-pause.ts';
import {acceptedBy, type SendDeps, sendMessage, signalTarget} from './send-message.ts';
import {startTyping} from './typing.ts';

type SenderDeps = Omit<SendDeps, 'onVerdict' | 'rpc'> & {
  readonly rpc: Pick<SignalRpc, 'send' | 'sendReaction' | 'sendTyping' | 'remoteDelete'>;
  readonly store: Pick<Store, 'onCommitted' | 'turns' | 'inbox' | 'cursors' | 'transact'>;
  readonly log: Log;
  /** The name of the cursor that stores the account's pause. */
  readonly pauseMark: string;
  /** The account's pause began, changed or ended. */
  readonly onPause: (pause: Pause | undefined) => void;
};

/** A reaction to a message. `remove` withdraws it. */
type ReactionOut = {
  readonly to: Address;
  readonly emoji: string;
  readonly author: string;
  /** The instant that is the message's id. */
  readonly timestamp: number;
  readonly remove?: boolean;
};

export type Sender = Disposable & {
  readonly send: Channel['send'];
  /** Rejects with a SendFailure. Repeating a reaction has no effect. */
  readonly react: (reaction: ReactionOut) => Promise<void>;
  /** Deletes sent messages for everybody, by their ids. Rejects with a SendFailure. */
  readonly withdraw: (to: Address, ids: readonly string[]) => Promise<void>;
  /** The reason why nothing may be sent now, although signal-cli works. */
  readonly pause: () => Pause | undefined;
  /** Ends the pause, because the captcha was solved. */
  readonly resume: () => void;
};

export const createSender = (deps: SenderDeps): Sender => {
  const {rpc, clock, store, own} = deps;
  const pause = pauseOf(deps);
  const inLine = createChatQueue();

  const typing = startTyping({
    store,
    clock,
    show: async (address, stop) => {
      const target = signalTarget(deps, targetOf(address));
      if ('noteToSelf' in target || pause.current() !== undefined) return;
      await rpc.sendTyping(target, stop ? true : undefined);
    },
  });

  const chatOf = (address: Address): string => JSON.stringify(signalTarget(deps, targetOf(address)));

  const refuseWhilePaused = (): void => {
    const now = pause.current();
    if (now === undefined) return;
    const needs = now.token === undefined ? {} : {needs: 'captcha' as const};
    throw new SendFailure(now.because, {retry: 'unsent', retryAfterMs: Math.max(0, now.until - clock.now()), ...needs});
  };

  const quoting = (outbound: Outbound): Outbound => {
    const {quote, to} = outbound;
    return quote === undefined ? outbound : {...outbound, quote: {...quote, text: quotedText(store, own(), quote, to)}};
  };

  const sendNow = async (outbound: Outbound, signal: AbortSignal, onPart: OnPart): Promise<Receipt> => {
    refuseWhilePaused();
    await typing.over(outbound.to);
    return sendMessage({...deps, onVerdict: pause.note}, quoting(outbound), {signal, onPart});
  };

  return {
    send: (outbound, signal, onPart) => inLine(chatOf(outbound.to), () => sendNow(outbound, signal, onPart)),
    react: ({to, emoji, author, timestamp, remove}) =>
      inLine(chatOf(to), async () => {
        refuseWhilePaused();
        const target = signalTarget(deps, targetOf(to));
        const what = {target, emoji, targetAuthor: author, targetTimestamp: timestamp};
        acceptedBy(await rpc.sendReaction({...what, remove: remove || undefined}), pause.note);
      }),
    withdraw: (to, ids) =>
      inLine(chatOf(to), async () => {
        refuseWhilePaused();
        const target = signalTarget(deps, targetOf(to));
        for (const id of ids) acceptedBy(await rpc.remoteDelete(target, Number(id)), pause.note);
      }),
    pause: pause.current,
    resume: pause.end,
    [Symbol.dispose]: () => {
      typing[Symbol.dispose]();
      pause[Symbol.dispose]();
    },
  };
};

/** Runs one task at a time per chat, in order of the calls. Chats run in parallel. */
type ChatQueue = <T>(chat: string, work: () => Promise<T>) => Promise<T>;

const createChatQueue = (): ChatQueue => {
  const last = new Map<string, Promise<unknown>>();
  return (chat, work) => {
    const mine = (last.get(chat) ?? Promise.resolve()).then(work);
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(chat, over);
    void over.then(() => {
      if (last.get(chat) === over) last.delete(chat);
    });
    return mine;
  };
};

const pauseOf = ({clock, store, log, pauseMark, onPause}: SenderDeps): AccountPause =>
  createAccountPause({
    clock,
    kept: store.cursors.get(pauseMark),
    keep: word => {
      try {
        store.transact(() => store.cursors.set(pauseMark, word));
      } catch (error) {
        log.warn({because: errorMessage(error)}, "Couldn't save the pause of the Signal account for the next start.");
      }
    },
    onChange: onPause,
  });

type OnPart = Parameters<Channel['send']>[2];

/** Each call has its own limit, which depends on the files. This limits everything else. */
export const SEND_LIMIT_MS = 30 * MINUTE;

/**
 * Finds the text of a quote as the person wrote it. The conversation's message also has their quotes and notes about
 * files, so the inbox comes first.
 */
const quotedText = (store: Pick<Store, 'inbox'>, own: Own, quote: QuotedMessage, to: Address): string => {
  const {author, id, text} = quote;
  const chat: Address = isGroup(to) ? to : `signal:${author}`;
  const item = store.inbox.find({channel: 'signal', author, timestamp: Number(id), chat});
  const message = item === undefined ? undefined : storedEvent(item, own);
  return message?.kind === 'message' && message.text !== '' ? message.text : text;
};
