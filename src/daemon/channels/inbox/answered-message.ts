// Reads what a channel calls a received message from the message's stored key.
import type {QuotedMessage} from '../../../shared/records/delivery/delivery.ts';

/** On Signal the timestamp, by mail the Message-ID. Undefined for a key of another channel. */
export const answeredMessage = (key: string): Pick<QuotedMessage, 'id' | 'author'> | undefined => {
  const [, chat, messageId] = MAIL_KEY.exec(key) ?? [];
  if (chat !== undefined && messageId !== undefined) return {id: messageId, author: chat};
  const [, author, id] = SIGNAL_KEY.exec(key) ?? [];
  return author === undefined || id === undefined ? undefined : {id, author};
};

const SIGNAL_KEY = /^signal:.+\/([^/]+)\/(\d+)$/u;
const MAIL_KEY = /^(mail:[^<>\s]+)\/(<[^<>\s]+>)\/0$/u;
