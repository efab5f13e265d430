// The words for every result, behind one door: they are loaded when a result is told to eyes, while the daemon is answering.
import {alarmCancelled, alarmList, alarmSet, alarmShown, alarmWoken} from './format-alarm.ts';
import {channelShown} from './format-channel.ts';
import {configKeys, modelUnusable, problemsShown, settingRefused, settingShown} from './format-config.ts';
import {contactAllowed, contactTrusted, proofGiven} from './format-contact.ts';
import {cronChecked, cronInstants, cronList, cronResumed, cronShown} from './format-cron.ts';
import {deliveryList, deliverySettled, deliveryShown} from './format-delivery.ts';
import {
  reminderCancelled,
  reminderDone,
  reminderList,
  reminderSet,
  reminderShown,
  reminderSnoozed,
} from './format-reminder.ts';
import {runList, runShown} from './format-run.ts';
import {sessionList, sessionShown} from './format-session.ts';
import {noDaemonLines, statusLines} from './format-status.ts';
import {traceLines} from './format-story.ts';

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
  traceLines,
} as const;
