// A scripted channel: it accepts, refuses, hangs, goes down, and may fail for some addresses only. It keeps all attempts and all accepted
// messages.
import type {Channel, HandleResult, InboundHandler, Withdrawal} from '../../src/daemon/ports/channel.ts';
import type {ChannelStatus} from '../../src/shared/events/gateway-event.ts';
import type {StaleEnd} from '../../src/shared/records/delivery/escalation.ts';
import type {Inbound, InboundReaction, Outbound, Receipt} from '../../src/shared/records/delivery/injection.ts';
import type {DeliveryId} from '../../src/shared/records/ids.ts';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';

/** Its response to one attempt: `later` is a temporary refusal, `never` a permanent one; `hang` never responds. */
export type FakeAnswer = 'accept' | 'later' | 'never' | 'hang' | Promise<'accept' | 'later' | 'never'>;

export type FakeChannel = Channel & {
  /** Every attempt, in order. */
  readonly attempts: readonly Outbound[];
  /** The accepted messages, in order. */
  readonly sent: readonly Outbound[];
  readonly texts: readonly string[];
  /** Its responses from now on. */
  answer(answers: FakeAnswer | ((outbound: Outbound) => FakeAnswer)): void;
  /** From now on it does this, whatever was scripted before. */
  sendBy(send: Channel['send']): void;
  /** An incoming message, in a group or directly; resolves with its result. */
  says(sender: string, text: string, group?: string, more?: Partial<Inbound>): Promise<HandleResult>;
  /** An edit of the sender's message number `of`, counted over all messages; without a text, its deletion. */
  changes(sender: string, change: {readonly of: number; readonly text?: string}): Promise<HandleResult>;
  /** The sender's reaction to a delivery. */
  reacts(sender: string, emoji: string, to: DeliveryId, more?: Partial<InboundReaction>): Promise<HandleResult>;
  /** The messages that were withdrawn. */
  readonly withdrawn: readonly Withdrawal[];
  /** Sets the result of taking a message back; an error is thrown. @default it leaves all */
  withdrawBy(end: StaleEnd | Error): void;
  /** Sets its ability to send. */
  turn(outbound: ChannelStatus['outbound']): void;
};

export const fakeChannel = (name = 'signal'): FakeChannel => {
  const attempts: Outbound[] = [];
  const sent: Outbound[] = [];
  let answerTo: (outbound: Outbound) => FakeAnswer = () => 'accept';
  let outbound: ChannelStatus['outbound'] = 'up';
  let heard = 0;
  let handler = Promise.withResolvers<InboundHandler>();
  let sendBy: Channel['send'] | undefined;
  const withdrawn: Withdrawal[] = [];
  let withdrawalEnd: StaleEnd | Error = 'left';
  return {
    name,
    attempts,
    sent,
    get texts() {
      return sent.map(({text}) => text);
    },
    answer: answers => {
      answerTo = typeof answers === 'function' ? answers : () => answers;
    },
    sendBy: send => {
      sendBy = send;
    },
    withdrawn,
    withdrawBy: end => {
      withdrawalEnd = end;
    },
    withdraw: async copy => {
      withdrawn.push(copy);
      if (withdrawalEnd instanceof Error) throw withdrawalEnd;
      return withdrawalEnd;
    },
    turn: state => {
      outbound = state;
    },
    status: () => ({channel: name, inbound: outbound, outbound}),
    says: async (sender, text, group, more) => {
      heard += 1;
      const key = `${name}:${sender}/${sender}/${heard}`;
      return (await handler.promise).handle({
        channel: name,
        sender,
        text,
        at: FIRST_AT + heard,
        key,
        ...(group === undefined ? {} : {group}),
        ...more,
      });
    },
    changes: async (sender, {of, text}) => {
      heard += 1;
      return (await handler.promise).change({
        channel: name,
        sender,
        at: FIRST_AT + heard,
        key: `${name}:${sender}/${sender}/${heard}`,
        of: `${name}:${sender}/${sender}/${of}`,
        ...(text === undefined ? {} : {text}),
      });
    },
    reacts: async (sender, emoji, to, more) => {
      heard += 1;
      const key = `${name}:${sender}/${sender}/${heard}`;
      return (await handler.promise).react({
        channel: name,
        sender,
        at: FIRST_AT + heard,
        key,
        emoji,
        removed: false,
        to,
        ...more,
      });
    },
    listen: async listener => {
      handler.resolve(listener);
      return {
        [Symbol.asyncDispose]: async () => {
          handler = Promise.withResolvers();
        },
      };
    },
    send: async (message, signal, onPart): Promise<Receipt> => {
      attempts.push(message);
      if (sendBy !== undefined) return sendBy(message, signal, onPart);
      const answer = await answerTo(message);
      switch (answer) {
        case 'accept':
          sent.push(message);
          return {at: 0};
        case 'later':
          throw new GatewayError('unavailable', `${name} cannot send right now.`);
        case 'never':
          throw new GatewayError('invalid', `${message.to} is not on ${name}.`);
        case 'hang':
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut off'))));
      }
    },
  };
};

/** On the clock moved by hand. */
const FIRST_AT = Date.UTC(2026, 10, 21, 11);
