// Marks of unwatched time: where the connection was lost, or where the person left. During a replay of events, the
// state holds how far behind it is.

import type {GatewayEvent, Snapshot} from '../../shared/events/gateway-event.ts';
import type {GatewayState} from '../../shared/events/gateway-state.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import {type EpochMs, instantOfIso} from '../../shared/time/time.ts';
import type {Mark, Missed, UiState} from '../state/ui-state.ts';
import {toasted, withCall} from './alerts.ts';
import {count, formatMissedEvents, nothingMissed, sinceThen, withEvent} from './missed.ts';

/** Starts a replay of the events up to this number. */
export const replaying = (ui: UiState, since: number, upTo: number, now: EpochMs): UiState =>
  upTo <= since
    ? {...ui, now}
    : {...ui, now, replay: {upTo, from: ui.seenAt ?? now + ui.clockOffsetMs, missed: nothingMissed, late: []}};

/** Counts one replayed event; the last one ends the replay. `ui`: the UI state after the event. */
export const replayed = (ui: UiState, event: GatewayEvent, before: GatewayState, after: GatewayState): UiState => {
  const {replay} = ui;
  if (replay === undefined) return ui;
  const missed = withEvent(replay.missed, event, before);
  // A suspended process didn't notice the end of its connection; the first missed event came after that.
  const from = Math.min(replay.from, (instantOfIso(event.at) ?? replay.from) - 1);
  if (event.seq < replay.upTo) return {...ui, replay: {...replay, missed, from}};
  return caughtUp(ui, missed, from, after);
};

/** The state came from a snapshot: missed events are known by number, or by what the snapshot shows. */
export const skipped = (
  ui: UiState,
  {events, unreadThen}: {readonly events: number; readonly unreadThen: number},
  wire: Wire<Snapshot>,
  now: EpochMs,
): UiState => {
  const {replay: _, ...rest} = ui;
  const from = ui.seenAt;
  if (from === undefined) return {...rest, now};
  const missed = sinceThen(wire, from, unreadThen);
  const until = now + ui.clockOffsetMs;
  const missedText = formatMissedEvents(missed);
  if (events > 0) return marked({...rest, now}, gapMark({...missed, events}, from, until, missedText));
  if (missedText === '') return {...rest, now};
  return marked({...rest, now}, {kind: 'away', from, until, title: 'while you were away', words: missedText});
};

const caughtUp = (before: UiState, missed: Missed, from: EpochMs, {sessions, transcripts}: GatewayState): UiState => {
  const {replay, ...ui} = before;
  const until = ui.now + ui.clockOffsetMs;
  const missedText = formatMissedEvents(missed);
  const messages = (ui.session === undefined ? undefined : transcripts.get(ui.session))?.messages;
  // If nothing matters to a person, the number of events doesn't either.
  const mark = gapMark(missed, from, until, missedText);
  const shown = marked(ui, missedText === '' ? {...mark, title: DISCONNECTED} : mark, messages?.at(-1)?.at);
  const summary =
    missedText === ''
      ? shown
      : toasted(shown, {tone: 'event', text: `while you were away: ${missedText}`, marked: true, now: ui.now});
  // Missed calls ring once, unless the person has read the messages elsewhere.
  const late = (replay?.late ?? []).filter(
    ({session}) => session === undefined || (sessions.get(session)?.unread ?? 0) > 0,
  );
  const last = late.at(-1);
  return last === undefined ? summary : withCall(summary, last);
};

const gapMark = (missed: Missed, from: EpochMs, until: EpochMs, missedText: string): Omit<Mark, 'id'> => ({
  kind: 'gap',
  from,
  until,
  title: `${count(missed.events, 'event')} while disconnected`,
  words: [...(missed.restarted ? ['the daemon was restarted'] : []), ...(missedText === '' ? [] : [missedText])].join(
    '; ',
  ),
});

/**
 * Adds a mark. Several restarts without a message between them are one mark. `saidAt`: the time of the last message.
 */
const marked = (ui: UiState, mark: Omit<Mark, 'id'>, at?: EpochMs): UiState => {
  const last = ui.marks.at(-1);
  const goesOn = last?.title === DISCONNECTED && mark.title === DISCONNECTED && (at === undefined || at <= last.until);
  const before = goesOn ? ui.marks.slice(0, -1) : ui.marks;
  const newest = {
    ...mark,
    ...(goesOn && {from: last.from}),
    session: ui.session ?? mark.session,
    id: `mark:${mark.until}`,
  };
  return {...ui, marks: [...before, newest].slice(-MOST_MARKS)};
};

const DISCONNECTED = 'disconnected';
const MOST_MARKS = 5;
