// Every action of the keymap, by name.
import {isEmpty} from '../editor/draft.ts';
import type {Action, OverlayAction} from '../input/binding.ts';
import {keyForIn} from '../input/custom-keys.ts';
import type {ItemActionName} from '../nouns/noun-action.ts';
import {VIEWS} from '../nouns/views.ts';
import {showOverlay} from '../state/overlay.ts';
import {nextUnread, openEditor} from '../state/selectors.ts';
import type {ToolDetail} from '../state/ui-state.ts';
import {addToast, arm} from '../store/ui-changes.ts';
import type {CommandPorts} from './command-ports.ts';
import {answerCard, lookAt} from './items/approval-actions.ts';
import {browsingActions} from './items/browsing-actions.ts';
import {openMenu, refuseRow} from './items/do-item.ts';
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
import {answerRing, showRings} from './items/ring-actions.ts';
import {undoLast, undoOffered} from './items/undo.ts';
import {askFor} from './overlays/ask.ts';
import {say, stopTurn} from './session-actions.ts';
import {writingActions} from './writing-actions.ts';

/** The code of each action. Actions on the selected item and those of an overlay have tables of their own. */
type Actions = Readonly<Record<Exclude<Action, ItemActionName | OverlayAction> | 'view.scroll', (key: string) => void>>;

export const actionsOf = (ports: CommandPorts): Actions => ({
  ...writingActions(ports),
  ...browsingActions(ports),
  ...listKeyActions(ports),
});

const listKeyActions = (ports: CommandPorts) => {
  const {store, terminal} = ports;
  return {
    'find.open': () => store.update(showOverlay({kind: 'find', query: '', index: 0})),
    'help.open': () => store.update(showOverlay({kind: 'help', query: '', index: 0})),
    'chats.open': () => store.update(showOverlay({kind: 'chats', query: '', index: 0, archived: false})),
    'turn.arm-stop': () => store.update(arm('stop')),
    'turn.stop': () => stopTurn(ports),
    'item.menu': () => openMenu(ports),
    'tools.detail': () => {
      const detail = NEXT_DETAIL[store.get().ui.toolDetail];
      store.update(ui => ({...ui, toolDetail: detail}));
      say(ports, 'ok', `Tool output: ${DETAIL_WORDS[detail]}.`);
    },
    'thinking.detail': () => {
      const detail = NEXT_DETAIL[store.get().ui.thinkingDetail];
      store.update(ui => ({...ui, thinkingDetail: detail}));
      say(ports, 'ok', `Thinking: ${DETAIL_WORDS[detail]}.`);
    },
    'zen.toggle': () => {
      const zen = !store.get().ui.zen;
      store.update(ui => ({...ui, zen}));
      if (zen)
        say(ports, 'ok', `Plain text for selecting. Press ${keyForIn(store.get())('zen')} to restore the layout.`);
    },
    'session.next-unread': () => {
      const session = nextUnread(store.get());
      if (session !== undefined) store.dispatch({type: 'open', session});
      else store.update(addToast({tone: 'ok', text: 'no other unread conversations', now: ports.clock.now()}));
    },
    'child.leave': () => store.dispatch({type: 'child-left'}),
    'view.pick': key => {
      const view = VIEWS[Number(key.at(-1)) - 1];
      if (view !== undefined) showView(ports, view);
    },
    'notice.follow': () => followNotice(ports),
    'list.up': () => moveInList(ports, -1, 'rows'),
    'list.down': () => moveInList(ports, 1, 'rows'),
    'list.page-up': () => moveInList(ports, -1, 'screens'),
    'list.page-down': () => moveInList(ports, 1, 'screens'),
    'list.first': () => moveInList(ports, Number.MIN_SAFE_INTEGER, 'screens'),
    'list.last': () => moveInList(ports, Number.MAX_SAFE_INTEGER, 'screens'),
    'list.home': () => listHome(ports),
    'day.back': () => moveByDay(ports, -1),
    'day.on': () => moveByDay(ports, 1),
    'week.toggle': () => store.update(ui => ({...ui, week: !ui.week})),
    'list.kind': () => nextKind(ports),
    'list.filter': () => startFilter(ports),
    'list.back': () => backFromList(ports),
    'remind.undo': () => void undoLast(ports),
    'undo.offered': () => undoOffered(ports),
    'remind.new': () => askFor(ports, {kind: 'remind'}),
    'ring.done': () => answerRing(ports, 'done'),
    'ring.snooze': () => answerRing(ports, 'snooze'),
    'ring.show': () => showRings(ports),
    'approval.approve': () => answerCard(ports, 'approve'),
    'approval.deny': () => answerCard(ports, 'deny'),
    'approval.look': () => lookAt(ports),
    'row.refuse': key => refuseRow(ports, key),
    'filter.done': () => endFilter(ports),
    'filter.delete-left': () => typeInList(ports, '\b'),
    'connection.retry': () => ports.link.poke(),
    'app.arm-leave': () => store.update(arm('leave')),
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
