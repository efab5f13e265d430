// A new job, one question after the other: its name, its schedule, and what it does; or all in one sentence. The daemon
// reads the schedule and checks the job.

import {fromWire} from '../../../shared/fields/wire.ts';
import {isJobName, type WrittenCronJob} from '../../../shared/records/jobs/cron-request.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {countdown} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import type {Ask} from '../../state/ask.ts';
import {type CommandPorts, exactNow} from '../command-ports.ts';
import {formatDates} from '../typed/format-reminder.ts';

type JobAsk = Extract<Ask, {readonly kind: `job-${string}`}>;

/** The next question, or the sentence that says what was made. */
export const answerJob = async (ports: CommandPorts, ask: JobAsk, answer: string): Promise<Ask | string> => {
  if (answer === '') throw new Error(EMPTY[ask.kind]);
  switch (ask.kind) {
    case 'job-name': {
      const whole = await sentenceOf(ports, answer);
      if (whole !== undefined) return {kind: 'job-what', ...whole};
      checkName(ports, answer);
      return {kind: 'job-when', name: answer};
    }
    case 'job-when':
      await previewOf(ports, answer);
      return {kind: 'job-what', name: ask.name, when: answer};
    case 'job-what': {
      const what = answer.startsWith('!') ? {run: answer.slice(1).trim()} : {prompt: answer};
      const wire = await ports.link.call('cron.create', {name: ask.name, schedule: ask.when, ...what});
      const {name, origin, nextAt} = fromWire<WrittenCronJob>(wire);
      return `Created ${name} (${origin})${nextAt === undefined ? '' : `, next in ${countdown(nextAt - exactNow(ports))}`}.`;
    }
  }
};

/** The daemon's reading of the answer so far; undefined where there is nothing to read. */
export const understoodJob = async (ports: CommandPorts, ask: JobAsk, answer: string): Promise<string | undefined> => {
  if (ask.kind === 'job-when') return previewOf(ports, answer);
  if (ask.kind === 'job-what') return `${withoutModel(ports, answer)}${ask.name}, ${ask.when}`;
  const whole = await sentenceOf(ports, answer);
  if (whole !== undefined) return `${shortened(whole.task, LONGEST_TASK)}: ${await previewOf(ports, whole.when)}`;
  checkName(ports, answer);
  return undefined;
};

/** Without a model nobody carries out a task: said before the job is saved. */
const withoutModel = ({store}: CommandPorts, answer: string): string =>
  store.get().ui.status?.model?.name !== OFFLINE || answer.trim() === '' || answer.trim().startsWith('!')
    ? ''
    : 'No model: at most sent as text; with ! it runs. ';

/** `every weekday at 8 check the weather`: schedule and task in one. Its name comes from the task. */
const sentenceOf = async (ports: CommandPorts, answer: string) => {
  const read = await ports.link.call('reminder.preview', {when: answer}).catch(() => undefined);
  if (read?.repeat === undefined || read.text === '') return undefined;
  return {name: freeName(ports, read.text), when: read.when, task: read.text};
};

const freeName = (ports: CommandPorts, task: string): string => {
  const words = task
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .split(/\s+/u)
    .slice(0, task.startsWith('!') ? 1 : NAME_WORDS)
    .join('-')
    .toLowerCase();
  const name =
    words
      .replace(/^[ ._-]+/u, '')
      .slice(0, LONGEST_NAME)
      .replace(/[ ._-]+$/u, '') || 'job';
  const free = [name, ...Array.from({length: MOST_TRIED}, (_, index) => `${name}-${index + 2}`)];
  return free.find(candidate => !isTaken(ports, candidate)) ?? name;
};

/** The daemon would refuse such a name too, but only after the last question. */
const checkName = (ports: CommandPorts, name: string): void => {
  if (!isJobName(name))
    throw new Error('a name has letters, digits, spaces, ., - and _, and begins with a letter or digit');
  if (isTaken(ports, name)) throw new Error(`a job named "${name}" already exists; choose another name`);
};

const isTaken = ({store}: CommandPorts, name: string): boolean => {
  const {cron, invalidCron} = store.get().gateway;
  return cron.some(job => job.name === name) || invalidCron.some(({file}) => file === `cron/${name}.md`);
};

const previewOf = async (ports: CommandPorts, expression: string): Promise<string> => {
  const {status, zone} = ports.store.get().ui;
  const timezone = status?.zone ?? zone;
  const request = {expression, count: 3, timezone};
  const {schedule = expression, instants} = await ports.link.call('cron.preview', request);
  const next = instants.flatMap(iso => instantOfIso(iso) ?? []);
  // The same words as for a reminder, where the schedule is in words and means the same for both: a reminder of every
  // hour begins at this minute, a job at the full hour.
  const read = await ports.link.call('reminder.preview', {when: expression}).catch(() => undefined);
  const series = read?.repeat !== undefined && read.text === '' ? read : undefined;
  const isSame = series !== undefined && instantOfIso(series.fireAt) === next[0];
  const words = series === undefined ? schedule : isSame ? (series.repeat?.words ?? schedule) : expression;
  return `${words}, ${formatDates(next, exactNow(ports), timezone ?? 'UTC')}`;
};

const EMPTY: Readonly<Record<JobAsk['kind'], string>> = {
  'job-name': 'the name is missing: type one, such as standup',
  'job-when': 'the schedule is missing: type one, such as every weekday at 9',
  'job-what': 'the task is missing: type what the agent is to do, or ! and a command',
};
/** The name of the assistant that answers without a model. */
const OFFLINE = 'offline';
const NAME_WORDS = 4;
const LONGEST_NAME = 40;
const LONGEST_TASK = 30;
const MOST_TRIED = 50;
