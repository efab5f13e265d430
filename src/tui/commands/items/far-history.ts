// Distant history: loads pages before the screen reaches their edge, and the first message with one request.
import {isPartial} from '../../../shared/events/transcript.ts';
import {sameData} from '../../../shared/fields/same-data.ts';
import {isPickable} from '../../conversation/picked.ts';
import {openSession, openTranscript} from '../../state/selectors.ts';
import type {Scroll} from '../../state/ui-state.ts';
import {selectItem} from '../../store/ui-changes.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';

export const scrollBy = (ports: CommandPorts, by: number, unit: 'rows' | 'screens'): void => {
  const {store, view} = ports;
  store.update(ui => ({...ui, scroll: view.scrolled(store.get(), by, unit)}));
  readOn(ports, by < 0 ? -1 : 1);
};

/**
 * At the first message, the page up continues in the conversation with what was said before. Returns false if there is
 * none.
 */
export const openEarlier = ({store, view}: CommandPorts): boolean => {
  const state = store.get();
  const {earlier} = openSession(state);
  const transcript = openTranscript(state);
  if (earlier === undefined || transcript?.loaded !== true || isPartial(transcript)) return false;
  if (!sameData(view.scrolled(state, -1, 'screens'), state.ui.scroll)) return false;
  store.dispatch({type: 'open', session: earlier});
  return true;
};

/** Loads the next page in a direction when the edge of the held messages is near. */
export const readOn = ({store, view, link}: CommandPorts, by: -1 | 1): void => {
  const state = store.get();
  const isAtBeginning = inBeginning(state.ui);
  if (by === -1 && !isAtBeginning && view.isNear(state, 'start')) link.reader.older();
  if (by === 1 && isAtBeginning && view.isNear(state, 'end')) void link.reader.newerPage();
};

/** Goes to the first message. If the person moves meanwhile, the position stays. */
export const toOldest = async (ports: CommandPorts): Promise<void> => {
  const {store, view, link} = ports;
  const before = store.get().ui;
  if (!(await link.reader.oldestPage())) {
    say(ports, 'warn', "Couldn't load the first messages.");
    return;
  }
  const {ui} = store.get();
  if (ui.session !== before.session || ui.scroll !== before.scroll || ui.view !== before.view) return;
  const scroll = view.oldest(store.get());
  store.update(ui => ({...ui, scroll}));
  const first = view.items(store.get()).find(isPickable);
  if (ui.browse !== undefined && first !== undefined) store.update(selectItem(first.id, scroll));
};

/** Returns from the first messages to the newest. */
export const leaveBeginning = ({store}: CommandPorts): void => {
  if (inBeginning(store.get().ui)) store.update(ui => ({...ui, scroll: {kind: 'follow'}}));
};

/** True if the view shows the conversation's first messages, followed by a gap. */
export const inBeginning = ({scroll}: {readonly scroll: Scroll}): boolean =>
  scroll.kind === 'held' && scroll.beginning === true;
