// Every action of the keymap, by name.
import {isEmpty} from '../editor/draft.ts';
import type {Action} from '../input/binding.ts';
import {keyForIn} from '../input/custom-keys.ts';
import type {ItemActionName} from '../nouns/noun-action.ts';
import {VIEWS} from '../nouns/views.ts';
import {nextUnread, openEditor} from '../state/selectors.ts';
import type {ToolDetail} from '../state/ui-state.ts';
import type {Doors} from './doors.ts';
import {browsingActions} from './items/browsing-actions.ts';
import {openMenu, refuseRow} from './items/do-item.ts';
import {editJob} from './items/edit-job.ts';
import {
  backFromList,
  endFilter,
  followNotice,
  listHome,
  moveByDay,
  moveInList,
  nextKind,
  showView,
  startFilter,
  typeInList,
} from './items/list-actions.ts';
import {undoLast, undoOffered} from './items/undo.ts';
import {askFor} from './overlays/ask-actions.ts';
import {overlayKeyActions} from './overlays/keys-in-overlays.ts';
import {say, stopTurn} from './session-actions.ts';
import {writingActions} from './writing-actions.ts';

/** The code of each action. Actions on the selected item have a table of their own. */
type Actions = Readonly<Record<Exclude<Action, ItemActionName> | 'view.scroll', (key: string) => void>>;

export const actionsOf = (doors: Doors): Actions => ({
  ...writingActions(doors),
  ...browsingActions(doors),
  ...overlayKeyActions(doors),
  ...listKeyActions(doors),
});

const listKeyActions = (doors: Doors) => {
  const {store, terminal} = doors;
  return {
    'turn.arm-stop': () => store.dispatch({type: 'arm', armed: 'stop'}),
    'turn.stop': () => stopTurn(doors),
    'item.menu': () => openMenu(doors),
    'tools.detail': () => {
      const detail = NEXT_DETAIL[store.get().ui.toolDetail];
      store.dispatch({type: 'tool-detail', detail});
      say(doors, 'ok', `Tool output: ${DETAIL_WORDS[detail]}.`);
    },
    'thinking.detail': () => {
      const detail = NEXT_DETAIL[store.get().ui.thinkingDetail];
      store.dispatch({type: 'thinking-detail', detail});
      say(doors, 'ok', `Thinking: ${DETAIL_WORDS[detail]}.`);
    },
    'zen.toggle': () => {
      const zen = !store.get().ui.zen;
      store.dispatch({type: 'zen', zen});
      if (zen)
        say(
          doors,
          'ok',
          `Plain text for selecting. Press Esc, then ${keyForIn(store.get())('zen')} to restore the layout.`,
        );
    },
    'session.next-unread': () => {
      const session = nextUnread(store.get());
      if (session !== undefined) store.dispatch({type: 'open', session});
      else store.dispatch({type: 'toast', tone: 'ok', text: 'no other unread conversations', now: doors.clock.now()});
    },
    'child.leave': () => store.dispatch({type: 'child-left'}),
    'view.pick': key => {
      const view = VIEWS[Number(key.at(-1)) - 1];
      if (view !== undefined) showView(doors, view);
    },
    'notice.follow': () => followNotice(doors),
    'list.up': () => moveInList(doors, -1, 'rows'),
    'list.down': () => moveInList(doors, 1, 'rows'),
    'list.page-up': () => moveInList(doors, -1, 'screens'),
    'list.page-down': () => moveInList(doors, 1, 'screens'),
    'list.first': () => moveInList(doors, Number.MIN_SAFE_INTEGER, 'screens'),
    'list.last': () => moveInList(doors, Number.MAX_SAFE_INTEGER, 'screens'),
    'list.home': () => listHome(doors),
    'day.back': () => moveByDay(doors, -1),
    'day.on': () => moveByDay(doors, 1),
    'week.toggle': () => store.dispatch({type: 'week', on: !store.get().ui.week}),
    'list.kind': () => nextKind(doors),
    'list.filter': () => startFilter(doors),
    'list.back': () => backFromList(doors),
    'remind.undo': () => void undoLast(doors),
    'undo.offered': () => undoOffered(doors),
    'remind.new': () => askFor(doors, {kind: 'remind'}),
    'job.edit': () => void editJob(doors),
    'row.refuse': key => refuseRow(doors, key),
    'filter.done': () => endFilter(doors),
    'filter.delete-left': () => typeInList(doors, '\b'),
    'connection.retry': () => doors.link.poke(),
    'app.arm-leave': () => store.dispatch({type: 'arm', armed: 'leave'}),
    'app.leave': () => {
      // A single key must not leave a draft; lists have none.
      if (store.get().ui.view !== 'chat' || isEmpty(openEditor(store.get()).draft)) terminal.leave();
    },
    'app.suspend': () => terminal.suspend(),
    'screen.repaint': () => terminal.repaint(),
  } satisfies Partial<Record<Action, (key: string) => void>>;
};

const DETAIL_WORDS: Readonly<Record<ToolDetail, string>> = {line: 'hidden', short: 'short', full: 'full'};
const NEXT_DETAIL: Readonly<Record<ToolDetail, ToolDetail>> = {line: 'short', short: 'full', full: 'line'};
