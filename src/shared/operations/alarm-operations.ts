// The operations on an alarm. Waking the agent has another result: it is no operation.
import {printableLine} from '../text/sanitize.ts';
import {stopped} from '../text/sentences.ts';
import {shortId} from '../text/short-id.ts';
import {inQuestion, operations} from './operation.ts';

export const ALARM_OPERATIONS = operations('alarm', {
  'alarm.cancel': {
    help: 'cancel an alarm',
    printed: ({id, message}) => `Cancelled ${shortId(id)}: ${printableLine(message)}`,
    states: ['active'],
    dismisses: true,
    key: 'cancel',
    rows: [{on: 'on-alarm', hint: 'cancel', help: 'cancel the alarm…', rank: 3}],
    label: 'cancel the alarm',
    question: {
      title: 'cancel alarm',
      text: ({message}) => `Cancel the alarm "${inQuestion(message)}"? It will not wake the agent.`,
      yes: 'cancel alarm',
      no: 'keep it',
    },
    done: ({message}) => `Cancelled: ${stopped(message)}`,
  },
});
