// Opens find results: a conversation, a command, an entry in its list, a message at its place.
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {type Found, find, foundId} from '../../input/find.ts';
import {needsWords, type SlashCommand} from '../../input/slash-commands.ts';
import {knownNoun} from '../../lists/known-items.ts';
import {documentOfMessage} from '../../nouns/message.ts';
import {type Noun, withView} from '../../nouns/nouns.ts';
import {closeOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
import {setDraft} from '../draft.ts';
import {pick} from '../items/browse-actions.ts';
import {openMenu} from '../items/do-item.ts';
import {showList, showView} from '../items/list-actions.ts';
import {showDocument} from '../items/read-item.ts';
import {say} from '../session-actions.ts';
import {runSlashCommand} from '../typed/typed-actions.ts';

/** Opens the selected result; an unavailable one says why and stays. */
export const openFound = (ports: CommandPorts): void => {
  const found = chosen(ports);
  if (found === undefined) return;
  if (found.kind === 'command' && found.refusal !== undefined) {
    say(ports, 'warn', `/${found.command.name}: ${found.refusal}`);
    return;
  }
  if (found.kind === 'key') {
    say(ports, 'warn', `${found.entry.entry.name} ${found.refusal ?? 'does nothing here'}`);
    return;
  }
  const id = foundId(found);
  if (id !== undefined) ports.store.dispatch({type: 'recent', id});
  ports.store.update(closeOverlay);
  show(ports, found);
};

/** Opens the actions of a result in its list; results without actions are opened. */
export const actOnFound = (ports: CommandPorts): void => {
  const found = chosen(ports);
  openFound(ports);
  const isListed = ports.store.get().ui.overlay.kind === 'none';
  if (isListed && found?.kind === 'listed') openMenu(ports);
};

const chosen = ({store}: CommandPorts): Found | undefined => {
  const state = store.get();
  const {overlay} = state.ui;
  return overlay.kind === 'find' ? find(state, overlay.query)[overlay.index] : undefined;
};

const show = (ports: CommandPorts, found: Found): void => {
  const {store} = ports;
  switch (found.kind) {
    case 'session':
      showView(ports, 'chat');
      store.dispatch({type: 'open', session: found.session.key});
      return;
    case 'command':
      carryOut(ports, found.command);
      return;
    case 'listed':
      showListed(ports, found.noun);
      return;
    case 'key':
      return;
    case 'message': {
      const {message} = found;
      showView(ports, 'chat');
      store.dispatch({type: 'open', session: message.session});
      const here = ports.view.items(store.get()).some(({id}) => id === message.id);
      if (here) pick(ports, message.id);
      // Not held: the message opens in the reader.
      else showDocument(ports, documentOfMessage({message, receipts: []}));
      return;
    }
    default:
      assertNever(found);
  }
};

/** A reminder after the listed ones opens in the reader. */
const showListed = (ports: CommandPorts, noun: Noun): void =>
  withView(noun, (view, item) => {
    const [ref, document] = [view.ref(item), view.document?.(item)];
    const isHeld = ref !== undefined && knownNoun(ports.store.get(), ref) !== undefined;
    if (isHeld && view.list !== undefined) showList(ports, view.list, {row: view.row(item)});
    else if (document !== undefined) showDocument(ports, document);
  });

/** A command that needs arguments is put into the draft. */
const carryOut = (ports: CommandPorts, command: SlashCommand): void => {
  if (!needsWords(command.name)) {
    runSlashCommand(ports, command, '');
    return;
  }
  showView(ports, 'chat');
  setDraft(ports, `/${command.name} `);
};
