// The kinds of runs, and what holds for each. A new kind doesn't compile until its entry is complete.

export const RUN_KINDS = ['cron', 'reminder', 'heartbeat', 'reflection', 'alarm'] as const;
/** What scheduled a run. */
export type RunKind = (typeof RUN_KINDS)[number];

type RunKindFacts = {
  /** What the name of a run is: an id, the name of a job, or the key of a conversation. */
  readonly named: 'by id' | 'by job' | 'by conversation';
  /**
   * Where it works. `job`: in an isolated session named by its job. `own`: in an isolated session that the daemon names for this kind.
   * `conversation`: in the conversation it wakes.
   */
  readonly session: 'job' | 'own' | 'conversation';
  /** Whether a message of this source may enter an isolated session. */
  readonly worksAlone: boolean;
  /** Whether tools may run before its turn. */
  readonly hasPreTools: boolean;
};

export const RUN_KIND_FACTS: Readonly<Record<RunKind, RunKindFacts>> = {
  cron: {named: 'by job', session: 'job', worksAlone: true, hasPreTools: true},
  reminder: {named: 'by id', session: 'own', worksAlone: true, hasPreTools: false},
  heartbeat: {named: 'by conversation', session: 'own', worksAlone: true, hasPreTools: false},
  reflection: {named: 'by conversation', session: 'own', worksAlone: true, hasPreTools: false},
  alarm: {named: 'by id', session: 'conversation', worksAlone: false, hasPreTools: false},
};
