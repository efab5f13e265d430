// What is done with what was found: a conversation is opened, a command carried out, a thing shown where it is listed, a message
// where it was said.
import {assertNever} from '../../../shared/records/gateway-error.ts';
import {type Found, find} from '../../input/find.ts';
import type {SlashCommand} from '../../input/slash-commands.ts';
import {nounHeld} from '../../lists/held.ts';
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

/** Opens what is chosen; one that can do nothing now says why, and stays. */
export const openFound = (doors: Doors): void => {
  const found = chosen(doors);
  if (found === undefined) return;
  if (found.kind === 'command' && found.refusal !== undefined) {
    say(doors, 'warn', `/${found.command.name}: ${found.refusal}`);
    return;
  }
  doors.store.dispatch({type: 'overlay', overlay: {kind: 'none'}});
  show(doors, found);
};

/** What can be done with it, where it is listed; what has no such choice is only opened. */
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
    case 'message': {
      const {message} = found;
      showView(doors, 'chat');
      store.dispatch({type: 'open', session: message.session});
      const here = doors.view.items(store.get()).some(({id}) => id === message.id);
      if (here) pick(doors, message.id);
      // It is further back than what is held: it is read by itself.
      else showDocument(doors, documentOfMessage({message, receipts: []}));
      return;
    }
    default:
      assertNever(found);
  }
};

/** One that no list holds is read by itself: a reminder that comes later than all that are listed. */
const showListed = (doors: Doors, noun: Noun): void =>
  withView(noun, (view, item) => {
    const [ref, document] = [view.ref(item), view.document?.(item)];
    const isHeld = ref !== undefined && nounHeld(doors.store.get(), ref) !== undefined;
    if (isHeld && view.list !== undefined) showList(doors, view.list, {row: view.row(item)});
    else if (document !== undefined) showDocument(doors, document);
  });

/** One that needs more words is begun, to be written to its end. */
const carryOut = (doors: Doors, command: SlashCommand): void => {
  if (!WORDS_NEEDED.has(command.name)) {
    runCommand(doors, command, '');
    return;
  }
  showView(doors, 'chat');
  setDraft(doors, `/${command.name} `);
};

const WORDS_NEEDED: ReadonlySet<SlashCommand['name']> = new Set(['remind', 'quiet', 'bell', 'theme']);
