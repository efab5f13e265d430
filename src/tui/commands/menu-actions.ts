// The menu under the draft: move, complete, choose, close.
import {type DraftChoice, type DraftMenu, draftMenu} from '../input/draft-menu.ts';
import {openEditor} from '../state/selectors.ts';
import type {CommandPorts} from './command-ports.ts';
import {changeDraft, setDraft} from './draft.ts';
import {sendTyped} from './typed/typed-actions.ts';

export const moveInMenu = (ports: CommandPorts, by: -1 | 1): void =>
  onMenu(ports, ({choices, index}, of) => {
    // From either end to the other; from no choice to the first or last.
    const next = index === -1 && by === -1 ? choices.length - 1 : (index + by + choices.length) % choices.length;
    ports.store.update(ui => ({...ui, menu: {of, index: next}}));
  });

export const closeMenu = (ports: CommandPorts): void =>
  onMenu(ports, (_, of) => ports.store.update(ui => ({...ui, menu: {of, closed: true}})));

/** Tab: the selected choice goes into the draft. */
export const completeFromMenu = (ports: CommandPorts): void =>
  onMenu(ports, ({choices, index}) => {
    const choice = choices[Math.max(0, index)];
    if (choice !== undefined) intoDraft(ports, choice);
  });

/** Enter: runs the selected choice, or puts it into the draft where more has to be typed. */
export const chooseInMenu = (ports: CommandPorts): void =>
  onMenu(ports, ({choices, index}, of) => {
    const choice = choices[index];
    if (choice === undefined || choice.text.trim() === of.trim()) return sendTyped(ports);
    if (!choice.runs) return intoDraft(ports, choice);
    setDraft(ports, choice.text);
    sendTyped(ports);
  });

/** With a space at its end, so that typing goes on. */
const intoDraft = (ports: CommandPorts, {text, replaces}: DraftChoice): void => {
  const spaced = text.endsWith(' ') ? text : `${text} `;
  if (replaces === undefined) {
    setDraft(ports, spaced);
    return;
  }
  for (let left = replaces; left > 0; left -= 1) changeDraft(ports, {kind: 'delete', to: 'left'});
  changeDraft(ports, {kind: 'insert', text: spaced});
};

const onMenu = ({store}: CommandPorts, act: (menu: DraftMenu, of: string) => void): void => {
  const menu = draftMenu(store.get());
  if (menu !== undefined) act(menu, openEditor(store.get()).draft.text);
};
