// Opens find results: a conversation, a command, an entry in its list, a message at its place.
import {assertNever} from '../../../shared/records/gateway-error.ts';
import {type Found, find, foundId} from '../../input/find.ts';
import {needsWords, type SlashCommand} from '../../input/slash-commands.ts';
import {knownNoun} from '../../lists/known-items.ts';
import {documentOfMessage} from '../../nouns/message.ts';
import {type Noun, withView} from '../../nouns/nouns.ts';
import type {Doors} from '../doors.ts';
import {setDraft} from '../draft.ts';
import {pick} from '../items/browse-actions.ts';
import {openMenu} from '../items/do-item.ts';
import {showList, showView} from '../items/list-actions.ts';
import {showDocument} from '../items/read-item.ts';
import {say} from '../session-actions.ts';
import {runCommand} from '../typed/typed-actions.ts';

/** Opens the selected result; an unavailable one says why and stays. */
export const openFound = (doors: Doors): void => {
  const found = chosen(doors);
  if (found === undefined) return;
  if (found.kind === 'command' && found.refusal !== undefined) {
    say(doors, 'warn', `/${found.command.name}: ${found.refusal}`);
    return;
  }
  if (found.kind === 'key') {
    say(doors, 'warn', `${found.entry.entry.name} ${found.refusal ?? 'does nothing here'}`);
    return;
  }
  const id = foundId(found);
  if (id !== undefined) doors.store.dispatch({type: 'recent', id});
  doors.store.dispatch({type: 'overlay', overlay: {kind: 'none'}});
  show(doors, found);
};

/** Opens the actions of a result in its list; results without actions are opened. */
export const actOnFound = (doors: Doors): void => {
  const found = chosen(doors);
  openFound(doors);
  const isListed = doors.store.get().ui.overlay.kind === 'none';
  if (isListed && found?.kind === 'listed') openMenu(doors);
};

const chosen = ({store}: Doors): Found | undefined => {
  const state = store.get();
  const {overlay} = state.ui;
  return overlay.kind === 'find' ? find(state, overlay.query)[overlay.index] : undefined;
};

const show = (doors: Doors, found: Found): void => {
  const {store} = doors;
  switch (found.kind) {
    case 'session':
      showView(doors, 'chat');
      store.dispatch({type: 'open', session: found.session.key});
      return;
    case 'command':
      carryOut(doors, found.command);
      return;
    case 'listed':
      showListed(doors, found.noun);
      return;
    case 'key':
      return;
    case 'message': {
      const {message} = found;
      showView(doors, 'chat');
      store.dispatch({type: 'open', session: message.session});
      const here = doors.view.items(store.get()).some(({id}) => id === message.id);
      if (here) pick(doors, message.id);
      // Not held: the message opens in the reader.
      else showDocument(doors, documentOfMessage({message, receipts: []}));
      return;
    }
    default:
      assertNever(found);
  }
};

/** A reminder after the listed ones opens in the reader. */
const showListed = (doors: Doors, noun: Noun): void =>
  withView(noun, (view, item) => {
    const [ref, document] = [view.ref(item), view.document?.(item)];
    const isHeld = ref !== undefined && knownNoun(doors.store.get(), ref) !== undefined;
    if (isHeld && view.list !== undefined) showList(doors, view.list, {row: view.row(item)});
    else if (document !== undefined) showDocument(doors, document);
  });

/** A command that needs arguments is put into the draft. */
const carryOut = (doors: Doors, command: SlashCommand): void => {
  if (!needsWords(command.name)) {
    runCommand(doors, command, '');
    return;
  }
  showView(doors, 'chat');
  setDraft(doors, `/${command.name} `);
};
