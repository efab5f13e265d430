import type {Delivery} from '../../shared/delivery.ts';
import type {Message} from '../../shared/message.ts';
import {tookWords} from '../words/how-long.ts';
import {sourceWords} from '../words/source-words.ts';
import {whenWords} from '../words/time-words.ts';
import {type Document, type Fact, facts, stamp, withData} from './document.ts';
import type {NounView} from './noun-view.ts';
import {briefly} from './noun-words.ts';

/** What was said in a conversation, with where it was sent. */
export type MessageItem = {readonly message: Message; readonly receipts: readonly Delivery[]};

export const message: NounView<MessageItem> = {
  kind: 'message',
  label: () => 'msg',
  name: 'a message',
  ref: ({message: {id}}) => ({kind: 'message', id}),
  row: ({message: {id}}) => id,
  state: () => undefined,
  line: ({message: {at, text}}) => ({shape: 'past', at, what: text, took: ''}),
  detail: ({message: {text, source, id}}) => ({text, facts: [`from ${sourceWords(source)}`, id]}),
  sentence: ({message: {at, source, text}}, {now}) =>
    `${whenWords(at, now)}, from ${sourceWords(source)}: ${briefly(text)}`,
  document: item => documentOfMessage(item),
  search: ({message: {id, text, session, source}}) => [id, text, session, sourceWords(source)],
  filters: () => ['messages'],
  contexts: () => [],
  changes: () => [],
};

export const documentOfMessage = ({
  message: {id, at, source, session, turnId, thinking, payload, text, role},
  receipts,
}: MessageItem): Document => ({
  title: `message ${id}`,
  facts: facts([
    ['at', stamp(at)],
    ['from', sourceWords(source)],
    ['session', session],
    ['turn', turnId],
    ['thought for', thinking === undefined ? undefined : tookWords(thinking.tookMs)],
    ...receipts.map((one): Fact => ['delivery', `${one.id} to ${one.address}: ${one.state}`]),
  ]),
  text: payload === undefined ? text : withData(text, payload),
  form: role === 'assistant' && source.kind !== 'reminder' ? 'markdown' : 'plain',
});
