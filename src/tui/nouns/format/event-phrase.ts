// An event's text in lists: as of its time, without ids. The opened event shows them.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Names} from '../../../shared/record-text/names.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import {formatEvent, withoutId} from '../../format/format-event.ts';
import {shortIds} from '../../format/short-ids.ts';
import type {Tone} from '../../format/tone.ts';

type EventPhrase = {readonly what: string; readonly tone?: Tone};

export const eventPhrase = (event: GatewayEvent, names: Names): EventPhrase => {
  const {what, tone} = formatEvent(event, instantOfIso(event.at) ?? 0, {named: withoutId, names});
  return {what: shortIds(what), tone};
};

/** True if an event deserves a line beside the conversation; intermediate steps don't. */
export const isNotable = (event: GatewayEvent): boolean =>
  !STEPS.has(event.type) && formatEvent(event, 0).tone !== 'quiet';

const STEPS: ReadonlySet<string> = new Set(['message.added', 'session.reset', 'run.started', 'cron.changed']);
