// Names of addresses and conversations: from the `hello` response, updated by later events. Renamed groups and new
// contacts appear at once.
import type {GatewayState} from '../../shared/events/gateway-state.ts';
import type {Names} from '../../shared/record-text/names.ts';
import {addressOfSession, sessionTitle} from '../../shared/records/session-key.ts';
import type {AppState} from './app-state.ts';

/** Cached per set of sessions. */
export const knownNames = ({gateway, ui}: Pick<AppState, 'gateway' | 'ui'>): Names => {
  const kept = known.get(gateway.sessions);
  if (kept?.source === ui.names) return kept.names;
  const names = {...ui.names, ...namesIn(gateway.sessions)};
  known.set(gateway.sessions, {source: ui.names, names});
  return names;
};

const namesIn = (sessions: GatewayState['sessions']): Names =>
  Object.fromEntries(
    [...sessions.values()].flatMap(({key, kind, title, user}): readonly (readonly [string, string])[] => {
      const address = addressOfSession(key);
      const own = title === sessionTitle(key) ? [] : [[key, title] as const];
      if (kind === 'group' && address !== undefined) return own.flatMap(item => [item, [address, title] as const]);
      return kind === 'dm' && address !== undefined && user !== undefined ? [...own, [address, user]] : own;
    }),
  );

const known = new WeakMap<GatewayState['sessions'], {readonly source: Names; readonly names: Names}>();
