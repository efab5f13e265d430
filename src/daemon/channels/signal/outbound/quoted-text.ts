// Finds the text of a quote as the person wrote it. The conversation's message also has their quotes and notes about
// files, so the inbox comes first.
import type {Address} from '../../../../shared/records/address.ts';
import {isGroup} from '../../../../shared/records/address.ts';
import type {QuotedMessage} from '../../../../shared/records/delivery/delivery.ts';
import type {Store} from '../../../ports/store.ts';
import {readRaw} from '../envelope/envelope-reader.ts';
import type {Own} from '../envelope/people.ts';

export const quotedText = (store: Pick<Store, 'inbox'>, own: Own, quote: QuotedMessage, to: Address): string => {
  const {author, id, text} = quote;
  const chat: Address = isGroup(to) ? to : `signal:${author}`;
  const item = store.inbox.find({channel: 'signal', author, timestamp: Number(id), chat});
  const message = item === undefined || item.raw === '' ? undefined : readRaw(item.raw, own);
  return message?.kind === 'message' && message.text !== '' ? message.text : text;
};
