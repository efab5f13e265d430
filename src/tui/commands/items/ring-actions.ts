// The answers to what rang, while the person writes: the latest ring, or the one that was clicked.
import {ringsOf, rowOfRing} from '../../lists/rings.ts';
import type {CommandPorts} from '../command-ports.ts';
import {askFor} from '../overlays/ask.ts';
import {say} from '../session-actions.ts';
import {act} from './act.ts';
import {showList} from './list-actions.ts';

/** Marks the latest ring as done, or asks until when it is snoozed. `id`: another one, that the person pointed at. */
export const answerRing = (ports: CommandPorts, answer: 'done' | 'snooze', id?: string): void => {
  const state = ports.store.get();
  const rings = ringsOf(state);
  const ring = id === undefined ? rings[0] : rings.find(({reminder}) => reminder.id === id);
  if (ring === undefined || state.ui.overlay.kind !== 'none') return;
  const now = ports.clock.now();
  // A key that was meant for an earlier ring.
  if (id === undefined && rings.length > 1 && now + state.ui.clockOffsetMs - ring.rangAt < READ_MS) {
    say(ports, 'warn', 'Another reminder rang just now. Press the key again.');
    return;
  }
  // A key that is held, or pressed twice.
  if (id === undefined && now - (state.ui.ringAnsweredAt ?? 0) < READ_MS) {
    say(ports, 'warn', `Next: ${ring.text}. Press the key again for it.`);
    return;
  }
  ports.store.update(ui => ({...ui, ringAnsweredAt: now}));
  if (answer === 'done') act(ports, {kind: 'reminder', item: ring.reminder}, 'item.done');
  else askFor(ports, {kind: 'snooze', id: ring.reminder.id, message: ring.text});
};

/** Shows the latest ring in the plan, with all others. */
export const showRings = (ports: CommandPorts): void => {
  const [first] = ringsOf(ports.store.get());
  if (first !== undefined) showList(ports, 'plan', {row: rowOfRing(first)});
};

const READ_MS = 500;
