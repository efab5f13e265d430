// One entry for each kind of run. A new kind doesn't compile until its entry is complete.
import type {Run} from '../../shared/records/jobs/jobs.ts';
import type {RunKind} from '../../shared/records/jobs/run-kinds.ts';
import type {AlarmSource} from '../flows/alarms/fire-alarm.ts';
import type {CronSource} from '../flows/cron/fire-cron.ts';
import type {CrossSessionService} from '../flows/cross-session/cross-session-actions.ts';
import type {IdleSource} from '../flows/idle/idle-source.ts';
import type {ReminderSource} from '../flows/reminders/fire-reminder.ts';
import type {WakeSource} from '../schedule/scheduler.ts';

type JobSource = {
  /** Tells the scheduler the next instant. Kinds may share one source. Absent where no instant starts a run. */
  readonly wakes?: WakeSource;
  /** Resumes a run that was interrupted when the previous daemon stopped. */
  readonly resume: (run: Run) => void;
};

export type JobSources = Readonly<Record<RunKind, JobSource>>;

type Sources = {
  readonly reminders: ReminderSource;
  readonly alarms: AlarmSource;
  readonly cron: CronSource;
  readonly idle: Omit<IdleSource, 'status'>;
  readonly crossSession: Pick<CrossSessionService, 'resume'>;
};

export const jobSources = ({reminders, alarms, cron, idle, crossSession}: Sources): JobSources => ({
  reminder: {wakes: reminders, resume: reminders.resume},
  alarm: {wakes: alarms, resume: alarms.resume},
  cron: {wakes: cron, resume: cron.resume},
  heartbeat: {wakes: idle, resume: idle.resume},
  reflection: {wakes: idle, resume: idle.resume},
  delegation: {resume: crossSession.resume},
});

/** The wake sources without duplicates. */
export const wakeSourcesOf = (sources: JobSources): readonly WakeSource[] => [
  ...new Set(Object.values(sources).flatMap(({wakes}) => wakes ?? [])),
];
