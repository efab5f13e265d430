// Keys in overlays: select, answer, read, page.
import type {Action} from '../../input/binding.ts';
import {traceReport} from '../../items/trace-steps.ts';
import {closeOverlay, showOverlay} from '../../state/overlay.ts';
import type {CommandPorts} from '../command-ports.ts';
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

export const overlayKeyActions = (ports: CommandPorts) => {
  const {store} = ports;
  return {
    'reader.search': () => onReader(ports, overlay => searchInReader(ports, overlay)),
    'reader.next': () => onReader(ports, overlay => nextInReader(ports, overlay, 1)),
    'reader.previous': () => onReader(ports, overlay => nextInReader(ports, overlay, -1)),
    'reader.copy': () => onReader(ports, overlay => copyReader(ports, overlay)),
    'reader.conversation': () =>
      onReader(ports, ({run}) => {
        if (run !== undefined) void openConversation(ports, run);
      }),
    'reader.page': () => onReader(ports, overlay => pageReader(ports, overlay)),
    'reader.top': () => onReader(ports, overlay => readerTo(ports, overlay, 'top')),
    'reader.bottom': () => onReader(ports, overlay => readerTo(ports, overlay, 'bottom')),
    'inject.send': () => void sendInject(ports),
    'inject.next': () => moveInject(ports, 1),
    'inject.previous': () => moveInject(ports, -1),
    'inject.choose': () => chooseInject(ports, 1),
    'inject.choose-back': () => chooseInject(ports, -1),
    'signal.allow': () => void askToAllow(ports),
    'signal.link': () => void linkHere(ports),
    'signal.refresh': () => void retrySignal(ports),
    'why.open': () => onWhy(ports, overlay => readStep(ports, overlay)),
    'why.deeper': () => onWhy(ports, overlay => whyOfStep(ports, overlay)),
    'why.copy': () => onWhy(ports, why => void copy(ports, traceReport(why))),
    'why.page': () => onWhy(ports, why => void pageText(ports, traceReport(why))),
    'why.step': key => onWhy(ports, overlay => toStep(ports, overlay, Number(key))),
    'overlay.back': () => goBack(ports),
    'ask.done': () => void answerAsked(ports),
    'ask.next': () => quickAnswer(ports, 1),
    'ask.previous': () => quickAnswer(ports, -1),
    'ask.other': () => askOther(ports),
    'chats.open': () => openChats(ports),
    'chats.archived': () => toggleArchived(ports),
    'chats.archive': () => archiveChosen(ports),
    'chats.delete': () => deleteChosen(ports),
    'find.open': () => store.update(showOverlay({kind: 'find', query: '', index: 0})),
    'help.open': () => openHelp(ports),
    'overlay.close': () => store.update(closeOverlay),
    'overlay.up': () => moveInOverlay(ports, -1, 'rows'),
    'overlay.down': () => moveInOverlay(ports, 1, 'rows'),
    'overlay.page-up': () => moveInOverlay(ports, -1, 'screens'),
    'overlay.page-down': () => moveInOverlay(ports, 1, 'screens'),
    'overlay.choose': () => chooseInOverlay(ports),
    'overlay.actions': () => actOnFound(ports),
    'question.yes': () => confirmed(ports),
    'question.no': () => denied(ports),
    'question.other': () => otherAnswer(ports),
    'question.answer': () => giveAnswer(ports),
    'query.delete-left': () => typeInOverlay(ports, '\b'),
    'query.clear': () => clearQuery(ports),
  } satisfies Partial<Record<Action | 'view.scroll', (key: string) => void>>;
};
