// Shared by the send tools of all channels: recipients, text, files, and the result for the agent.
import * as z from 'zod/mini';
import type {Effect} from '../../shared/records/approval.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {defineTool, success} from './define-tool.ts';

/** Puts a message of the agent into the outbox. Refuses with a GatewayError and a sentence. */
export type SendMessage = (request: {
  readonly to?: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly by: ToolContext;
}) => Promise<Delivery & {readonly isAnswer?: true}>;

/** The effects of a message to this recipient. Empty for the people of the conversation. */
export type SendEffects = (to: string | undefined, by: ToolContext) => readonly Effect[];

type SendTool = {
  readonly name: string;
  readonly description: string;
  /** Descriptions of the fields, for the model. */
  readonly to: string;
  readonly text: string;
  /** Name of the answered message, for the answer of the turn: `this conversation`. */
  readonly answers: string;
  readonly isOn: () => boolean;
  readonly effects: SendEffects;
  readonly send: SendMessage;
};

export const createSendTool = ({
  name,
  description,
  to: toWhom,
  text: asText,
  answers,
  isOn,
  effects,
  send,
}: SendTool): Tool =>
  defineTool({
    name,
    description,
    needs: 'full',
    purposes: ['conversation'],
    isOffered: isOn,
    mayRunAgain: () => true,
    schema: z.strictObject({
      to: z.optional(z.string().check(z.maxLength(200), z.describe(toWhom))),
      text: z.optional(z.string().check(z.maxLength(100_000), z.describe(asText))),
      files: z.optional(
        z
          .array(z.string().check(z.minLength(1), z.maxLength(1_000)))
          .check(z.maxLength(10), z.describe('Files to attach, as paths in the workspace.')),
      ),
    }),
    effects: ({to}, by) => effects(to, by),
    summary: ({to, text}) => [to, text].filter(part => typeof part === 'string').join(': '),
    run: async ({to, text = '', files = []}, by) => {
      const {id, address, state, isAnswer} = await send({to, text, files, by});
      const how = state === 'queued' ? 'It is on its way' : `It is ${state}`;
      const answer =
        isAnswer === true
          ? ` This is your answer in ${answers}: your final text is not sent. To say more, use this tool again; otherwise end with NO_ACTION_NEEDED.`
          : '';
      return success(`${how} to ${address} (delivery ${id}).${answer}`);
    },
  });
