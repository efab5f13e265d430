// The kinds of runs and their facts. A new kind compiles only with a complete entry.

/** Runs that start when a conversation has been idle. */
export const IDLE_RUN_KINDS = ['heartbeat', 'reflection'] as const;
export type IdleRunKind = (typeof IDLE_RUN_KINDS)[number];

export const RUN_KINDS = ['cron', 'reminder', ...IDLE_RUN_KINDS, 'alarm', 'delegation'] as const;
/** The origin of a run. */
export type RunKind = (typeof RUN_KINDS)[number];

/** The kind as people read it: a cron job is a job. */
export const kindName = (kind: string): string => (kind === 'cron' ? 'job' : kind);

export const isIdleKind = (kind: string): kind is IdleRunKind => IDLE_RUN_KINDS.some(idle => idle === kind);

type RunKindFacts = {
  /** A run's name is an id, a job's name, or a conversation's key. */
  readonly named: 'by id' | 'by job' | 'by conversation';
  /**
   * Session of the run. `job`: an isolated session named after its job. `own`: an isolated session that the daemon
   * names for this kind. `conversation`: the conversation it wakes.
   */
  readonly session: 'job' | 'own' | 'conversation';
  /** True if messages of this source may enter an isolated session. */
  readonly worksAlone: boolean;
  /** True if pre-tools may run before its turn. */
  readonly hasPreTools: boolean;
  /** Somebody chose its instants. */
  readonly isAppointment: boolean;
  /** Pools have limits of their own, so that slow jobs never delay a reminder, and delegated tasks no job. */
  readonly pool: RunPool;
};

/** Isolated turns wait for a free place in their pool. */
export type RunPool = 'jobs' | 'reminders' | 'tasks';

export const RUN_KIND_FACTS: Readonly<Record<RunKind, RunKindFacts>> = {
  cron: {named: 'by job', session: 'job', worksAlone: true, hasPreTools: true, isAppointment: true, pool: 'jobs'},
  reminder: {
    named: 'by id',
    session: 'own',
    worksAlone: true,
    hasPreTools: false,
    isAppointment: true,
    pool: 'reminders',
  },
  heartbeat: {
    named: 'by conversation',
    session: 'own',
    worksAlone: true,
    hasPreTools: false,
    isAppointment: false,
    pool: 'jobs',
  },
  reflection: {
    named: 'by conversation',
    session: 'own',
    worksAlone: true,
    hasPreTools: false,
    isAppointment: false,
    pool: 'jobs',
  },
  alarm: {
    named: 'by id',
    session: 'conversation',
    worksAlone: false,
    hasPreTools: false,
    isAppointment: true,
    pool: 'jobs',
  },
  delegation: {
    named: 'by id',
    session: 'own',
    worksAlone: true,
    hasPreTools: false,
    isAppointment: false,
    pool: 'tasks',
  },
};
