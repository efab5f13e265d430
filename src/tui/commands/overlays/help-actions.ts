// The help and the palette run keys: the chosen key is pressed on the screen behind, or they say why it does nothing there.
import {find, foundId} from '../../input/find.ts';
import {type HelpEntry, helpEntries, whyNotHere} from '../../input/help-entries.ts';
import {needsWords} from '../../input/slash-commands.ts';
import type {Doors} from '../doors.ts';
import {setDraft} from '../draft.ts';
import {showView} from '../items/list-actions.ts';
import {say} from '../session-actions.ts';
import {runCommand} from '../typed/typed-actions.ts';

export const openHelp = ({store}: Doors): void =>
  store.dispatch({type: 'overlay', overlay: {kind: 'help', query: '', index: 0}});

/** Enter in the help: runs a command, or says why nothing happens. Keys are pressed by `keyChosen`. */
export const runFromHelp = (doors: Doors): void => {
  const chosen = chosenInHelp(doors);
  if (chosen === undefined) return;
  const {does, entry} = chosen;
  switch (does.kind) {
    case 'key':
      say(doors, 'warn', `${entry.name} ${whyNotHere(doors.store.get())(chosen) ?? 'does nothing here'}`);
      return;
    case 'command':
      close(doors);
      if (!needsWords(does.command.name)) return void runCommand(doors, does.command, '');
      showView(doors, 'chat');
      setDraft(doors, `/${does.command.name} `);
      return;
    case 'typed':
      say(doors, 'ok', `Type ${entry.name} where you write a message.`);
  }
};

/** The key to press for the selected entry, after its list has closed. Undefined: it isn't a key, or does nothing here. */
export const keyChosen = (doors: Doors): string | undefined => {
  const state = doors.store.get();
  const {overlay} = state.ui;
  const found = overlay.kind === 'find' ? find(state, overlay.query)[overlay.index] : undefined;
  const chosen = found?.kind === 'key' ? found.entry : chosenInHelp(doors);
  if (chosen?.does.kind !== 'key' || whyNotHere(state)(chosen) !== undefined) return undefined;
  const id = found === undefined ? undefined : foundId(found);
  if (id !== undefined) doors.store.dispatch({type: 'recent', id});
  close(doors);
  return chosen.does.key;
};

const chosenInHelp = ({store}: Doors): HelpEntry | undefined => {
  const state = store.get();
  const {overlay} = state.ui;
  return overlay.kind === 'help' ? helpEntries(state, overlay.query)[overlay.index] : undefined;
};

const close = ({store}: Doors): void => store.dispatch({type: 'overlay', overlay: {kind: 'none'}});
