import {type Alarm, wakeAtOf} from '../../shared/records/alarm.ts';
import {addressOfSession, type SessionKey} from '../../shared/records/session-key.ts';
import {conversationName} from '../../shared/text/names.ts';
import {facts, stamp, stampIn, withData} from './document.ts';
import {briefly, coming, formatRoute, inSentence, shortWhen, whenInZone} from './format-noun.ts';
import {inQuestion} from './noun-action.ts';
import type {NounView, State} from './noun-view.ts';

export const alarm: NounView<Alarm> = {
  kind: 'alarm',
  label: () => 'alrm',
  name: 'an alarm',
  ref: ({id}) => ({kind: 'alarm', id}),
  list: 'plan',
  row: ({id}) => `alm:${id}`,
  state: item => stateOf(item),
  line: item => {
    const at = wakeAtOf(item);
    return {
      shape: 'coming',
      ...(at === undefined ? {} : {at}),
      what: item.message,
      ...(item.cron === undefined ? {} : {more: item.cron}),
      route: routeOf(item.session),
    };
  },
  detail: (item, {now, names}) => {
    const {message, cron, zone, session, user, createdAt, lastError, payload, skipped} = item;
    const at = wakeAtOf(item);
    return {
      text: message,
      facts: [
        at === undefined ? '' : whenInZone(at, now, zone),
        lastError === undefined ? '' : `failed: ${lastError}`,
        cron === undefined ? '' : `${cron} in ${zone}`,
        `wakes ${conversationName(session, names)}`,
        payload === undefined ? '' : 'with payload',
        skipped === 0 ? '' : `${skipped} skipped`,
        `for ${user}`,
        `set ${shortWhen(createdAt, now)}`,
      ],
    };
  },
  sentence: (item, {now}) =>
    [`Alarm, ${coming(wakeAtOf(item), now)}: ${briefly(item.message)}`, ...inSentence(stateOf(item))].join(', '),
  document: item => ({
    title: `alarm ${item.id}`,
    facts: facts([
      ['next', stampIn(item.nextAt, item.zone)],
      ['again', item.cron === undefined ? undefined : `${item.cron}  ${item.zone}`],
      ['next try', item.failures === 0 ? undefined : stamp(item.retryAt)],
      ['failures', item.failures === 0 ? undefined : String(item.failures)],
      ['last error', item.lastError],
      ['last woke', stamp(item.lastFiredAt)],
      ['skipped', item.skipped === 0 ? undefined : `${item.skipped} of its occurrences`],
      ['state', item.state],
      ['wakes', item.session],
      ['for', item.user],
      ['set', `${stamp(item.createdAt)} ${item.turnId === undefined ? 'by hand' : `in ${item.turnId}`}`],
      ['key', item.key],
    ]),
    text: item.payload === undefined ? item.message : withData(item.message, item.payload),
    form: 'plain',
  }),
  search: ({id, message, state, user, session, cron = '', zone, lastError = ''}) => [
    id,
    message,
    state,
    user,
    session,
    cron,
    zone,
    lastError,
  ],
  filters: ({failures}) => ['alarms', ...(failures > 0 ? ['paused or failing'] : [])],
  contexts: () => ['on-alarm'],
  because: () => '; press x to cancel or F to wake the agent now',
  actions: {
    'item.cancel': {
      question: {
        title: 'cancel alarm',
        text: ({message}) => `Cancel the alarm "${inQuestion(message)}"? It will not wake the agent.`,
        yes: 'cancel alarm',
        no: 'keep it',
      },
      call: ({id}) => ({method: 'alarm.cancel', params: {id}, done: ({message}) => `cancelled: ${message}`}),
    },
    'item.run': {
      question: {
        title: 'wake the agent',
        text: ({message, kind}) =>
          `Wake the agent with "${inQuestion(message)}" now?${kind === 'cron' ? " Its schedule doesn't change." : ' This ends the alarm.'}`,
        yes: 'wake the agent',
        no: 'not now',
      },
      call: ({id}) => ({method: 'alarm.wake', params: {id}, done: ({alarm}) => `woke the agent: ${alarm.message}`}),
    },
  },
  changes: () => [],
};

/** How often it was refused, if it was. */
const stateOf = ({failures}: Alarm): State | undefined =>
  failures === 0 ? undefined : {text: `retry ${failures} !`, tone: 'busy'};

/** The way things go that are said in the conversation. */
const routeOf = (session: SessionKey): string => {
  const address = addressOfSession(session);
  return address === undefined ? '' : formatRoute([address]);
};
