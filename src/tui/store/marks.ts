// The marks of time that nobody saw: one at the place where the connection was lost, or where the person left. Between the
// first of the events that are replayed and the last, the state says how far behind it is.
import type {GatewayEvent, Snapshot} from '../../shared/events/gateway-event.ts';
import type {GatewayState} from '../../shared/events/gateway-state.ts';
import type {Wire} from '../../shared/events/wire.ts';
import {type EpochMs, instantOfIso} from '../../shared/time/time.ts';
import type {Mark, Missed, UiState} from '../state/ui-state.ts';
import {toasted, withCall} from './alerts.ts';
import {count, formatMissed, nothingMissed, sinceThen, withEvent} from './missed.ts';

/** Events up to this number are told late. */
export const replaying = (ui: UiState, since: number, upTo: number, now: EpochMs): UiState =>
  upTo <= since
    ? {...ui, now}
    : {...ui, now, replay: {upTo, from: ui.seenAt ?? now + ui.clockOffsetMs, missed: nothingMissed, late: []}};

/** One more of them; the last one ends it. `told`: what is ours after the event. */
export const replayed = (told: UiState, event: GatewayEvent, before: GatewayState, after: GatewayState): UiState => {
  const {replay} = told;
  if (replay === undefined) return told;
  const missed = withEvent(replay.missed, event, before);
  // A process that was stopped didn't notice when the connection ended: the first event it missed came after that.
  const from = Math.min(replay.from, (instantOfIso(event.at) ?? replay.from) - 1);
  if (event.seq < replay.upTo) return {...told, replay: {...replay, missed, from}};
  return caughtUp(told, missed, from, after);
};

/** The state was taken as a whole: what happened between is known by number only, or by what the snapshot shows of it. */
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
  const words = formatMissed(missed);
  if (events > 0) return marked({...rest, now}, gapMark({...missed, events}, from, until, words));
  if (words === '') return {...rest, now};
  return marked({...rest, now}, {kind: 'away', from, until, title: 'while you were away', words});
};

const caughtUp = (told: UiState, missed: Missed, from: EpochMs, {sessions, transcripts}: GatewayState): UiState => {
  const {replay, ...ui} = told;
  const until = ui.now + ui.clockOffsetMs;
  const words = formatMissed(missed);
  const messages = (ui.session === undefined ? undefined : transcripts.get(ui.session))?.messages;
  // Where nothing of it matters to a person, how much it was does not either.
  const mark = gapMark(missed, from, until, words);
  const shown = marked(ui, words === '' ? {...mark, title: DISCONNECTED} : mark, messages?.at(-1)?.at);
  const said =
    words === ''
      ? shown
      : toasted(shown, {tone: 'event', text: `while you were away: ${words}`, marked: true, now: ui.now});
  // What was for the person calls them once, unless they have seen it elsewhere.
  const late = (replay?.late ?? []).filter(
    ({session}) => session === undefined || (sessions.get(session)?.unread ?? 0) > 0,
  );
  const last = late.at(-1);
  return last === undefined ? said : withCall(said, last);
};

const gapMark = (missed: Missed, from: EpochMs, until: EpochMs, words: string): Omit<Mark, 'id'> => ({
  kind: 'gap',
  from,
  until,
  title: `${count(missed.events, 'event')} while disconnected`,
  words: [...(missed.restarted ? ['the daemon was restarted'] : []), ...(words === '' ? [] : [words])].join('; '),
});

/** One more; a daemon that is restarted again and again while nothing is said is one mark. `saidAt`: the last that was said. */
const marked = (ui: UiState, mark: Omit<Mark, 'id'>, saidAt?: EpochMs): UiState => {
  const last = ui.marks.at(-1);
  const goesOn =
    last?.title === DISCONNECTED && mark.title === DISCONNECTED && (saidAt === undefined || saidAt <= last.until);
  const before = goesOn ? ui.marks.slice(0, -1) : ui.marks;
  const one = {
    ...mark,
    ...(goesOn ? {from: last.from} : {}),
    ...(ui.session === undefined ? {} : {session: ui.session}),
    id: `mark:${mark.until}`,
  };
  return {...ui, marks: [...before, one].slice(-MOST_MARKS)};
};

const DISCONNECTED = 'disconnected';
const MOST_MARKS = 5;
