// Every action of the keymap, by name.
import {isEmpty} from '../editor/draft.ts';
import {type Edit, edit, type Move} from '../editor/editor.ts';
import type {Action} from '../input/binding.ts';
import {mentionIn} from '../input/mentions.ts';
import {completions} from '../input/slash-commands.ts';
import {traceReport} from '../items/trace-steps.ts';
import {composerCells} from '../layout/regions.ts';
import {VIEWS} from '../nouns/views.ts';
import {draftKeyOf} from '../state/draft-key.ts';
import {nextUnread, openEditor} from '../state/selectors.ts';
import type {ToolDetail} from '../state/ui-state.ts';
import type {Doors} from './doors.ts';
import {changeDraft, draftText} from './draft.ts';
import {
  movePick,
  pagePick,
  pickEnd,
  pickUnread,
  searchOn,
  startBrowsing,
  stopBrowsing,
  typeInSearch,
} from './items/browse-actions.ts';
import {doItem, openMenu, refuseRow} from './items/do-item.ts';
import {scrollBy, toOldest} from './items/far-history.ts';
import {
  backFromList,
  endFilter,
  followNotice,
  listHome,
  moveInList,
  nextKind,
  showView,
  startFilter,
  typeInList,
} from './items/list-actions.ts';
import {copy, pageText} from './items/read-item.ts';
import {answerAsked, askFor, editAnswer, quickAnswer} from './overlays/ask-actions.ts';
import {confirmed, denied, giveAnswer, otherAnswer} from './overlays/confirm-actions.ts';
import {actOnFound} from './overlays/find-actions.ts';
import {chooseInject, editInject, moveInject, sendInject} from './overlays/inject-actions.ts';
import {chooseInOverlay, clearQuery, goBack, moveInOverlay, typeInOverlay} from './overlays/overlay-actions.ts';
import {copyReader, nextInReader, onReader, pageReader, readerTo, searchInReader} from './overlays/reader-actions.ts';
import {askToAllow, linkHere, refreshSignal} from './overlays/signal-actions.ts';
import {onWhy, readStep, toStep, whyOfStep} from './overlays/why-actions.ts';
import {say, stopTurn, takeBack} from './session-actions.ts';
import {editDraft} from './typed/take-out.ts';
import {sendTyped} from './typed/typed-actions.ts';

type Actions = Readonly<Record<Action | 'view.scroll', (key: string) => void>>;

