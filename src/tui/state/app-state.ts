// AppState: the mirror of the daemon and the UI state. A key press never edits the mirror; an event never edits a
// draft.
import {type GatewayState, initialGatewayState} from '../../shared/events/gateway-state.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {initialUiState, type Size, type UiState} from './ui-state.ts';

export type AppState = {readonly gateway: GatewayState; readonly ui: UiState};

export const initialAppState = (size: Size, now: EpochMs): AppState => ({
  gateway: initialGatewayState,
  ui: initialUiState(size, now),
});
