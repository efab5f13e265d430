// The reply of a turn: under which key it leaves, and what it answers. Whatever sends it first owns the key: the end of the turn, or
// a tool in the middle of it. So a turn answers once, also where the daemon was killed in between.
import {isGroup} from '../../shared/records/address.ts';
import type {Delivery, QuotedMessage} from '../../shared/records/delivery.ts';
import type {RunId} from '../../shared/records/ids.ts';
import type {Run} from '../../shared/records/jobs.ts';
import {addressOfSession} from '../../shared/records/session-key.ts';
import type {Turn} from '../../shared/records/turn.ts';
import type {World} from '../ports/system.ts';
import {showsQuestion} from './quote-policy.ts';

/** At most one delivery of a run per address, on whichever path it came. */
export const announcementKey = ({id}: Pick<Run, 'id'>, address: string, again?: number): string =>
  `${id}@${address}${again === undefined ? '' : `#${again}`}`;

export type Reply = {
  readonly key: string;
  readonly runId?: RunId;
  /** It tells the result of a run that worked elsewhere. */
  readonly announces: boolean;
};

/** Under which key the reply of a turn leaves; undefined where it is sent nowhere. */
export const replyOf = ({messages, runs}: Pick<World['store'], 'messages' | 'runs'>, turn: Turn): Reply | undefined => {
  const address = addressOfSession(turn.session);
  if (address === undefined) return undefined;
  const runId = messages.ofTurn(turn.id)[0]?.runId;
  const run = runId === undefined ? undefined : runs.get(runId);
  const of = runId === undefined ? {} : {runId};
  if (run !== undefined && run.session !== turn.session) {
    return {key: announcementKey(run, address), ...of, announces: true};
  }
  return turn.deliver ? {key: `${turn.id}@${address}`, ...of, announces: false} : undefined;
};

/** What has been sent as the answer of a turn already, by whichever path. */
export const sentReply = (
  store: Pick<World['store'], 'messages' | 'runs' | 'deliveries'>,
  turn: Turn,
): Delivery | undefined => {
  const reply = replyOf(store, turn);
  return reply && store.deliveries.byKey(reply.key);
};

type QuoteDeps = Pick<World, 'clock' | 'store'> & {
  /** What a channel calls the message that is kept under a key; undefined where it has no name for it. */
  readonly named: (key: string) => Pick<QuotedMessage, 'id' | 'author'> | undefined;
};

/** What a turn answers, where that would not be plain to see. */
export const questionOf = ({clock, store, named}: QuoteDeps, turn: Turn): QuotedMessage | undefined => {
  const [asked] = store.messages.ofTurn(turn.id);
  const key = asked && store.messages.keyOf(asked.id);
  const name = key === undefined ? undefined : named(key);
  if (asked === undefined || name === undefined) return undefined;
  const address = addressOfSession(turn.session);
  const inGroup = address !== undefined && isGroup(address);
  const {messages} = store.messages.page(turn.session, {limit: LOOKED_BACK});
  const since = messages.slice(messages.findIndex(({id}) => id === asked.id) + 1);
  const isBetween = since.some(({turnId, role}) => turnId !== turn.id && (role === 'user' || role === 'assistant'));
  if (!showsQuestion({isGroup: inGroup, askedAt: asked.at, now: clock.now(), isBetween})) return undefined;
  return {...name, text: asked.text};
};

/** Further back than a turn and what came in between. */
const LOOKED_BACK = 60;
