// LastState: what the terminal UI keeps of the daemon's state, to be read while no daemon can be reached. In the
// protocol's records, bounded.
import type {Snapshot} from '../../shared/events/gateway-event.ts';
import {type GatewayState, initialGatewayState} from '../../shared/events/gateway-state.ts';
import {fromSnapshot, withHistory} from '../../shared/events/load-state.ts';
import {type HistoryPage, partsOf, type Transcript} from '../../shared/events/transcript.ts';
import {toWire, type Wire} from '../../shared/fields/wire.ts';
import type {Names} from '../../shared/record-text/names.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {AppState} from './app-state.ts';

export type LastState = {
  /** When this was the daemon's state, by its clock. */
  readonly at: EpochMs;
  readonly snapshot: Wire<Snapshot>;
  /** The newest messages of the conversations that were opened, the shown one first. */
  readonly pages: readonly {readonly session: SessionKey; readonly page: HistoryPage}[];
  readonly names: Names;
};

/** Undefined if there was no daemon. */
export const lastStateOf = ({gateway, ui}: AppState, at: EpochMs): LastState | undefined => {
  if (gateway.seq === undefined) return undefined;
  const {session} = ui;
  const open = session === undefined ? undefined : gateway.transcripts.get(session);
  const others = [...gateway.transcripts].filter(([key]) => key !== session);
  const all = session === undefined || open === undefined ? others : [[session, open] as const, ...others];
  let room = MOST_LETTERS;
  const pages = all
    .filter(([, {loaded, messages}]) => loaded || messages.length > 0)
    .slice(0, MOST_PAGES)
    .map(([key, transcript]) => {
      const page = pageOf(transcript, room);
      room -= page.messages.reduce((sum, {text}) => sum + text.length, 0);
      return {session: key, page};
    });
  return {at, snapshot: toWire(snapshotOf(gateway)), pages, names: ui.names};
};

/** A state without an event number: the next connection starts over. */
export const gatewayOf = ({snapshot, pages}: LastState): GatewayState => {
  const whole = {...fromSnapshot(0, snapshot, initialGatewayState), seq: undefined};
  return pages.reduce<GatewayState>((state, {session, page}) => withHistory(state, session, page, 'newest'), whole);
};

/** The newest messages that fit. Where no page was read yet, the arrivals alone. */
const pageOf = (transcript: Transcript, room: number): HistoryPage => {
  const {messages, endings, more} = transcript.loaded ? partsOf(transcript).rest : arrivals(transcript);
  let left = room;
  const from = messages.findLastIndex(({text}, index) => {
    left -= text.length;
    return left < 0 || messages.length - index > MOST_MESSAGES;
  });
  return {messages: messages.slice(from + 1), endings: endings.slice(-MOST_MESSAGES), more: more || from >= 0};
};

/** The messages that came since the connection, or the older ones if none came. */
const arrivals = ({messages, endings, liveFrom = 0}: Transcript): HistoryPage => ({
  messages: liveFrom < messages.length ? messages.slice(liveFrom) : messages,
  endings,
  more: true,
});

const snapshotOf = (gateway: GatewayState): Snapshot => ({
  sessions: [...gateway.sessions.values()],
  reminders: gateway.reminders,
  fired: gateway.fired.toReversed(),
  pendingReminders: gateway.reminders.length + gateway.hiddenReminders,
  alarms: gateway.alarms,
  cron: {jobs: gateway.cron, invalid: gateway.invalidCron},
  runs: gateway.runs,
  deliveries: gateway.deliveries,
  // Nothing runs without a daemon.
  turns: [],
  channels: gateway.channels,
  problems: gateway.problems,
});

const MOST_PAGES = 8;
const MOST_MESSAGES = 200;
const MOST_LETTERS = 500_000;
