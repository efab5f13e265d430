// An event as a list says it: its words as of when it happened, without ids, which only take room (opened, it shows them).
import type {GatewayEvent} from '../../../shared/gateway-event.ts';
import type {Names} from '../../../shared/names.ts';
import {instantOfIso} from '../../../shared/time.ts';
import {type EventTone, eventWords, withoutId} from '../../words/event-words.ts';
import type {Role} from '../text/row.ts';
import {shortIds} from '../text/short-ids.ts';
import {oneLine} from '../text/width.ts';

type EventPhrase = {readonly text: string; readonly role: Role};

export const eventPhrase = (event: GatewayEvent, names: Names): EventPhrase => {
  const {what, tone} = eventWords(event, instantOfIso(event.at) ?? 0, {named: withoutId, names});
  return {
    text: shortIds(oneLine(what)),
    role: tone === undefined ? 'text' : ROLES[tone],
  };
};

/** Whether it is worth a line beside the conversation: a step on the way to something is not. */
export const isNotable = (event: GatewayEvent): boolean =>
  !STEPS.has(event.type) && eventWords(event, 0).tone !== 'quiet';

const STEPS: ReadonlySet<string> = new Set(['message.added', 'session.reset', 'run.started', 'cron.changed']);

const ROLES: Readonly<Record<EventTone, Role>> = {
  strong: 'accent',
  quiet: 'dim',
  good: 'ok',
  busy: 'warn',
  bad: 'error',
};
