// The tools with which a conversation reaches others: session_send, delegate, broadcast. They only parse and format;
// `actions` decides what is allowed.

import * as z from 'zod/mini';
import type {Effect} from '../../shared/records/approval.ts';
import {MINUTE} from '../../shared/time/time.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {defineTool, failure, success} from './define-tool.ts';

/** Each refuses with a GatewayError and a sentence. */
export type CrossSessionActions = {
  /** The effects of a message to these conversations or people. */
  effects(to: readonly string[], by: ToolContext): readonly Effect[];
  send(
    request: {readonly session: string; readonly text: string; readonly mode: 'note' | 'turn'},
    by: ToolContext,
  ): Promise<void>;
  delegate(
    task: {
      readonly task: string;
      readonly model?: string;
      readonly tools?: readonly string[];
      readonly limitMs?: number;
    },
    by: ToolContext,
  ): Promise<{readonly id: string}>;
  broadcast(
    request: {readonly to: readonly string[]; readonly text: string; readonly mode: 'verbatim' | 'rephrase'},
    by: ToolContext,
  ): Promise<{
    readonly sent: readonly {readonly to: string}[];
    readonly refused: readonly {readonly to: string; readonly reason: string}[];
  }>;
};

export const createCrossSessionTools = (actions: CrossSessionActions): readonly Tool[] => [
  sessionSend(actions),
  delegate(actions),
  broadcast(actions),
];

const about = (description: string): z.core.$ZodCheck<string> => z.describe(description);

const sessionSend = (actions: CrossSessionActions): Tool =>
  defineTool({
    name: 'session_send',
    description:
      'Send a message from you into another of your conversations. "note": your next turn there reads it. "turn": you act on it there ' +
      'now, and your answer goes to the people there. Use it when a message here matters there.',
    needs: 'inner',
    purposes: ['conversation'],
    mayRunAgain: () => true,
    schema: z.strictObject({
      session: z.string().check(z.minLength(1), z.maxLength(512), about('The key of the conversation.')),
      text: z.string().check(z.minLength(1), z.maxLength(16_000), about('The message, self-contained.')),
      mode: z.optional(z.enum(['note', 'turn']).check(z.describe('Default: note.'))),
    }),
    // A conversation doesn't write to itself: that is refused.
    effects: ({session}, by) => (session.trim() === by.session ? [] : actions.effects([session.trim()], by)),
    summary: ({session, text}) => `${String(session)} ${String(text)}`,
    run: async ({session, text, mode = 'note'}, by) => {
      await actions.send({session: session.trim(), text, mode}, by);
      return success(
        mode === 'note' ? `Noted in ${session}.` : `Sent to ${session}. The answer goes to the people there.`,
      );
    },
  });

const delegate = (actions: CrossSessionActions): Tool =>
  defineTool({
    name: 'delegate',
    description:
      'Give yourself a task to work on alone, in a conversation of its own, while this one goes on. Several can run at once. The result ' +
      'comes back here as a message when it is done. Use it for long work: research, long reading, checking many things. Write the task ' +
      'self-contained: the worker sees nothing of this conversation. Do not wait for it, and do not invent its result.',
    needs: 'inner',
    purposes: ['conversation'],
    mayRunAgain: () => true,
    schema: z.strictObject({
      task: z.string().check(z.minLength(1), z.maxLength(16_000), about('The task, with everything that it needs.')),
      model: z.optional(z.string().check(z.maxLength(200), about('Optional: another model, "<provider>/<model>".'))),
      tools: z.optional(
        z
          .array(z.string().check(z.maxLength(64)))
          .check(z.maxLength(50), z.describe('Optional: the only tools it may use.')),
      ),
      limit: z.optional(
        z.number().check(z.gte(1), z.lte(120), z.describe('Optional: the time limit in minutes. Default: 15.')),
      ),
    }),
    summary: ({task}) => task,
    run: async ({task, model, tools, limit}, by) => {
      const {id} = await actions.delegate(
        {
          task,
          ...(model === undefined || model.trim() === '' ? {} : {model: model.trim()}),
          tools,
          limitMs: limit === undefined ? undefined : limit * MINUTE,
        },
        by,
      );
      return success(`Delegated as ${id}. The result arrives here as a message. Go on, or end your answer.`);
    },
  });

const broadcast = (actions: CrossSessionActions): Tool =>
  defineTool({
    name: 'broadcast',
    description:
      'Send one message to several people or groups, each in their own conversation, once. "verbatim": exactly this text. "rephrase": ' +
      'you tell it in your own words, as fits each conversation. Only when the person asked for it.',
    needs: 'full',
    purposes: ['conversation'],
    mayRunAgain: () => true,
    schema: z.strictObject({
      to: z
        .array(z.string().check(z.minLength(1), z.maxLength(256)))
        .check(z.minLength(1), z.maxLength(50), z.describe('Names of people, or addresses of groups.')),
      text: z.string().check(z.minLength(1), z.maxLength(16_000), about('The message.')),
      mode: z.optional(z.enum(['verbatim', 'rephrase']).check(z.describe('Default: verbatim.'))),
    }),
    effects: ({to}, by) =>
      actions.effects(
        to.map(name => name.trim()),
        by,
      ),
    summary: ({text}) => text,
    run: async ({to, text, mode = 'verbatim'}, by) => {
      const {sent, refused} = await actions.broadcast({to: to.map(name => name.trim()), text, mode}, by);
      const lines = [
        ...(sent.length === 0 ? [] : [`Queued for ${sent.map(({to: name}) => name).join(', ')}.`]),
        ...refused.map(({to: name, reason}) => `Not sent to ${name}: ${reason}`),
      ];
      return (sent.length === 0 ? failure : success)(lines.join('\n'));
    },
  });
