// Commands that only inform: the queue of this conversation, and the model's context.

import {queuedIn} from '../../conversation/reading-order.ts';
import {openSends, openSession, openTranscript} from '../../state/selectors.ts';
import {drawnLine} from '../../text/width.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';

/** `/queue` */
export const showQueue = (ports: CommandPorts): void => {
  const state = ports.store.get();
  const transcript = openTranscript(state);
  const queued = queuedIn(state);
  const waiting = [
    ...(transcript?.messages ?? []).filter(message => message.turnId !== undefined && queued.has(message.turnId)),
    ...openSends(state),
  ].map(({text}) => `"${drawnLine(text).slice(0, LONGEST)}"`);
  const sentence = `${waiting.length} queued: ${waiting.join(', ')}; Alt+Up edits the newest`;
  say(ports, 'ok', waiting.length === 0 ? 'No queued messages.' : sentence);
};

/** `/context`: from the last turn's report, or a note that the model reports nothing. */
export const showContext = (ports: CommandPorts): void => {
  const state = ports.store.get();
  const {key, messages} = openSession(state);
  const last = state.ui.log.findLast(event => event.type === 'turn.ended' && event.session === key);
  const usage = last?.type === 'turn.ended' ? last.usage : undefined;
  const held = `${messages.toLocaleString('en')} ${messages === 1 ? 'message' : 'messages'} here`;
  const read =
    usage === undefined || usage.inputTokens === 0
      ? 'the last token use is unknown'
      : `the last turn read ${usage.inputTokens.toLocaleString('en')} tokens and wrote ${usage.outputTokens.toLocaleString('en')}`;
  say(ports, 'ok', `${held}; ${read}; /compact summarises the older part`);
};

const LONGEST = 60;
