// Alarms in the terminal UI and the command: rows, details, actions.

import {fromWire, type Wire} from '../../shared/fields/wire.ts';
import {inQuestion} from '../../shared/operations/operation.ts';
import {conversationName} from '../../shared/record-text/names.ts';
import {type Alarm, type AlarmState, wakeAtOf} from '../../shared/records/jobs/alarm.ts';
import {addressOfSession, type SessionKey} from '../../shared/records/session-key.ts';
import {formatOrigins} from '../../shared/records/trust.ts';
import {shortCron} from '../../shared/recurrence/short-cron.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {stopped} from '../../shared/text/sentences.ts';
import {shortWhenOf, whenOf} from '../../shared/time/format-time.ts';
import {isoOf} from '../../shared/time/time.ts';
import {withData} from './format/document.ts';
import {briefly, coming, formatRoute, inSentence, shortWhen, whenInZone} from './format/format-noun.ts';
import {operationActions} from './noun-action.ts';
import {type FactsOf, type NounRecord, readerFacts, timesTitle} from './noun-record.ts';
import type {NounView, State} from './noun-view.ts';

export const alarm: NounView<Alarm> = {
  kind: 'alarm',
  label: () => 'alarm',
  sign: () => 'alarm',
  name: 'an alarm',
  ref: ({id}) => ({kind: 'alarm', id}),
  list: 'plan',
  row: ({id}) => `alm:${id}`,
  state: item => stateOf(item),
  line: item => {
    const at = wakeAtOf(item);
    return {
      shape: 'coming',
      at,
      what: item.message,
      more: item.cron === undefined ? undefined : shortCron(item.cron),
      route: item.deliver ?? routeOf(item.session),
    };
  },
  detail: (item, {now, names}) => {
    const {message, cron, zone, session, deliver, user, createdAt, lastError, payload, skipped} = item;
    const at = wakeAtOf(item);
    return {
      text: message,
      facts: [
        at === undefined ? '' : whenInZone(at, now, zone),
        lastError === undefined ? '' : `failed: ${lastError}`,
        cron === undefined ? '' : `${cron} in ${zone}`,
        `wakes ${deliver ?? conversationName(session, names)}`,
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
    kind: 'alarm',
    facts: readerFacts(factsOf, item),
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
  because: (_, __, keyFor) => `; press ${keyFor('cancel')} to cancel or ${keyFor('run')} to wake the agent now`,
  actions: {
    ...operationActions('alarm', item => item),
    'item.run': {
      label: () => 'wake the agent now',
      question: ({message, kind}) => ({
        title: 'wake the agent',
        text: `Wake the agent with "${inQuestion(message)}" now?${kind === 'cron' ? " Its schedule doesn't change." : ' This ends the alarm.'}`,
        yes: 'wake the agent',
        no: 'not now',
      }),
      call: ({id}) => ({
        method: 'alarm.wake',
        params: {id},
        done: ({alarm}) => `Woke the agent: ${stopped(alarm.message)}`,
      }),
    },
  },
  changes: () => [],
};

/** Its number of refusals, if any. */
const stateOf = ({failures}: Alarm): State | undefined =>
  failures === 0 ? undefined : {text: `retry ${failures}`, sign: '!', tone: 'busy'};

const factsOf: FactsOf<Alarm> = (item, {at, due}) => [
  ['state', item.state],
  ['next', item.nextAt === undefined ? undefined : due(item.nextAt, item.zone)],
  ['repeats', rhythm(item)],
  ['next try', item.failures === 0 ? undefined : at(item.retryAt, item.zone)],
  ['failures', item.failures === 0 ? undefined : String(item.failures)],
  ['last error', item.lastError],
  ['last fired', at(item.lastFiredAt, item.zone)],
  ['skipped', item.skipped === 0 ? undefined : `${item.skipped} of its occurrences`],
  ['wakes', item.deliver ?? item.session],
  ['conversation', item.conversation],
  ['user', item.user],
  ['set', `${at(item.createdAt, item.zone)} ${item.turnId === undefined ? 'by hand' : `in ${item.turnId}`}`],
  ['may hold', item.limits && `text from ${formatOrigins(item.limits)}`],
  ['key', item.key],
  ['run', item.runId],
];

/** The direction of messages in the conversation. */
const routeOf = (session: SessionKey): string => {
  const address = addressOfSession(session);
  return address === undefined ? '' : formatRoute([address]);
};

/** The form in the command's output. */
export const alarmRecord: NounRecord<Alarm> = {
  columns: ({now, zone}) => [
    {title: 'ID', text: ({id}) => id, isId: true},
    {
      title: timesTitle({zone}, 'WHEN'),
      text: alarm => whenOf(nextOf(alarm), now),
      short: alarm => shortWhenOf(nextOf(alarm), now),
    },
    {title: 'STATE', text: formatState, tone: ({state, failures}) => (failures > 0 ? 'bad' : TONES[state])},
    {title: 'TO', text: ({deliver, session}) => deliver ?? session, gives: true},
    {
      title: 'TEXT',
      text: alarm => `${alarm.cron === undefined ? '' : `(${alarm.cron}) `}${text(alarm)}`,
      gives: true,
    },
  ],
  facts: factsOf,
  none: 'No alarms. The agent sets them for itself. To set one yourself: rooster alarms set 20m "look at the build"',
};

/** For an ended alarm: when it ended. */
const nextOf = (alarm: Wire<Alarm>): string | undefined => {
  const at = wakeAtOf(fromWire<Alarm>(alarm));
  return at === undefined ? (alarm.lastFiredAt ?? alarm.endedAt) : isoOf(at);
};

const text = ({message, lastError}: Wire<Alarm>): string =>
  printableLine(lastError === undefined ? message : `${message} (${lastError})`);

const formatState = ({state, failures}: Wire<Alarm>): string =>
  state === 'active' && failures > 0 ? `retry ${failures}` : state;

export const rhythm = ({cron, zone}: Pick<Alarm, 'cron' | 'zone'>): string | undefined =>
  cron === undefined ? undefined : `${cron} in ${zone}`;

const TONES: Readonly<Record<AlarmState, 'good' | 'strong' | 'quiet' | 'bad'>> = {
  active: 'good',
  fired: 'strong',
  cancelled: 'quiet',
  failed: 'bad',
};
