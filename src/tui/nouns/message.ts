// Messages in the terminal UI: rows and the reader.

import {wholeText} from '../../shared/record-text/detail-lines.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Message} from '../../shared/records/message.ts';
import {formatWhen} from '../../shared/time/format-time.ts';
import {formatSource} from '../format/format-source.ts';
import {formatTook} from '../format/how-long.ts';
import {type Document, dateTime, type Fact, facts, withData} from './format/document.ts';
import {briefly, formatAnswer} from './format/format-noun.ts';
import type {NounView} from './noun-view.ts';

/** A message of a conversation, with its receipts. */
export type MessageItem = {readonly message: Message; readonly receipts: readonly Delivery[]};

export const message: NounView<MessageItem> = {
  kind: 'message',
  label: () => 'message',
  sign: () => 'message',
  name: 'a message',
  ref: ({message: {id}}) => ({kind: 'message', id}),
  row: ({message: {id}}) => id,
  state: () => undefined,
  line: ({message}) => ({shape: 'past', at: message.at, what: textOf(message), took: ''}),
  detail: ({message}) => ({text: textOf(message), facts: [`from ${formatSource(message.source)}`, message.id]}),
  sentence: ({message}, {now}) =>
    `${formatWhen(message.at, now)}, from ${formatSource(message.source)}: ${briefly(textOf(message))}`,
  document: item => documentOfMessage(item),
  search: ({message}) => [message.id, textOf(message), message.session, formatSource(message.source)],
  filters: () => ['messages'],
  contexts: () => [],
  changes: () => [],
};

export const documentOfMessage = ({message, receipts}: MessageItem): Document => {
  const {id, at, source, session, turnId, thinking, payload, role, details} = message;
  const text = textOf(message);
  return {
    title: `message ${id}`,
    kind: 'message',
    facts: facts([
      ['at', dateTime(at)],
      ['from', formatSource(source)],
      ['conversation', session],
      ['turn', turnId],
      ['answer', details?.answer && formatAnswer(details.answer, at)],
      ['thought for', thinking === undefined ? undefined : formatTook(thinking.tookMs)],
      ...receipts.map((receipt): Fact => ['delivery', `${receipt.id} to ${receipt.address}: ${receipt.state}`]),
    ]),
    text: payload === undefined ? text : withData(text, payload),
    form: role === 'assistant' && source.kind !== 'reminder' ? 'markdown' : 'plain',
  };
};

const textOf = (message: Message): string => wholeText(message, 'the agent');