export const actionsOf = (doors: Doors): Actions => {
  const {store, terminal} = doors;
  const change = (change: Edit): void => {
    if (!editAnswer(doors, change) && !editInject(doors, change)) changeDraft(doors, change);
  };
  const move = (to: Move) => () => change({kind: 'move', to});
  const cut = (to: Move) => () => change({kind: 'cut', to});
  const remove = (to: Move) => () => change({kind: 'delete', to});

  /** Within the draft; at its first or last row, through what was sent before. */
  const vertical = (by: -1 | 1): void => {
    const editor = openEditor(store.get());
    const step: Edit = {kind: 'vertical', by, cells: composerCells(store.get().ui.size.columns)};
    if (edit(editor, step).draft !== editor.draft) change(step);
    else store.dispatch({type: 'recall', draft: draftKeyOf(store.get().gateway, store.get().ui.session), by});
  };

  const complete = (): void => {
    const {draft} = openEditor(store.get());
    const mention = mentionIn(store.get(), draft);
    if (mention !== undefined) {
      const {typed, names} = mention;
      const more = names.length === 1 ? `${names[0]} ` : commonStart(names);
      if (more.toLowerCase().startsWith(typed.toLowerCase())) {
        change({kind: 'insert', text: more.slice(typed.length)});
      } else if (names.length === 1) {
        // It is quoted, or stands in a folder: what was typed is not how it begins.
        for (const _ of typed) change({kind: 'delete', to: 'left'});
        change({kind: 'insert', text: more});
      }
      return;
    }
    const names = completions(draft.text).map(({name}) => name);
    const [first] = names;
    if (first === undefined) return;
    change({kind: 'set', text: names.length === 1 ? `/${first} ` : `/${commonStart(names)}`});
  };

  const clear = (): void => {
    // Up brings it back.
    store.dispatch({type: 'remember', text: draftText(doors)});
    change({kind: 'set', text: ''});
  };

  return {
    'draft.send': () => sendTyped(doors),
    'draft.newline': () => change({kind: 'insert', text: '\n'}),
    'draft.clear': clear,
    'draft.undo': () => change({kind: 'undo'}),
    'draft.redo': () => change({kind: 'redo'}),
    'draft.yank': () => change({kind: 'yank'}),
    'draft.complete': complete,
    'cursor.left': move('left'),
    'cursor.right': move('right'),
    'cursor.up': () => vertical(-1),
    'cursor.down': () => vertical(1),
    'cursor.word-left': move('word-left'),
    'cursor.word-right': move('word-right'),
    'cursor.line-start': move('line-start'),
    'cursor.line-end': move('line-end'),
    'delete.left': remove('left'),
    'delete.right': remove('right'),
    'cut.word-left': cut('word-left'),
    'cut.big-word-left': cut('big-word-left'),
    'cut.word-right': cut('word-right'),
    'cut.line-start': cut('line-start'),
    'cut.line-end': cut('line-end'),
    'queue.take-back': () => takeBack(doors),
    'turn.arm-stop': () => store.dispatch({type: 'arm', armed: 'stop'}),
    'turn.stop': () => stopTurn(doors),
    'view.up': () => scrollBy(doors, -1, 'screens'),
    'view.down': () => scrollBy(doors, 1, 'screens'),
    'view.scroll': rows => scrollBy(doors, Number(rows), 'rows'),
    'view.end': () => store.dispatch({type: 'scroll', scroll: {kind: 'follow'}}),
    'view.oldest': () => void toOldest(doors),
    'view.back': () => {
      const {ui} = store.get();
      if (ui.toasts.length > 0) store.dispatch({type: 'toasts-seen'});
      else startBrowsing(doors);
    },
    'browse.open': () => startBrowsing(doors),
    'browse.leave': () => leaveBrowsing(doors),
    'browse.up': () => movePick(doors, -1),
    'browse.down': () => movePick(doors, 1),
    'browse.page-up': () => pagePick(doors, -1),
    'browse.page-down': () => pagePick(doors, 1),
    'browse.first': () => pickEnd(doors, 'oldest'),
    'browse.last': () => pickEnd(doors, 'newest'),
    'browse.unread': () => pickUnread(doors),
    'search.open': () => store.dispatch({type: 'search', search: {query: '', typing: true}}),
    'search.done': () => {
      const {overlay, search} = store.get().ui;
      if (overlay.kind === 'reader') nextInReader(doors, overlay, 1, overlay.top - 1);
      else if (search === undefined || search.query === '') store.dispatch({type: 'search'});
      else {
        store.dispatch({type: 'search', search: {...search, typing: false}});
        searchOn(doors, -1);
      }
    },
    'search.cancel': () => {
      const {overlay} = store.get().ui;
      if (overlay.kind === 'reader') store.dispatch({type: 'overlay', overlay: {...overlay, query: '', typing: false}});
      else store.dispatch({type: 'search'});
    },
    'search.delete-left': () => typeInSearch(doors, '\b'),
    'search.clear': () => {
      const {overlay} = store.get().ui;
      if (overlay.kind === 'reader') store.dispatch({type: 'overlay', overlay: {...overlay, query: ''}});
      else store.dispatch({type: 'search', search: {query: '', typing: true}});
    },
    'search.older': () => searchOn(doors, -1),
    'search.newer': () => searchOn(doors, 1),
    'reader.search': () => onReader(doors, overlay => searchInReader(doors, overlay)),
    'reader.next': () => onReader(doors, overlay => nextInReader(doors, overlay, 1)),
    'reader.previous': () => onReader(doors, overlay => nextInReader(doors, overlay, -1)),
    'reader.copy': () => onReader(doors, overlay => copyReader(doors, overlay)),
    'reader.page': () => onReader(doors, overlay => pageReader(doors, overlay)),
    'reader.top': () => onReader(doors, overlay => readerTo(doors, overlay, 'top')),
    'reader.bottom': () => onReader(doors, overlay => readerTo(doors, overlay, 'bottom')),
    'item.open': () => doItem(doors, 'item.open'),
    'draft.editor': () => void editDraft(doors),
    'recall.open': () => store.dispatch({type: 'overlay', overlay: {kind: 'recall', query: '', index: 0}}),
    'inject.send': () => void sendInject(doors),
    'inject.next': () => moveInject(doors, 1),
    'inject.previous': () => moveInject(doors, -1),
    'inject.choose': () => chooseInject(doors, 1),
    'inject.choose-back': () => chooseInject(doors, -1),
    'item.why': () => doItem(doors, 'item.why'),
    'signal.allow': () => void askToAllow(doors),
    'signal.link': () => void linkHere(doors),
    'signal.refresh': () => void refreshSignal(doors),
    'why.open': () => onWhy(doors, overlay => readStep(doors, overlay)),
    'why.deeper': () => onWhy(doors, overlay => whyOfStep(doors, overlay)),
    'why.copy': () => onWhy(doors, ({title, steps = []}) => void copy(doors, traceReport(title, steps))),
    'why.page': () => onWhy(doors, ({title, steps = []}) => void pageText(doors, traceReport(title, steps))),
    'why.step': key => onWhy(doors, overlay => toStep(doors, overlay, Number(key))),
    'item.menu': () => openMenu(doors),
    'item.copy': () => doItem(doors, 'item.copy'),
    'item.copy-all': () => doItem(doors, 'item.copy-all'),
    'item.page': () => doItem(doors, 'item.page'),
    'item.reply': () => doItem(doors, 'item.reply'),
    'item.snooze': () => doItem(doors, 'item.snooze'),
    'item.done': () => doItem(doors, 'item.done'),
    'item.cancel': () => doItem(doors, 'item.cancel'),
    'item.retry': () => doItem(doors, 'item.retry'),
    'item.discard': () => doItem(doors, 'item.discard'),
    'item.run': () => doItem(doors, 'item.run'),
    'item.pause': () => doItem(doors, 'item.pause'),
    'item.move': () => doItem(doors, 'item.move'),
    'item.last-run': () => doItem(doors, 'item.last-run'),
    'overlay.back': () => goBack(doors),
    'tools.detail': () => {
      const detail = NEXT_DETAIL[store.get().ui.toolDetail];
      store.dispatch({type: 'tool-detail', detail});
      say(doors, 'ok', `tool output: ${DETAIL_WORDS[detail]}`);
    },
    'thinking.detail': () => {
      const detail = NEXT_DETAIL[store.get().ui.thinkingDetail];
      store.dispatch({type: 'thinking-detail', detail});
      say(doors, 'ok', `thinking: ${DETAIL_WORDS[detail]}`);
    },
    'zen.toggle': () => {
      const zen = !store.get().ui.zen;
      store.dispatch({type: 'zen', zen});
      if (zen) say(doors, 'ok', 'Plain text for selecting. Press Esc, then z to restore the layout.');
    },
    'session.next-unread': () => {
      const session = nextUnread(store.get());
      if (session !== undefined) store.dispatch({type: 'open', session});
      else store.dispatch({type: 'toast', tone: 'ok', text: 'no other unread conversations', now: doors.clock.now()});
    },
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
    'list.kind': () => nextKind(doors),
    'list.filter': () => startFilter(doors),
    'list.back': () => backFromList(doors),
    'ask.done': () => void answerAsked(doors),
    'ask.next': () => quickAnswer(doors, 1),
    'ask.previous': () => quickAnswer(doors, -1),
    'remind.new': () => askFor(doors, {kind: 'remind'}),
    'row.refuse': key => refuseRow(doors, key),
    'filter.done': () => endFilter(doors),
    'filter.delete-left': () => typeInList(doors, '\b'),
    'find.open': () => store.dispatch({type: 'overlay', overlay: {kind: 'find', query: '', index: 0}}),
    'help.open': () => store.dispatch({type: 'overlay', overlay: {kind: 'help', top: 0}}),
    'overlay.close': () => store.dispatch({type: 'overlay', overlay: {kind: 'none'}}),
    'overlay.up': () => moveInOverlay(doors, -1, 'rows'),
    'overlay.down': () => moveInOverlay(doors, 1, 'rows'),
    'overlay.page-up': () => moveInOverlay(doors, -1, 'screens'),
    'overlay.page-down': () => moveInOverlay(doors, 1, 'screens'),
    'overlay.choose': () => chooseInOverlay(doors),
    'overlay.actions': () => actOnFound(doors),
    'question.yes': () => confirmed(doors),
    'question.no': () => denied(doors),
    'question.other': () => otherAnswer(doors),
    'question.answer': () => giveAnswer(doors),
    'query.delete-left': () => typeInOverlay(doors, '\b'),
    'query.clear': () => clearQuery(doors),
    'connection.retry': () => doors.link.poke(),
    'app.arm-leave': () => store.dispatch({type: 'arm', armed: 'leave'}),
    'app.leave': () => {
      // A draft that is being written is not left by one key; in a list none is.
      if (store.get().ui.view !== 'chat' || isEmpty(openEditor(store.get()).draft)) terminal.leave();
    },
    'app.suspend': () => terminal.suspend(),
    'screen.repaint': () => terminal.repaint(),
  };
};

/** Esc closes what was searched for, then a notice, then goes back to writing. */
const leaveBrowsing = (doors: Doors): void => {
  const {ui} = doors.store.get();
  if (ui.search !== undefined) doors.store.dispatch({type: 'search'});
  else if (ui.toasts.length > 0) doors.store.dispatch({type: 'toasts-seen'});
  else stopBrowsing(doors);
};

const commonStart = (names: readonly string[]): string => {
  const [first = ''] = names;
  let length = first.length;
  while (!names.every(name => name.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
};

const DETAIL_WORDS: Readonly<Record<ToolDetail, string>> = {line: 'hidden', short: 'short', full: 'full'};
const NEXT_DETAIL: Readonly<Record<ToolDetail, ToolDetail>> = {line: 'short', short: 'full', full: 'line'};
