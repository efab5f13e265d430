// Actions on other conversations: send a message, delegate a task, address several people. Shared by the tools and the
// socket.
import type {Effect} from '../../../shared/records/approval.ts';
import type {TurnId} from '../../../shared/records/ids.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {isSessionKey, type SessionKey} from '../../../shared/records/session-key.ts';
import type {TextLimit, Trust} from '../../../shared/records/trust.ts';
import type {Core} from '../../core.ts';

/** The conversation that acts, and the person for whom. Known from the turn or the socket. */
export type ActingSession = {
  readonly session: SessionKey;
  readonly user?: string;
  readonly trust: Trust;
  /** The texts from elsewhere that the turn has read. @default nothing */
  readonly limits?: readonly TextLimit[];
  /** The turn that acts; absent for the operator. */
  readonly turnId?: TurnId;
  /** The same key twice is the same action. */
  readonly key: string;
};

/** The effects of words in these conversations, each named by its key, its person or its group. */
export const reachEffects = (
  {people: {userIn}}: Pick<Core, 'people'>,
  to: readonly string[],
  {user, trust}: Pick<ActingSession, 'user' | 'trust'>,
): readonly Effect[] =>
  to.flatMap((name): readonly Effect[] => {
    const recipient = (isSessionKey(name) ? userIn(name) : undefined) ?? name;
    const says = {says: `send a message to ${recipient}`, names: {recipient}};
    if (user !== undefined && recipient === user) return [{kind: 'own', ...says}];
    // Below full trust it is refused, whatever a person would say.
    return trust === 'full' ? [{kind: 'messages', ...says}] : [];
  });

type SendMode = 'note' | 'turn';

export type NewTask = {
  readonly task: string;
  readonly model?: string;
  /** The only tools that it may use. */
  readonly tools?: readonly string[];
  /** The time limit. @default 15 min */
  readonly limitMs?: number;
};

type BroadcastMode = 'verbatim' | 'rephrase';

/** `to`: people by name, or addresses of served groups. */
export type NewBroadcast = {readonly to: readonly string[]; readonly text: string; readonly mode: BroadcastMode};

export type Broadcasted = {
  readonly sent: readonly {readonly to: string; readonly session: SessionKey}[];
  readonly refused: readonly {readonly to: string; readonly reason: string}[];
};

/** Each refuses with a GatewayError and a sentence. */
export type CrossSessionService = {
  /** Resolves once the message is stored. */
  readonly send: (
    request: {readonly session: string; readonly text: string; readonly mode: SendMode},
    by: ActingSession,
  ) => Promise<void>;
  /** Resolves once the task is stored. Its result comes back by itself, once. */
  readonly delegate: (task: NewTask, by: ActingSession) => Promise<Run>;
  readonly broadcast: (request: NewBroadcast, by: ActingSession) => Promise<Broadcasted>;
  /** Newest first. */
  readonly list: (filter: {readonly session?: SessionKey; readonly limit: number}) => readonly Run[];
  /** Ends a task, by a person. The conversation gets a note. */
  readonly stop: (id: string) => Run;
  /** Continues a run that was interrupted when the previous daemon stopped. */
  readonly resume: (run: Run) => void;
  /** Reports results that the previous daemon had not reported yet. */
  readonly reportRest: () => void;
};
