// Reads the schedules of jobs that are in words, in files and in the configuration. Their grammar loads with the first of them.
import {isRecord} from '../../../shared/fields/is-record.ts';
import {cronProblem} from '../../schedule/cron/cron-expression.ts';
import {isInWords, scheduleOfReading} from '../../schedule/cron/schedule-words.ts';
import type {Reading, SentenceContext} from '../../schedule/words/reading.ts';
import type {JobSchedule, ReadJobSchedule} from '../../workspace/cron-job-file.ts';

export type JobSchedules = {
  /** Loads the grammar if one of these schedules is in words. Undefined if nothing has to be loaded. */
  readonly prepare: (schedules: readonly string[]) => Promise<void> | undefined;
  readonly load: () => Promise<void>;
  /** The cron fields of a schedule. For words, the grammar must be loaded. */
  readonly read: ReadJobSchedule;
  /** Why a schedule can't be used, as a sentence. Undefined if it can. */
  readonly problem: (schedule: string) => string | undefined;
};

type Context = Omit<SentenceContext, 'zone'>;

/** `context`: the clock and the settings of times. */
export const createJobSchedules = (context: () => Context): JobSchedules => {
  let readSentence: ((text: string, context: SentenceContext) => Reading) | undefined;

  const inWords = (words: string, zone: string): JobSchedule => {
    if (readSentence === undefined) throw new Error(`The grammar isn't loaded yet: ${words}`);
    const found = scheduleOfReading(words, readSentence(words, {...context(), zone}));
    if ('problem' in found) return found;
    if ('cron' in found) return {...found, words};
    return {problem: `"${words}" comes only once. Write it as at: "${found.at.replace('T', ' ')}".`};
  };

  const load = async (): Promise<void> => {
    ({readSentence} = await import('../../schedule/words/read-sentence.ts'));
  };

  const read: ReadJobSchedule = (schedule, zone) => {
    if (isInWords(schedule)) return inWords(schedule.trim(), zone);
    const problem = cronProblem(schedule);
    return problem === undefined ? {cron: schedule.trim(), zone} : {problem};
  };

  return {
    load,
    prepare: schedules => (readSentence !== undefined || !schedules.some(isInWords) ? undefined : load()),
    read,
    problem: schedule => {
      const found = read(schedule, 'UTC');
      return 'problem' in found ? found.problem : undefined;
    },
  };
};

/** The strings of the jobs in a configuration's content; the schedules are among them. */
export const jobTextsIn = (raw: unknown): readonly string[] => (isRecord(raw) ? textsIn(raw['cron']) : []);

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
