// The mail tool: mail_send. It only parses and formats; `actions` decides to whom the agent may write.
import * as z from 'zod/mini';
import {present} from '../../shared/fields/present.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {defineTool, success} from './define-tool.ts';

/** Refuses with a GatewayError and a sentence. */
export type MailActions = {
  readonly isOn: () => boolean;
  readonly send: (request: {
    readonly to?: string;
    readonly text: string;
    readonly files: readonly string[];
    readonly by: ToolContext;
  }) => Promise<Delivery & {readonly isAnswer?: true}>;
};

export const createMailSend = ({isOn, send}: MailActions): Tool =>
  defineTool({
    name: 'mail_send',
    description:
      'Send mail to a configured person, or answer the mail you are working on. An answer stays in its thread and quotes that mail. The ' +
      'subject of new mail is its first line. The mail is stored in the outbox; the result says whether it waits.',
    needs: 'full',
    places: ['talk'],
    isOffered: isOn,
    schema: z.strictObject({
      to: z.optional(
        z
          .string()
          .check(
            z.maxLength(200),
            z.describe(
              'A person: name in the configuration, or address ("mail:someone@example.org"). Leave it out to answer the mail.',
            ),
          ),
      ),
      text: z.optional(
        z
          .string()
          .check(
            z.maxLength(100_000),
            z.describe('The text, in short paragraphs. No signature and no quote: both are added.'),
          ),
      ),
      files: z.optional(
        z
          .array(z.string().check(z.minLength(1), z.maxLength(1_000)))
          .check(z.maxLength(10), z.describe('Files to attach, as paths in the workspace.')),
      ),
    }),
    summary: ({to, text}) => [to, text].filter(part => typeof part === 'string').join(': '),
    run: async ({to, text = '', files = []}, by) => {
      const {id, address, state, isAnswer} = await send({...present({to}), text, files, by});
      const how = state === 'queued' ? 'It is on its way' : `It is ${state}`;
      return success(`${how} to ${address} (delivery ${id}).${isAnswer === true ? IS_ANSWER : ''}`);
    },
  });

const IS_ANSWER =
  ' This is your answer in this thread: your final text is not sent. To say more, use this tool again; otherwise end with ' +
  'NO_ACTION_NEEDED.';
