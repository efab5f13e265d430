// The menu under the draft: move, complete, choose, close. And `@path`, the contents of a file in the draft, which is
// chosen there or typed.
import {type DraftChoice, type DraftMenu, draftMenu} from '../input/draft-menu.ts';
import {localLine} from '../input/local-line.ts';
import {isNamed, mentionEnded} from '../input/mentions.ts';
import {openEditor} from '../state/selectors.ts';
import type {CommandPorts} from './command-ports.ts';
import {changeDraft, setDraft} from './draft.ts';
import {say} from './session-actions.ts';
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

/** A command gets a space at its end, so that typing goes on. */
const intoDraft = (ports: CommandPorts, {text, replaces, file}: DraftChoice): void => {
  if (replaces === undefined) {
    setDraft(ports, text.endsWith(' ') ? text : `${text} `);
    return;
  }
  if (file !== undefined) {
    const {cursor} = openEditor(ports.store.get()).draft;
    if (attach(ports, file, cursor - replaces - 1, cursor)) changeDraft(ports, {kind: 'insert', text: ' '});
    // Enter then sends the path as it was typed.
    else closeMenu(ports);
    return;
  }
  for (let left = replaces; left > 0; left -= 1) changeDraft(ports, {kind: 'delete', to: 'left'});
  changeDraft(ports, {kind: 'insert', text});
};

/** The file in place of its path between two offsets; where that can't be, says why and leaves the draft. */
const attach = (ports: CommandPorts, path: string, from: number, to: number): boolean => {
  const file = ports.terminal.readFile(path);
  if (file === undefined) return false;
  if ('problem' in file) say(ports, 'warn', file.problem);
  else changeDraft(ports, {kind: 'attach', from, to, file});
  return !('problem' in file);
};

/** A space after the whole path of a file has the effect of choosing it in the menu. */
export const attachTyped = (ports: CommandPorts): void => {
  const state = ports.store.get();
  const {draft} = openEditor(state);
  const ended = mentionEnded(draft);
  if (ended === undefined || draft.text.startsWith('/') || localLine(draft.text) !== undefined) return;
  if (!isNamed(state, ended.path)) attach(ports, ended.path, ended.from, ended.to);
};

const onMenu = ({store}: CommandPorts, act: (menu: DraftMenu, of: string) => void): void => {
  const menu = draftMenu(store.get());
  if (menu !== undefined) act(menu, openEditor(store.get()).draft.text);
};
