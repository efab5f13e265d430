// The words for every result, behind one door: they are loaded when a result is told to eyes, while the daemon is answering.
import {alarmCancelled, alarmList, alarmSet, alarmShown, alarmWoken} from './alarm-words.ts';
import {channelShown} from './channel-words.ts';
import {configKeys, modelUnusable, problemsShown, settingRefused, settingShown} from './config-words.ts';
import {contactAllowed, contactTrusted, proofGiven} from './contact-words.ts';
import {cronChecked, cronInstants, cronList, cronResumed, cronShown} from './cron-words.ts';
import {deliveryList, deliverySettled, deliveryShown} from './delivery-words.ts';
import {
  reminderCancelled,
  reminderDone,
  reminderList,
  reminderSet,
  reminderShown,
  reminderSnoozed,
} from './reminder-words.ts';
import {runList, runShown} from './run-words.ts';
import {sessionList, sessionShown} from './session-words.ts';
import {noDaemonLines, statusLines} from './status-words.ts';
import {storyLines} from './story-words.ts';

export const WORDS = {
  alarmCancelled,
  alarmList,
  alarmSet,
  alarmShown,
  alarmWoken,
  channelShown,
  configKeys,
  contactAllowed,
  contactTrusted,
  cronChecked,
  cronInstants,
  cronList,
  cronResumed,
  cronShown,
  deliveryList,
  deliverySettled,
  deliveryShown,
  noDaemonLines,
  problemsShown,
  proofGiven,
  reminderCancelled,
  reminderDone,
  reminderList,
  reminderSet,
  reminderShown,
  reminderSnoozed,
  runList,
  runShown,
  sessionList,
  sessionShown,
  modelUnusable,
  settingRefused,
  settingShown,
  statusLines,
  storyLines,
} as const;
