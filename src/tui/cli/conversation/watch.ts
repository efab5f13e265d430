// `rooster watch`: prints events as they happen, across daemon restarts. Ends with Ctrl+C.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {heldLine} from '../../../shared/record-text/checks.ts';
import {conversationName, type Names} from '../../../shared/record-text/names.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {timestamp} from '../../../shared/time/format-time.ts';
import {formatEvent, isShown} from '../../format/format-event.ts';
import {wantsJson} from '../args.ts';
import {type Run, UsageError} from '../arguments.ts';
import {follow} from '../client/follow.ts';
import {sessionNamed} from '../named.ts';
import type {Print} from '../print.ts';

export const watch: Run = async (world, args) => {
  const {print, clock, connect, shownZone} = world;
  let named: string | undefined;
  const since = sequenceOf(args.values['since']);
  const session = args.values['session'] === undefined ? undefined : await sessionNamed(world, args.values['session']);
  const json = wantsJson(args);
  await using following = await follow({
    connect,
    clock,
    since,
    onEvent: event => {
      const zone = json ? undefined : shownZone.name();
      if (zone !== named && zone !== undefined) print.note(`Times are in ${zone}.`);
      named = zone;
      if (session !== undefined && event.session !== session) return;
      if (json) print.jsonLine(event);
      else if (isShown(event)) print.line(eventLine(event, clock.now(), print.paint, world.names()));
    },
    onMissed: seq =>
      print.note(
        since !== undefined && since > seq
          ? `No event #${since} yet. Continuing after #${seq}.`
          : `Earlier events have been deleted. Continuing after #${seq}.`,
      ),
    onLost: reason => print.note(`Lost the daemon (${reason}). Reconnecting…`),
    onBack: () => print.note('Reconnected to the daemon.'),
    onHeld: reason => print.note(heldLine(reason)),
  });
  return await following.broken;
};

const sequenceOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/u.test(text)) throw new UsageError(`--since takes an event number, not "${text}"`);
  return Number(text);
};

/** `21:03:05  #42  main  turn ended: replied` */
export const eventLine = (event: GatewayEvent, now: number, paint: Print['paint'], names: Names): string => {
  const {what, tone} = formatEvent(event, now, {names});
  const where = event.session === undefined ? '' : `${printableLine(conversationName(event.session, names))}  `;
  const number = `#${event.seq}`;
  return `${paint('quiet', `${timestamp(event.at, now)}  ${number.padEnd(6)}  ${where}`)}${tone === undefined ? what : paint(tone, what)}`;
};
