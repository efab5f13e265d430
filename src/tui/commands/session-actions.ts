// The person's requests about a conversation. Their effects arrive as events; only failures are reported here.
import type {Method, Params, Result} from '../../ipc/method-table.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import {queuedIn} from '../conversation/reading-order.ts';
import type {Undo} from '../nouns/noun-action.ts';
import {showOverlay} from '../state/overlay.ts';
import {openSends, openSession, openTranscript, runningTurn} from '../state/selectors.ts';
import type {Toast} from '../state/ui-state.ts';
import {addToast, arm, removeSend} from '../store/ui-changes.ts';
import type {CommandPorts} from './command-ports.ts';
import {messageIntoDraft} from './draft.ts';

/** Sends a request and shows an error as a toast. */
export const request = async <M extends Method>(
  ports: CommandPorts,
  method: M,
  params: Params<M>,
): Promise<Result<M> | undefined> => {
  try {
    return await ports.link.call(method, params);
  } catch (thrown) {
    say(ports, 'error', errorMessage(thrown));
    return undefined;
  }
};

/** `undo`: what undoes the change that the toast confirms. */
export const say = ({store, clock}: CommandPorts, tone: Toast['tone'], text: string, undo?: Undo): void =>
  store.update(addToast({tone, text, now: clock.now(), undo}));

export const stopTurn = (ports: CommandPorts): void => {
  const turn = runningTurn(ports.store.get());
  ports.store.update(arm('nothing'));
  if (turn !== undefined) void request(ports, 'session.stop', {session: turn.session});
};

/** An empty title restores the default; the header shows the result. */
export const renameSession = async (ports: CommandPorts, title: string): Promise<void> => {
  const session = openSession(ports.store.get()).key;
  const line = oneLine(title);
  if ((await request(ports, 'session.rename', {session, title: line})) === undefined) return;
  say(ports, 'ok', line === '' ? 'Restored the default title.' : `Renamed to "${line}".`);
};

export const askReset = (ports: CommandPorts): void => {
  const {key, title, kind} = openSession(ports.store.get());
  const isKept =
    kind === 'group' || kind === 'cron'
      ? 'Earlier messages stay searchable.'
      : 'The messages are archived under their own title.';
  const question = `Start "${title}" over? ${isKept}`;
  ports.store.update(showOverlay({kind: 'confirm', question, ifYes: {kind: 'reset', session: key}}));
};

export const compactSession = async (ports: CommandPorts): Promise<void> => {
  const {key} = openSession(ports.store.get());
  if ((await request(ports, 'session.compact', {session: key})) !== undefined)
    say(ports, 'ok', 'Summarised the older messages.');
};

export const trustSession = async (ports: CommandPorts): Promise<void> => {
  const {key} = openSession(ports.store.get());
  if ((await request(ports, 'session.trust', {session: key})) !== undefined)
    say(ports, 'ok', 'The agent may now act on messages from programs so far.');
};

/** Puts the newest unhandled message back into the draft: an unsent one, otherwise a queued one. */
export const retractIntoDraft = (ports: CommandPorts): void => {
  const {store} = ports;
  const state = store.get();
  const live = state.ui.connection.kind === 'live';
  const unsent = openSends(state).findLast(({state: {kind}}) => kind === 'refused' || (kind === 'waiting' && !live));
  if (unsent !== undefined) {
    store.update(removeSend(unsent.key));
    messageIntoDraft(ports, unsent);
    return;
  }
  void retractNewest(ports);
};

const retractNewest = async (ports: CommandPorts): Promise<void> => {
  const state = ports.store.get();
  const queued = queuedIn(state);
  const turnId = openTranscript(state)?.messages.findLast(
    message => message.turnId !== undefined && queued.has(message.turnId),
  )?.turnId;
  if (turnId === undefined) {
    say(ports, 'ok', 'No queued messages.');
    return;
  }
  await retract(ports, turnId);
};

/** Withdraws a queued message and puts it back into the draft. */
export const retract = async (ports: CommandPorts, turnId: TurnId): Promise<void> => {
  const session = openSession(ports.store.get()).key;
  const taken = await request(ports, 'session.retract', {session, turnId});
  if (taken !== undefined) messageIntoDraft(ports, taken);
};
