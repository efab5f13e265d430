// Keys in overlays: select, answer, read, page.
import type {Action} from '../../input/binding.ts';
import {traceReport} from '../../items/trace-steps.ts';
import type {Doors} from '../doors.ts';
import {copy, pageText} from '../items/read-item.ts';
import {openConversation} from '../items/run-conversation.ts';
import {answerAsked, askOther, quickAnswer} from './ask-actions.ts';
import {archiveChosen, deleteChosen, openChats, toggleArchived} from './chats-actions.ts';
import {confirmed, denied, giveAnswer, otherAnswer} from './confirm-actions.ts';
import {actOnFound} from './find-actions.ts';
import {openHelp} from './help-actions.ts';
import {chooseInject, moveInject, sendInject} from './inject-actions.ts';
import {chooseInOverlay, clearQuery, goBack, moveInOverlay, typeInOverlay} from './overlay-actions.ts';
import {copyReader, nextInReader, onReader, pageReader, readerTo, searchInReader} from './reader-actions.ts';
import {askToAllow, linkHere, retrySignal} from './signal-actions.ts';
import {onWhy, readStep, toStep, whyOfStep} from './why-actions.ts';

export const overlayKeyActions = (doors: Doors) => {
  const {store} = doors;
  return {
    'reader.search': () => onReader(doors, overlay => searchInReader(doors, overlay)),
    'reader.next': () => onReader(doors, overlay => nextInReader(doors, overlay, 1)),
    'reader.previous': () => onReader(doors, overlay => nextInReader(doors, overlay, -1)),
    'reader.copy': () => onReader(doors, overlay => copyReader(doors, overlay)),
    'reader.conversation': () =>
      onReader(doors, ({run}) => {
        if (run !== undefined) void openConversation(doors, run);
      }),
    'reader.page': () => onReader(doors, overlay => pageReader(doors, overlay)),
    'reader.top': () => onReader(doors, overlay => readerTo(doors, overlay, 'top')),
    'reader.bottom': () => onReader(doors, overlay => readerTo(doors, overlay, 'bottom')),
    'inject.send': () => void sendInject(doors),
    'inject.next': () => moveInject(doors, 1),
    'inject.previous': () => moveInject(doors, -1),
    'inject.choose': () => chooseInject(doors, 1),
    'inject.choose-back': () => chooseInject(doors, -1),
    'signal.allow': () => void askToAllow(doors),
    'signal.link': () => void linkHere(doors),
    'signal.refresh': () => void retrySignal(doors),
    'why.open': () => onWhy(doors, overlay => readStep(doors, overlay)),
    'why.deeper': () => onWhy(doors, overlay => whyOfStep(doors, overlay)),
    'why.copy': () => onWhy(doors, why => void copy(doors, traceReport(why))),
    'why.page': () => onWhy(doors, why => void pageText(doors, traceReport(why))),
    'why.step': key => onWhy(doors, overlay => toStep(doors, overlay, Number(key))),
    'overlay.back': () => goBack(doors),
    'ask.done': () => void answerAsked(doors),
    'ask.next': () => quickAnswer(doors, 1),
    'ask.previous': () => quickAnswer(doors, -1),
    'ask.other': () => askOther(doors),
    'chats.open': () => openChats(doors),
    'chats.archived': () => toggleArchived(doors),
    'chats.archive': () => archiveChosen(doors),
    'chats.delete': () => deleteChosen(doors),
    'find.open': () => store.dispatch({type: 'overlay', overlay: {kind: 'find', query: '', index: 0}}),
    'help.open': () => openHelp(doors),
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
  } satisfies Partial<Record<Action | 'view.scroll', (key: string) => void>>;
};
