// Far up in a conversation: pages are read before the screen reaches their edge, and the first message is one request away, however
// much was said since.
import {isPickable} from '../../conversation/picked.ts';
import type {Scroll} from '../../state/ui-state.ts';
import type {Doors} from '../doors.ts';
import {say} from '../session-actions.ts';

export const scrollBy = (doors: Doors, by: number, unit: 'rows' | 'screens'): void => {
  const {store, view} = doors;
  store.dispatch({type: 'scroll', scroll: view.scrolled(store.get(), by, unit)});
  readOn(doors, by < 0 ? -1 : 1);
};

/** Asks for what comes next in a direction, where the edge of what is held is near. */
export const readOn = ({store, view, link}: Doors, by: -1 | 1): void => {
  const state = store.get();
  const isAtBeginning = inBeginning(state.ui);
  if (by === -1 && !isAtBeginning && view.isNear(state, 'start')) link.reader.older();
  if (by === 1 && isAtBeginning && view.isNear(state, 'end')) void link.reader.newerPage();
};

/** To the first message of all. Whoever moves on meanwhile stays where they went. */
export const toOldest = async (doors: Doors): Promise<void> => {
  const {store, view, link} = doors;
  const before = store.get().ui;
  if (!(await link.reader.oldestPage())) {
    say(doors, 'warn', "couldn't load the first messages");
    return;
  }
  const {ui} = store.get();
  if (ui.session !== before.session || ui.scroll !== before.scroll || ui.view !== before.view) return;
  const scroll = view.oldest(store.get());
  store.dispatch({type: 'scroll', scroll});
  const first = view.items(store.get()).find(isPickable);
  if (ui.browse !== undefined && first !== undefined) store.dispatch({type: 'browse', item: first.id, scroll});
};

/** Back to where new messages are added, from among the first ones. */
export const leaveBeginning = ({store}: Doors): void => {
  if (inBeginning(store.get().ui)) store.dispatch({type: 'scroll', scroll: {kind: 'follow'}});
};

/** Whether the first messages of the conversation are on the screen, and those that follow them aren't held. */
export const inBeginning = ({scroll}: {readonly scroll: Scroll}): boolean =>
  scroll.kind === 'held' && scroll.beginning === true;
