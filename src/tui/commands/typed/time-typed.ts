// Commands about time without a list: snooze or finish the last fired reminder, and the verbs of cron jobs.

import {fromWire} from '../../../shared/fields/wire.ts';
import {splitPause} from '../../../shared/languages/patterns.ts';
import {JOB_OPERATIONS} from '../../../shared/operations/job-operations.ts';
import {REMINDER_OPERATIONS} from '../../../shared/operations/reminder-operations.ts';
import type {Reminder, TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {sanitizeDeep} from '../../../shared/text/sanitize.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import {formatUntil} from '../../../shared/time/format-time.ts';
import {unanswered} from '../../lists/rings.ts';
import {initialList} from '../../state/list-state.ts';
import {setList} from '../../store/ui-changes.ts';
import {type CommandPorts, exactNow} from '../command-ports.ts';
import {backIntoDraft} from '../draft.ts';
import {act} from '../items/act.ts';
import {showView} from '../items/list-actions.ts';
import {request, say} from '../session-actions.ts';
import {formatReminders, formatReturn} from './format-reminder.ts';

/** `/snooze 20m`: snoozes the last fired reminder, by default for ten minutes. Returns false if none fired. */
export const snoozeTyped = (ports: CommandPorts, when: string): boolean => {
  const last = lastFired(ports);
  if (last === undefined) return false;
  void snooze(ports, last, when === '' ? USUAL : when);
  return true;
};

export const doneTyped = (ports: CommandPorts): boolean => {
  const last = lastFired(ports);
  if (last === undefined) return false;
  act(ports, {kind: 'reminder', item: last}, 'item.done');
  return true;
};

/**
 * `/jobs`, `/jobs run NAME`, `/jobs pause NAME [until WHEN]`, `/jobs resume NAME`; returns false for anything else.
 */
export const jobsTyped = (ports: CommandPorts, rest: string, usage: string): boolean => {
  const {store} = ports;
  if (rest === '' || rest === 'list') {
    showView(ports, 'plan');
    store.update(setList('plan', {...initialList, kind: 'cron'}));
    return true;
  }
  const [, verb = '', words = ''] = /^(\S+)\s*(.*)$/su.exec(rest) ?? [];
  const {rest: name = words, until} = (verb === 'pause' ? splitPause(words) : undefined) ?? {};
  const job = store.get().gateway.cron.find(item => item.name === name.trim());
  if (!['run', 'pause', 'resume'].includes(verb) || job === undefined) {
    const names = store.get().gateway.cron.map(item => item.name);
    const there = names.length === 0 ? 'No jobs.' : `Jobs: ${names.join(', ')}`;
    say(ports, 'warn', `${usage}; ${there}`);
    return false;
  }
  if (until !== undefined) void pauseUntil(ports, job.name, until);
  else if (verb === 'run') act(ports, {kind: 'job', item: {job}}, 'item.run');
  // Runs the verb as typed, whatever the job's state.
  else act(ports, {kind: 'job', item: {job: {...job, paused: verb === 'resume'}}}, 'item.pause');
  return true;
};

/** `/timer 10m pasta` starts a timer; `/timer` says what is left of the running ones. */
export const timerTyped = (ports: CommandPorts, rest: string): boolean => {
  if (rest === '') {
    const now = exactNow(ports);
    const running = ports.store.get().gateway.reminders.filter(({timer}) => timer);
    const left = running.map(({message, fireAt}) => `${clauseFromOutside(message)} ${formatUntil(fireAt, now)}`);
    say(ports, 'ok', left.length === 0 ? 'No timer is running. Start one: /timer 10m pasta' : left.join(', '));
    return true;
  }
  const {link, newKey} = ports;
  link.call('reminder.set', {message: rest, timer: true, key: newKey()}).then(
    set => {
      const reminder = fromWire<TimedReminder>(sanitizeDeep(set));
      say(ports, 'ok', formatReminders([reminder], exactNow(ports)), {kind: 'reminder', id: reminder.id});
    },
    (thrown: unknown) => {
      say(ports, 'warn', errorMessage(thrown));
      backIntoDraft(ports, `/timer ${rest}`);
    },
  );
  return true;
};

const lastFired = (ports: CommandPorts): Reminder | undefined => {
  const last = unanswered(ports.store.get())[0]?.reminder;
  if (last === undefined) say(ports, 'warn', 'No reminder waits for an answer. See /plan.');
  return last;
};

const snooze = async (ports: CommandPorts, {id}: Reminder, when: string): Promise<void> => {
  const wire = await request(ports, 'reminder.snooze', {id, when});
  if (wire === undefined) return;
  const reminder = fromWire<TimedReminder>(sanitizeDeep(wire));
  say(ports, 'ok', `Snoozed until ${formatReturn(reminder, exactNow(ports))}`, {kind: 'reminder', id});
};

const pauseUntil = async (ports: CommandPorts, name: string, until: string): Promise<void> => {
  const paused = await request(ports, 'cron.pause', {name, until});
  if (paused !== undefined) say(ports, 'ok', JOB_OPERATIONS['cron.pause'].done(paused, exactNow(ports)));
};

/** `/pause WORDS [until WHEN]`: a repeating reminder by a part of its text, or a job by its name. */
export const pauseTyped = (ports: CommandPorts, rest: string, usage: string): boolean => {
  const {rest: words = rest, until} = splitPause(rest) ?? {};
  const {reminders, cron} = ports.store.get().gateway;
  const job = cron.find(({name}) => name === words.trim());
  const wanted = words.trim().toLowerCase();
  const found = reminders.filter(
    ({repeat, on, message, state}) =>
      (repeat !== undefined || on !== undefined) && state === 'pending' && message.toLowerCase().includes(wanted),
  );
  const [only, ...others] = found;
  if (wanted === '' || (job === undefined && (only === undefined || others.length > 0))) {
    const why = wanted === '' || only === undefined ? 'see /plan for what repeats' : `${found.length} reminders fit`;
    say(ports, 'warn', `${usage}; ${why}`);
    return false;
  }
  if (job !== undefined) {
    if (until !== undefined) void pauseUntil(ports, job.name, until);
    else act(ports, {kind: 'job', item: {job: {...job, paused: false}}}, 'item.pause');
  } else if (only !== undefined) void pauseReminder(ports, only, until);
  return true;
};

const pauseReminder = async (ports: CommandPorts, {id}: Reminder, until: string | undefined): Promise<void> => {
  const paused = await request(ports, 'reminder.pause', {id, until});
  if (paused === undefined) return;
  const sentence = REMINDER_OPERATIONS['reminder.pause'].done(sanitizeDeep(paused), exactNow(ports));
  say(ports, 'ok', sentence, {kind: 'reminder', id});
};

const USUAL = '10m';
