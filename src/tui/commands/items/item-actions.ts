// The actions on the selected item, in one table for keys, menu and every view. The menu lists what applies; a key that
// doesn't says why.

import {ROW_KEYS, type RowKey} from '../../../shared/operations/key-names.ts';
import {OPERATIONS} from '../../../shared/operations/operations.ts';
import {isUpcoming} from '../../../shared/operations/reminder-operations.ts';
import {isWatching} from '../../../shared/records/jobs/starting-event.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {Action} from '../../input/binding.ts';
import {customKeysOf, keyForIn, keyOf} from '../../input/custom-keys.ts';
import {lastCode} from '../../items/markdown-copy.ts';
import {plainDocument} from '../../nouns/format/document.ts';
import type {ItemActionName, NounActionName} from '../../nouns/noun-action.ts';
import {actionOn, type Target} from '../../nouns/nouns.ts';
import type {AppState} from '../../state/app-state.ts';
import type {ActionLine} from '../../state/overlay.ts';
import {openTranscript} from '../../state/selectors.ts';
import {removeSend} from '../../store/ui-changes.ts';
import type {CommandPorts} from '../command-ports.ts';
import {messageIntoDraft} from '../draft.ts';
import {openWhy} from '../overlays/why.ts';
import {retract} from '../session-actions.ts';
import {act} from './act.ts';
import {askWhen, PAUSE_UNTIL} from './ask-when.ts';
import {stopBrowsing} from './browse-actions.ts';
import {editJob, fileOfRow} from './edit-job.ts';
import type {Pointed} from './pointed.ts';
import {copy, openReader, page, quote, readDryRun, readRun} from './read-item.ts';
import {noConversation, openConversation} from './run-conversation.ts';

type ItemAction = {
  readonly action: ItemActionName;
  readonly key: string;
  /** As a verb. */
  readonly label: (pointed: Pointed) => string;
  /** The reason why the action is unavailable; undefined when it is available. */
  readonly refusal: (pointed: Pointed, state: AppState) => string | undefined;
  readonly run: (ports: CommandPorts, pointed: Pointed) => void;
};

const always = (): undefined => undefined;

/** Delegates to the item's own actions; `none` is the reason, and `label` the verb, where it has no such action. */
const ofNoun = (key: RowKey, none: string, label = usualLabel(key)): ItemAction => {
  const action = `item.${key}` as const;
  return {
    action,
    key: ROW_KEYS[key].key,
    label: pointed => {
      const target = targetWith(pointed, action);
      return (target && actionOn(target, action)?.label) ?? label;
    },
    refusal: (pointed, state) => {
      const target = targetWith(pointed, action);
      return target === undefined ? none : actionOn(target, action)?.refusal(keyForIn(state));
    },
    run: (ports, pointed) => {
      const target = targetWith(pointed, action);
      if (target !== undefined) act(ports, target, action);
    },
  };
};

/** The verb of the operation that a key usually is. */
const usualLabel = (key: RowKey): string =>
  Object.values(OPERATIONS).find(operation => operation.key === key && !('applies' in operation))?.label ?? key;

const targetWith = ({targets}: Pointed, action: NounActionName): Target | undefined =>
  targets.find(target => actionOn(target, action) !== undefined);

const NO_REMINDER = 'not a reminder';
const NO_TIME = 'it waits for an event, not for a time';
const NO_JOB = 'not a job';
const CANCEL = ofNoun('cancel', 'not a reminder, an alarm, a job or a queued message', 'cancel the message');
const RETRY = ofNoun('retry', 'nothing to resend');
const DISCARD = ofNoun('discard', 'nothing to discard');

