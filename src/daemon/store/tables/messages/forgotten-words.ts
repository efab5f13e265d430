// Removes a forgotten message's words from a record or an event. A record without them is returned as it is. Pure.
import type {GatewayEvent} from '../../../../shared/events/gateway-event.ts';
import {fromWire, toWire} from '../../../../shared/fields/wire.ts';
import type {QuotedMessage} from '../../../../shared/records/delivery/delivery.ts';
import type {Frame} from '../../../../shared/records/frame.ts';
import type {MessageId} from '../../../../shared/records/ids.ts';
import {type Message, nameOfSource} from '../../../../shared/records/message.ts';
import type {MessageDetails} from '../../../../shared/records/message-details.ts';
import type {Forgotten} from '../../../ports/conversation-store.ts';

export type Gone = Forgotten & {
  /** The message and its copies. */
  readonly ids: ReadonlySet<MessageId>;
  /** The key of the delivery that says what a voice message was understood as. */
  readonly heardAs: string;
};

type Reply = {readonly key: string; readonly text: string; readonly quote?: QuotedMessage};

export const withoutMessageWords = (message: Message, gone: Gone): Message => {
  if (gone.ids.has(message.id)) return {...message, attachments: undefined, details: undefined, text: gone.text};
  const text = nameOfSource(message.source) === 'unanswered' ? unnamed(message.text, gone) : message.text;
  const details = message.details && withoutQuote(message.details, gone);
  const frame = message.frame && withoutMaterial(message.frame, gone);
  const isSame = text === message.text && details === message.details && frame === message.frame;
  return isSame ? message : {...message, text, ...(details && {details}), ...(frame && {frame})};
};

export const withoutReplyWords = <R extends Reply>(reply: R, gone: Gone): R => {
  if (reply.key === gone.heardAs) return {...reply, text: gone.text};
  const text = reply.key.startsWith('unanswered:') ? unnamed(reply.text, gone) : reply.text;
  const isQuote = reply.quote !== undefined && gone.quotes.includes(reply.quote.text);
  return isQuote ? {...({...reply, quote: undefined} as R), text} : text === reply.text ? reply : {...reply, text};
};

export const withoutEventWords = (event: GatewayEvent, gone: Gone): GatewayEvent => {
  if ('message' in event)
    return {...event, message: toWire(withoutMessageWords(fromWire<Message>(event.message), gone))};
  if ('delivery' in event) return {...event, delivery: withoutReplyWords(event.delivery, gone)};
  if (!('state' in event) || !gone.titles.includes(event.state.title)) return event;
  return {...event, state: {...event.state, title: gone.title}};
};

const withoutQuote = (details: MessageDetails, {quotes, text}: Gone): MessageDetails => {
  const {quote, edit} = details;
  const isQuote = quote !== undefined && quotes.includes(quote.text);
  const isEdit = edit !== undefined && quotes.includes(edit.before);
  if (!isQuote && !isEdit) return details;
  return {...details, ...(isQuote && {quote: {...quote, text}}), ...(isEdit && {edit: {...edit, before: text}})};
};

const withoutMaterial = (frame: Frame, {passages, text}: Gone): Frame => {
  if (frame.kind !== 'material') return frame;
  const isIn = (section: {readonly text: string}): boolean => passages.some(passage => section.text.includes(passage));
  if (!frame.sections.some(isIn)) return frame;
  return {...frame, sections: frame.sections.map(section => (isIn(section) ? {...section, text} : section))};
};

const unnamed = (text: string, {named}: Gone): string =>
  named.reduce((left, name) => left.replaceAll(name, DELETED), text);

const DELETED = 'a message that was deleted';
