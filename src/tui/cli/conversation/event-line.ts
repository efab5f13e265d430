// Formats one event as a line: time, number, session, content.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {conversationName, type Names} from '../../../shared/record-text/names.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {timestamp} from '../../../shared/time/format-time.ts';
import {formatEvent} from '../../format/format-event.ts';
import type {Print} from '../print.ts';

/** `21:03:05  #42  main  turn ended: replied` */
export const eventLine = (event: GatewayEvent, now: number, paint: Print['paint'], names: Names): string => {
  const {what, tone} = formatEvent(event, now, {names});
  const where = event.session === undefined ? '' : `${printableLine(conversationName(event.session, names))}  `;
  const number = `#${event.seq}`;
  return `${paint('quiet', `${timestamp(event.at, now)}  ${number.padEnd(6)}  ${where}`)}${tone === undefined ? what : paint(tone, what)}`;
};