const PLACED: readonly ItemAction[] = [
  {
    action: 'item.open',
    key: 'enter',
    label: () => 'read all',
    refusal: always,
    run: (ports, pointed) => void openReader(ports, pointed),
  },
  {
    action: 'item.why',
    key: 'w',
    label: () => 'show why',
    refusal: ({ref, item}) => {
      if (ref !== undefined) return NO_TRACE[ref.kind];
      return item === undefined ? 'it has not run' : 'not sent to the daemon yet';
    },
    run: (ports, {ref}) => {
      if (ref !== undefined) void openWhy(ports, String(ref.id));
    },
  },
  {
    action: 'item.copy',
    key: 'y',
    label: () => 'copy the text',
    refusal: always,
    run: (ports, {document}) => void copy(ports, document.text),
  },
  {
    action: 'item.copy-all',
    key: 'Y',
    label: () => 'copy with details',
    refusal: always,
    run: (ports, {document}) => void copy(ports, plainDocument(document)),
  },
  {
    action: 'item.copy-code',
    key: 'c',
    label: () => 'copy the last block of code',
    refusal: ({document}) => (lastCode(document.text) === undefined ? 'there is no code in it' : undefined),
    run: (ports, {document}) => void copy(ports, lastCode(document.text) ?? ''),
  },
  {
    action: 'item.page',
    key: 'o',
    label: () => 'open in $PAGER',
    refusal: always,
    run: (ports, {document}) => void page(ports, document),
  },
  {
    action: 'item.reply',
    key: 'r',
    label: () => 'reply with a quote',
    refusal: ({item}) => (item === undefined ? 'only a message can be quoted' : undefined),
    run: (ports, {document}) => quote(ports, document.text),
  },
  {
    action: 'item.snooze',
    key: ROW_KEYS.snooze.key,
    label: () => 'snooze the reminder',
    refusal: ({reminder}) => (reminder === undefined ? NO_REMINDER : isWatching(reminder) ? NO_TIME : undefined),
    run: (ports, pointed) => askWhen(ports, pointed, 'snooze'),
  },
  {
    action: 'item.move',
    key: ROW_KEYS.move.key,
    label: () => 'move the reminder',
    refusal: ({reminder}, state) => {
      if (reminder === undefined) return NO_REMINDER;
      if (isWatching(reminder)) return NO_TIME;
      if (isUpcoming(reminder.state)) return undefined;
      return `the reminder has already rung; press ${keyForIn(state)('snooze')} to snooze it`;
    },
    run: (ports, pointed) => askWhen(ports, pointed, 'move'),
  },
  {
    action: 'item.text',
    key: ROW_KEYS.text.key,
    label: () => 'change the text',
    refusal: ({reminder}) => {
      if (reminder === undefined) return NO_REMINDER;
      return reminder.state === 'pending' ? undefined : 'the reminder has already rung';
    },
    run: (ports, pointed) => askWhen(ports, pointed, 'reword'),
  },
  ofNoun('done', NO_REMINDER),
  ofNoun('skip', NO_REMINDER, 'skip one occurrence'),
  {
    ...CANCEL,
    label: pointed => labelOfCancel(pointed),
    refusal: (pointed, state) => {
      if (pointed.queuedTurn !== undefined || pointed.item?.kind === 'sending') return undefined;
      return cancelOf(pointed).refusal(pointed, state);
    },
    run: (ports, pointed) => cancel(ports, pointed),
  },
  {
    ...RETRY,
    refusal: (pointed, state) => {
      if (pointed.item?.kind !== 'ending') return RETRY.refusal(pointed, state);
      return messageOfTurn(state, pointed) === undefined ? 'the message is not loaded here' : undefined;
    },
    run: (ports, pointed) => {
      const message = messageOfTurn(ports.store.get(), pointed);
      if (message === undefined) RETRY.run(ports, pointed);
      else ports.link.sender.send({text: message.text, enclosed: message.details?.enclosed}, message.text);
    },
  },
  ofNoun('hold', 'not a delivery'),
  DISCARD,
  ofNoun('run', 'not a job or an alarm', 'wake the agent now'),
  ofNoun('pause', 'not a job or a reminder'),
  {action: 'item.pause-until', key: ROW_KEYS['pause-until'].key, ...PAUSE_UNTIL},
  {
    action: 'item.edit-file',
    key: 'e',
    label: ({job}) => (job === undefined ? 'fix its file in $EDITOR' : 'edit its file in $EDITOR'),
    refusal: (_, state) => (fileOfRow(state) === undefined ? NO_JOB : undefined),
    run: ports => void editJob(ports),
  },
  {
    action: 'item.dry-run',
    key: ROW_KEYS['dry-run'].key,
    label: () => 'dry run: what it would do',
    refusal: ({job}) => (job === undefined ? NO_JOB : undefined),
    run: (ports, {job}) => {
      if (job !== undefined) void readDryRun(ports, job.job.name);
    },
  },
  {
    action: 'item.last-run',
    key: ROW_KEYS['last-run'].key,
    label: () => 'read the last run',
    refusal: ({job}, state) => {
      if (job === undefined) return NO_JOB;
      if (job.runs?.[0] !== undefined) return undefined;
      return `${job.job.name} has not run yet; ${keyForIn(state)('run')} runs it now`;
    },
    run: (ports, {job}) => {
      const run = job?.runs?.[0];
      if (run !== undefined) void readRun(ports, run.id);
    },
  },
  {
    action: 'item.conversation',
    key: 'C',
    label: () => 'open its conversation',
    refusal: ({run}, state) => noConversation(state, run),
    run: (ports, {run}) => {
      if (run !== undefined) void openConversation(ports, run);
    },
  },
];

