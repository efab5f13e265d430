// The mirror after conversations were deleted. Their reminders and alarms go to the heir. Pure.
import type {SessionKey} from '../records/session-key.ts';
import type {GatewayState} from './gateway-state.ts';

type Deleted = {readonly gone: readonly SessionKey[]; readonly heir: SessionKey};

export const withoutSessions = (state: GatewayState, {gone, heir}: Deleted): GatewayState => {
  const keys = new Set(gone);
  const isGone = (session: SessionKey | undefined): boolean => session !== undefined && keys.has(session);
  const inherited = <T extends {readonly sourceSession: SessionKey}>(all: readonly T[]): readonly T[] =>
    all.map(one => (isGone(one.sourceSession) ? {...one, sourceSession: heir} : one));
  return {
    ...state,
    sessions: new Map([...state.sessions].filter(([key]) => !isGone(key))),
    transcripts: new Map([...state.transcripts].filter(([key]) => !isGone(key))),
    turns: new Map([...state.turns].filter(([, {session}]) => !isGone(session))),
    waiting: new Map([...state.waiting].filter(([, session]) => !isGone(session))),
    reminders: inherited(state.reminders),
    fired: inherited(state.fired),
    alarms: state.alarms.map(one => (isGone(one.session) ? {...one, session: heir} : one)),
    deliveries: state.deliveries.filter(({session}) => !isGone(session)),
    runs: state.runs.map(run => (isGone(run.session) ? {...run, output: undefined, error: undefined} : run)),
  };
};
