// The kinds of runs and their facts. A new kind compiles only with a complete entry.

export const RUN_KINDS = ['cron', 'reminder', 'heartbeat', 'reflection', 'alarm', 'delegation'] as const;
/** The origin of a run. */
export type RunKind = (typeof RUN_KINDS)[number];

/** The kind as people read it: a cron job is a job. */
export const kindName = (kind: string): string => (kind === 'cron' ? 'job' : kind);

type RunKindFacts = {
  /** A run's name is an id, a job's name, or a conversation's key. */
  readonly named: 'by id' | 'by job' | 'by conversation';
  /**
   * Session of the run. `job`: an isolated session named after its job. `own`: an isolated session that the daemon names for this kind.
   * `conversation`: the conversation it wakes.
   */
  readonly session: 'job' | 'own' | 'conversation';
  /** True if messages of this source may enter an isolated session. */
  readonly worksAlone: boolean;
  /** True if pre-tools may run before its turn. */
  readonly hasPreTools: boolean;
};

export const RUN_KIND_FACTS: Readonly<Record<RunKind, RunKindFacts>> = {
  cron: {named: 'by job', session: 'job', worksAlone: true, hasPreTools: true},
  reminder: {named: 'by id', session: 'own', worksAlone: true, hasPreTools: false},
  heartbeat: {named: 'by conversation', session: 'own', worksAlone: true, hasPreTools: false},
  reflection: {named: 'by conversation', session: 'own', worksAlone: true, hasPreTools: false},
  alarm: {named: 'by id', session: 'conversation', worksAlone: false, hasPreTools: false},
  delegation: {named: 'by id', session: 'own', worksAlone: true, hasPreTools: false},
};
