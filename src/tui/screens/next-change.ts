// When the screen changes by itself: the earliest instant at which a text that counts is another one. Undefined when nothing
// on the screen counts.
import type {EpochMs} from '../../shared/time.ts';
import {elapsedChangesAt, untilChangesAt} from '../layout/text/time-words.ts';
import type {AppState} from '../store/app-state.ts';
import {runningTurn, upcoming} from '../store/selectors.ts';

/** By this machine's clock. */
export const nextChangeAt = (state: AppState, now: EpochMs): EpochMs | undefined => {
  const {ui} = state;
  const ahead = ui.clockOffsetMs;
  const byDaemon = (at: EpochMs | undefined): EpochMs | undefined => (at === undefined ? undefined : at - ahead);
  const turn = runningTurn(state);
  const candidates = [
    ...ui.toasts.map(({until}) => until),
    ...countdowns(state).map(at => byDaemon(untilChangesAt(at, now + ahead))),
    turn === undefined ? undefined : byDaemon(elapsedChangesAt(turn.startedAt, now + ahead)),
    ui.connection.kind === 'lost' && ui.connection.retryAt !== undefined && ui.connection.retryAt > now
      ? ui.connection.retryAt - (Math.ceil((ui.connection.retryAt - now) / 1_000) - 1) * 1_000
      : undefined,
    ui.overlay.kind === 'status' && ui.status !== undefined
      ? byDaemon(elapsedChangesAt(ui.status.startedAt, now + ahead))
      : undefined,
  ].filter(at => at !== undefined);
  return candidates.length === 0 ? undefined : Math.min(...candidates);
};

/** The instants that something on the screen counts down to. */
const countdowns = (state: AppState): readonly EpochMs[] => {
  const {overlay, size, connection} = state.ui;
  const all = upcoming(state).map(({at}) => at);
  const inHeader = connection.kind === 'live' ? all.slice(0, 1) : [];
  const beside = size.columns >= 120 ? all.slice(0, size.rows) : [];
  const listed = overlay.kind === 'reminders' || overlay.kind === 'status' ? all.slice(0, size.rows) : [];
  return [...inHeader, ...beside, ...listed];
};
