// The mail tool: mail_send. `actions` decides to whom the agent may write.
import type {Tool} from '../ports/tool.ts';
import {createSendTool, type SendEffects, type SendMessage} from './send-tool.ts';

export type MailActions = {
  readonly isOn: () => boolean;
  readonly effects: SendEffects;
  readonly send: SendMessage;
};

export const createMailSend = (actions: MailActions): Tool =>
  createSendTool({
    ...actions,
    name: 'mail_send',
    description:
      'Send mail to a configured person, or answer the mail you are working on. An answer stays in its thread and quotes that mail. The ' +
      'subject of new mail is its first line. The mail is stored in the outbox; the result says whether it waits.',
    to: 'A person: name in the configuration, or address ("mail:someone@example.org"). Leave it out to answer the mail.',
    text: 'The text, in short paragraphs. No signature and no quote: both are added.',
    answers: 'this thread',
  });
