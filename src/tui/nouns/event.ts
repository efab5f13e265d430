// Events in the terminal UI: rows of the log, and the reader.

import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import {conversationName} from '../../shared/record-text/names.ts';
import {clockTime} from '../../shared/time/format-time.ts';
import {instantOfIso} from '../../shared/time/time.ts';
import {formatEvent} from '../format/format-event.ts';
import {facts} from './format/document.ts';
import {eventPhrase} from './format/event-phrase.ts';
import type {NounView} from './noun-view.ts';

export const event: NounView<GatewayEvent> = {
  kind: 'event',
  label: () => 'event',
  sign: () => 'event',
  name: 'an event',
  isFixed: true,
  ref: ({seq}) => ({kind: 'event', id: seq}),
  list: 'log',
  row: ({seq}) => `event:${seq}`,
  state: () => undefined,
  line: (item, {names}) => ({
    shape: 'logged',
    at: instantOfIso(item.at) ?? 0,
    where: item.session === undefined ? '' : conversationName(item.session, names),
    ...eventPhrase(item, names),
  }),
  detail: (item, {now, names}) => ({
    text: formatEvent(item, instantOfIso(item.at) ?? now, {names}).what,
    facts: [
      `#${item.seq}`,
      item.type,
      item.session ?? '',
      item.cause === undefined ? '' : `caused by ${item.cause}`,
      item.trust ?? '',
    ],
  }),
  sentence: (item, {now, names}) =>
    `${clockTime(instantOfIso(item.at) ?? now)}, ${formatEvent(item, now, {names}).what}`,
  /** The complete event as sent. */
  document: item => ({
    title: `event ${item.seq}`,
    facts: facts([
      ['type', item.type],
      ['at', item.at],
      ['conversation', item.session],
      ['cause', item.cause],
      ['trust', item.trust],
    ]),
    text: JSON.stringify(item, undefined, 2),
    form: 'code',
  }),
  search: (item, names) => [
    item.type,
    ...(item.session === undefined ? [''] : [item.session, conversationName(item.session, names)]),
    formatEvent(item, instantOfIso(item.at) ?? 0, {names}).what,
  ],
  filters: ({type}) => FILTERS.flatMap(([name, test]) => (test.test(type) ? [name] : [])),
  contexts: () => [],
  changes: () => [],
};

const FILTERS: readonly (readonly [name: string, types: RegExp])[] = [
  ['messages', /^message\./u],
  ['turns', /^turn\./u],
  ['time', /^(?:run|reminder|alarm|cron)\./u],
  ['deliveries', /^delivery\./u],
  ['daemon', /^(?:daemon|channel|config|policy|session)\./u],
];
