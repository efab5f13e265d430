// The help and the palette run keys: the chosen key is pressed on the screen behind, or they say why it does nothing
// there.
import {find, foundId} from '../../input/find.ts';
import {type HelpEntry, helpEntries, whyNotHere} from '../../input/help-entries.ts';
import {needsWords} from '../../input/slash-commands.ts';
import {closeOverlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {setDraft} from '../draft.ts';
import {showView} from '../items/list-actions.ts';
import {say} from '../session-actions.ts';
import {runSlashCommand} from '../typed/typed-actions.ts';

export const openHelp = ({store}: CommandPorts): void => store.update(showOverlay({kind: 'help', query: '', index: 0}));

/** Enter in the help: runs a command, or says why nothing happens. Keys are pressed by `keyChosen`. */
export const runFromHelp = (ports: CommandPorts): void => {
  const chosen = chosenInHelp(ports);
  if (chosen === undefined) return;
  const {does, entry} = chosen;
  switch (does.kind) {
    case 'key':
      say(ports, 'warn', `${entry.name} ${whyNotHere(ports.store.get())(chosen) ?? 'does nothing here'}`);
      return;
    case 'command':
      close(ports);
      if (!needsWords(does.command.name)) return void runSlashCommand(ports, does.command, '');
      showView(ports, 'chat');
      setDraft(ports, `/${does.command.name} `);
      return;
    case 'typed':
      say(ports, 'ok', `Type ${entry.name} where you write a message.`);
  }
};

/**
 * The key to press for the selected entry, after its list has closed. Undefined: it isn't a key, or does nothing here.
 */
export const keyChosen = (ports: CommandPorts): string | undefined => {
  const state = ports.store.get();
  const {overlay} = state.ui;
  const found = overlay.kind === 'find' ? find(state, overlay.query)[overlay.index] : undefined;
  const chosen = found?.kind === 'key' ? found.entry : chosenInHelp(ports);
  if (chosen?.does.kind !== 'key' || whyNotHere(state)(chosen) !== undefined) return undefined;
  const id = found === undefined ? undefined : foundId(found);
  if (id !== undefined) ports.store.dispatch({type: 'recent', id});
  close(ports);
  return chosen.does.key;
};

const chosenInHelp = ({store}: CommandPorts): HelpEntry | undefined => {
  const state = store.get();
  const {overlay} = state.ui;
  return overlay.kind === 'help' ? helpEntries(state, overlay.query)[overlay.index] : undefined;
};

const close = ({store}: CommandPorts): void => store.update(closeOverlay);
