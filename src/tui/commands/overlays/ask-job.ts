// A new job, one question after the other: its name, its schedule, and what it does. The daemon reads the schedule and checks the job.

import {fromWire} from '../../../shared/events/wire.ts';
import {present} from '../../../shared/fields/present.ts';
import {isJobName, type WrittenCronJob} from '../../../shared/records/jobs/cron-request.ts';
import {countdown} from '../../../shared/time/format-time.ts';
import {instantOfIso} from '../../../shared/time/time.ts';
import type {Ask} from '../../state/ask.ts';
import {type Doors, exactNow} from '../doors.ts';

type JobAsk = Extract<Ask, {readonly kind: `job-${string}`}>;

/** The next question, or the sentence that says what was made. */
export const answerJob = async (doors: Doors, ask: JobAsk, answer: string): Promise<Ask | string> => {
  if (answer === '') throw new Error(EMPTY[ask.kind]);
  switch (ask.kind) {
    case 'job-name':
      checkName(doors, answer);
      return {kind: 'job-when', name: answer};
    case 'job-when':
      await previewOf(doors, answer);
      return {kind: 'job-what', name: ask.name, when: answer};
    case 'job-what': {
      const what = answer.startsWith('!') ? {run: answer.slice(1).trim()} : {prompt: answer};
      const wire = await doors.link.call('cron.create', {name: ask.name, schedule: ask.when, ...what});
      const {name, origin, nextAt} = fromWire<WrittenCronJob>(wire);
      return `Created ${name} (${origin})${nextAt === undefined ? '' : `, next in ${countdown(nextAt - exactNow(doors))}`}.`;
    }
  }
};

/** How the daemon reads the answer so far; undefined where there is nothing to read. */
export const understoodJob = async (doors: Doors, {kind}: JobAsk, answer: string): Promise<string | undefined> => {
  if (kind === 'job-name') checkName(doors, answer);
  return kind === 'job-when' ? await previewOf(doors, answer) : undefined;
};

/** The daemon would refuse such a name too, but only after the last question. */
const checkName = ({store}: Doors, name: string): void => {
  if (!isJobName(name))
    throw new Error('a name has letters, digits, spaces, ., - and _, and begins with a letter or digit');
  const {cron, invalidCron} = store.get().gateway;
  const isTaken = cron.some(job => job.name === name) || invalidCron.some(({file}) => file === `cron/${name}.md`);
  if (isTaken) throw new Error(`a job named "${name}" already exists; choose another name`);
};

const previewOf = async (doors: Doors, expression: string): Promise<string> => {
  const {status, zone} = doors.store.get().ui;
  const timezone = status?.zone ?? zone;
  const request = {expression, count: 3, ...present({timezone})};
  const {schedule = expression, instants} = await doors.link.call('cron.preview', request);
  const now = exactNow(doors);
  const next = instants.map(iso => `in ${countdown((instantOfIso(iso) ?? now) - now)}`);
  return next.length === 0 ? `${schedule}: never` : `${schedule}: ${next.join(', ')}`;
};

const EMPTY: Readonly<Record<JobAsk['kind'], string>> = {
  'job-name': 'the name is missing: type one, such as standup',
  'job-when': 'the schedule is missing: type one, such as every weekday at 9',
  'job-what': 'the task is missing: type what the agent is to do, or ! and a command',
};
