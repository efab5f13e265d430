// Removes a deleted conversation from the screen: drafts, unsent messages, search results, marks, and its events. Pure.
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import type {GatewayState} from '../../shared/events/gateway-state.ts';
import {isChat, isSessionKey, type SessionKey} from '../../shared/records/session-key.ts';
import type {LocalCommand} from '../state/local-command.ts';
import type {UiState} from '../state/ui-state.ts';

export const withoutDeleted = (ui: UiState, gone: readonly SessionKey[]): UiState => {
  const isGone = (session: string | undefined): boolean => gone.some(key => key === session);
  const {sought} = ui;
  return {
    ...ui,
    ...withoutDrafts(ui, isGone),
    log: ui.log.filter(event => !isAbout(event, isGone)),
    local: ui.local.filter(command => isRunning(command) || !isGone(command.place)),
    marks: ui.marks.filter(({session}) => !isGone(session)),
    calls: ui.calls.filter(({session}) => !isGone(session)),
    past: {
      ...ui.past,
      runs: ui.past.runs.filter(({session}) => !isGone(session)),
      deliveries: ui.past.deliveries.filter(({session}) => !isGone(session)),
    },
    ...(sought === undefined
      ? {}
      : {sought: {...sought, messages: sought.messages.filter(({session}) => !isGone(session))}}),
  };
};

/** Drops the person's own commands in a conversation that was started over. `place`: its draft key. */
export const withoutCommands = (ui: UiState, place: string): UiState => ({
  ...ui,
  local: ui.local.filter(command => isRunning(command) || command.place !== place),
});

const isRunning = ({end}: LocalCommand): boolean => end === undefined;

/** Drops the drafts of conversations that were deleted while nobody watched. */
export const withoutLostDrafts = (ui: UiState, {sessions}: GatewayState): UiState => {
  const isLost = (session: string | undefined): boolean =>
    session !== undefined && isSessionKey(session) && isChat(session) && !sessions.has(session);
  const kept = withoutDrafts(ui, isLost);
  return kept.editors.size === ui.editors.size && kept.sends.length === ui.sends.length ? ui : {...ui, ...kept};
};

const withoutDrafts = (
  {editors, sends}: UiState,
  isGone: (session: string | undefined) => boolean,
): Pick<UiState, 'editors' | 'sends'> => ({
  editors: new Map([...editors].filter(([key]) => !isGone(key))),
  sends: sends.filter(({session}) => !isGone(session)),
});

/** Its deletion stays in the log. */
const isAbout = (event: GatewayEvent, isGone: (session: string | undefined) => boolean): boolean =>
  event.type !== 'session.deleted' && isGone(event.session);