const OPERATION_KEYS: readonly RowKey[] = [...new Set(Object.values(OPERATIONS).map(({key}) => key))];

/** Operations without a place of their own come last. */
export const ITEM_ACTIONS: readonly ItemAction[] = [
  ...PLACED,
  ...OPERATION_KEYS.filter(key => !PLACED.some(({action}) => action === `item.${key}`)).map(key =>
    ofNoun(key, 'nothing that it applies to'),
  ),
];

/** The actions that apply, with their verbs. */
export const actionLines = (pointed: Pointed, state: AppState): readonly ActionLine[] =>
  ITEM_ACTIONS.filter(action => action.refusal(pointed, state) === undefined && !isTwice(action, pointed)).map(
    ({action, key, label}) => ({
      action,
      key: keyOf(customKeysOf(state), action, key),
      label: label(pointed),
    }),
  );

/** A selected delivery is discarded with x, as everything in a list. */
const isTwice = ({action}: ItemAction, {ref}: Pointed): boolean =>
  action === 'item.discard' && ref?.kind === 'delivery';

const labelOfCancel = (pointed: Pointed): string => {
  const {item, queuedTurn, ref} = pointed;
  if (item?.kind === 'sending' || queuedTurn !== undefined) return 'take back into the draft';
  if (ref?.kind === 'delivery') return DISCARD.label(pointed);
  return CANCEL.label(pointed);
};

/** True if the action applies to the selected item. */
export const isItemAction = (action: Action): action is ItemActionName =>
  ITEM_ACTIONS.some(item => item.action === action);

/** A selected delivery is discarded; a message's delivery has a separate key for that. */
const cancelOf = ({ref}: Pointed): Pick<ItemAction, 'refusal' | 'run'> => (ref?.kind === 'delivery' ? DISCARD : CANCEL);

const cancel = (ports: CommandPorts, pointed: Pointed): void => {
  const {item, queuedTurn} = pointed;
  if (item?.kind === 'sending') {
    ports.store.update(removeSend(item.send.key));
    stopBrowsing(ports);
    messageIntoDraft(ports, item.send);
  } else if (queuedTurn !== undefined) {
    stopBrowsing(ports);
    void retract(ports, queuedTurn);
  } else cancelOf(pointed).run(ports, pointed);
};

/** The message that an interrupted or failed turn should have answered. */
const messageOfTurn = (state: AppState, {item}: Pointed): Message | undefined =>
  item?.kind === 'ending'
    ? openTranscript(state)?.messages.find(
        ({turnId, role, source}) =>
          turnId === item.ending.turnId && role === 'user' && (source.kind === 'user' || source.kind === 'operator'),
      )
    : undefined;

const NO_TRACE: Readonly<Record<string, string | undefined>> = {
  event: 'events have no further record; press Enter for details',
  idle: 'it has not run yet',
};
