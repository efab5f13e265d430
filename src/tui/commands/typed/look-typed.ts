// Commands that only inform: the queue of this conversation, and the model's context.

import {queuedIn} from '../../conversation/reading-order.ts';
import {showOverlay} from '../../state/overlay.ts';
import {openSends, openSession, openTranscript} from '../../state/selectors.ts';
import {THEMES} from '../../state/ui-state.ts';
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

/** `/theme` opens the list; `/theme light`, `/theme ascii`, `/theme high ascii`; returns false for an unknown word. */
export const setLook = (ports: CommandPorts, rest: string): boolean => {
  const {store} = ports;
  const before = store.get().ui.look;
  const terms = rest
    .toLowerCase()
    .split(/\s+/u)
    .filter(word => word !== '');
  if (terms.length === 0) {
    const overlay = {kind: 'theme', query: '', index: THEMES.indexOf(before.theme)} as const;
    store.update(ui => showOverlay(overlay)({...ui, lookBefore: before}));
    return true;
  }
  let look = before;
  for (const word of terms) {
    const theme = THEMES.find(name => name === word);
    const glyphs = SIGNS.find(name => name === word);
    if (theme === undefined && glyphs === undefined) {
      say(ports, 'warn', `Unknown theme ${word.slice(0, 30)}. Use one of ${[...THEMES, ...SIGNS].join(', ')}`);
      return false;
    }
    // `auto` alone also resets the symbols.
    look = theme === undefined ? {...look, glyphs: glyphs ?? 'auto'} : {...look, theme};
    if (theme === 'auto' && terms.length === 1) look = {...look, glyphs: 'auto'};
  }
  store.update(ui => ({...ui, look}));
  say(ports, 'ok', `Theme ${look.theme}, symbols ${look.glyphs}.`);
  return true;
};

const SIGNS = ['ascii', 'unicode'] as const;
