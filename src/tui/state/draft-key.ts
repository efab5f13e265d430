// The key of a session's draft. The main session's is `main`, because its session key is unknown before the daemon
// answers.
import type {GatewayState} from '../../shared/events/gateway-state.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';

const MAIN_DRAFT = 'main';

export const draftKeyOf = (gateway: GatewayState, session: SessionKey | undefined): string =>
  session === undefined || session === mainSessionOf(gateway) ? MAIN_DRAFT : session;

export const mainSessionOf = (gateway: GatewayState): SessionKey | undefined => {
  for (const {kind, key} of gateway.sessions.values()) if (kind === 'main') return key;
  return undefined;
};
