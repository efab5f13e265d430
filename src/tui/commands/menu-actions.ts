// The menu under the draft: move, complete, choose, close.
import {type DraftChoice, type DraftMenu, draftMenu} from '../input/draft-menu.ts';
import {openEditor} from '../state/selectors.ts';
import type {Doors} from './doors.ts';
import {changeDraft, setDraft} from './draft.ts';
import {sendTyped} from './typed/typed-actions.ts';

export const moveInMenu = (doors: Doors, by: -1 | 1): void =>
  onMenu(doors, ({choices, index}, of) => {
    // From either end to the other; from no choice to the first or last.
    const next = index === -1 && by === -1 ? choices.length - 1 : (index + by + choices.length) % choices.length;
    doors.store.dispatch({type: 'menu', menu: {of, index: next}});
  });

export const closeMenu = (doors: Doors): void =>
  onMenu(doors, (_, of) => doors.store.dispatch({type: 'menu', menu: {of, closed: true}}));

/** Tab: the selected choice goes into the draft. */
export const completeFromMenu = (doors: Doors): void =>
  onMenu(doors, ({choices, index}) => {
    const choice = choices[Math.max(0, index)];
    if (choice !== undefined) intoDraft(doors, choice);
  });

/** Enter: runs the selected choice, or puts it into the draft where more has to be typed. */
export const chooseInMenu = (doors: Doors): void =>
  onMenu(doors, ({choices, index}, of) => {
    const choice = choices[index];
    if (choice === undefined || choice.text.trim() === of.trim()) return sendTyped(doors);
    if (!choice.runs) return intoDraft(doors, choice);
    setDraft(doors, choice.text);
    sendTyped(doors);
  });

/** With a space at its end, so that typing goes on. */
const intoDraft = (doors: Doors, {text, replaces}: DraftChoice): void => {
  const spaced = text.endsWith(' ') ? text : `${text} `;
  if (replaces === undefined) {
    setDraft(doors, spaced);
    return;
  }
  for (let left = replaces; left > 0; left -= 1) changeDraft(doors, {kind: 'delete', to: 'left'});
  changeDraft(doors, {kind: 'insert', text: spaced});
};

const onMenu = ({store}: Doors, act: (menu: DraftMenu, of: string) => void): void => {
  const menu = draftMenu(store.get());
  if (menu !== undefined) act(menu, openEditor(store.get()).draft.text);
};
