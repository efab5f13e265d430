// The Signal tools: signal_send, signal_react and signal_history. They only parse and format; `actions` decides to whom
// the agent may write.
import * as z from 'zod/mini';
import type {TextLimit} from '../../shared/records/trust.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {defineTool, failure, success} from './define-tool.ts';
import {createSendTool, type SendEffects, type SendMessage} from './send-tool.ts';

/** Each refuses with a GatewayError and a sentence. */
export type SignalActions = {
  readonly isOn: () => boolean;
  readonly effects: SendEffects;
  readonly send: SendMessage;
  readonly react: (emoji: string, remove: boolean, by: ToolContext) => Promise<void>;
  readonly history: (
    contact: string | undefined,
    limit: number,
    by: ToolContext,
  ) => {readonly text: string; readonly limits?: readonly TextLimit[]};
};

export const createSignalTools = (actions: SignalActions): readonly Tool[] => [
  createSend(actions),
  createReact(actions),
  createHistory(actions),
];

const WITH = 'A person: name in the configuration, number, id or address ("signal:…"). Or a group ("signal:group:…").';

const createSend = ({isOn, effects, send}: SignalActions): Tool =>
  createSendTool({
    isOn,
    effects,
    send,
    name: 'signal_send',
    description:
      'Send a Signal message to a configured person or group, or a workspace file to the person you are talking to. Your answer in this ' +
      'conversation is delivered automatically: do not send it with this tool. If you send text into this conversation, that text ' +
      'becomes your answer and your final text is not sent. The message is stored in the outbox; the result says whether it waits.',
    to: `${WITH} Leave it out for the conversation you are in, when that is on Signal.`,
    text: 'The text. Only **bold**, *italic*, ~~strike~~ and `code` are rendered.',
    answers: 'this conversation',
  });

const createReact = ({isOn, react}: SignalActions): Tool =>
  defineTool({
    name: 'signal_react',
    description:
      'React with one emoji to the Signal message you are answering, where an emoji says enough (👍, ❤️, 😂). If the person expects an ' +
      'answer, write one too.',
    needs: 'inner',
    purposes: ['conversation'],
    // The same reaction replaces itself.
    mayRunAgain: () => true,
    isOffered: address => isOn() && address?.startsWith('signal:') === true,
    schema: z.strictObject({
      emoji: z.string().check(z.minLength(1), z.maxLength(40), z.describe('One emoji.')),
      remove: z.optional(z.boolean().check(z.describe('True removes this reaction.'))),
    }),
    // It answers the person who wrote.
    effects: () => [],
    summary: ({emoji}) => emoji,
    run: async ({emoji, remove = false}, by) => {
      if (!isEmoji(emoji)) return failure(`"${emoji}" is not one emoji.`);
      await react(emoji, remove, by);
      return success(remove ? `The reaction ${emoji} is taken back.` : `Reacted with ${emoji}.`);
    },
  });

const createHistory = ({isOn, history}: SignalActions): Tool =>
  defineTool({
    name: 'signal_history',
    description: 'Show recent Signal messages between you and a person or group, oldest first, each with its time.',
    needs: 'full',
    mayRunAgain: () => true,
    effects: () => [],
    isOffered: isOn,
    schema: z.strictObject({
      with: z.optional(
        z
          .string()
          .check(
            z.maxLength(200),
            z.describe(`${WITH} Leave it out for the conversation you are in, when that is on Signal.`),
          ),
      ),
      limit: z.optional(z.int().check(z.gte(1), z.lte(200), z.describe('How many messages. The default is 20.'))),
    }),
    summary: args => args['with'],
    run: async ({with: contact, limit = 20}, by) => {
      const {text, limits} = history(contact, limit, by);
      return success(text, limits);
    },
  });

const isEmoji = (text: string): boolean =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text) &&
  [...new Intl.Segmenter('en', {granularity: 'grapheme'}).segment(text)].length === 1;
