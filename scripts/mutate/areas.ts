// The tests that ought to notice a change, for each part of the code.

export type Area = {
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** Its slow tests too. */
  readonly isDeep?: true;
};

const flows = (...names: readonly string[]): readonly string[] => names.map(name => `test/flows/${name}.test.ts`);

export const AREAS: Readonly<Record<string, Area>> = {
  router: {
    files: ['src/daemon/router.ts'],
    tests: [
      ...flows('inject', 'turn-order', 'conversation', 'cross-session', 'cron-announce', 'alarm', 'unanswered'),
      ...flows('conversations', 'reminder-agent'),
    ],
  },
  routing: {
    files: ['src/daemon/routing/*.ts'],
    tests: ['test/daemon/routing/*.test.ts', ...flows('people', 'person', 'chosen-conversation', 'inject')],
  },
  sessions: {
    files: ['src/daemon/sessions/*.ts'],
    tests: [
      'test/daemon/sessions/*.test.ts',
      ...flows('conversations', 'turn-order', 'compaction', 'conversation', 'joined'),
    ],
  },
  turns: {
    files: ['src/daemon/turns/**/*.ts'],
    tests: [
      'test/daemon/turns/*.test.ts',
      ...flows('turn-order', 'thinking', 'model-wire', 'bad-model', 'one-answer', 'unanswered', 'compaction'),
      ...flows('killed-calls', 'conversation', 'offline', 'reply-guard', 'text-limits'),
    ],
  },
  delivery: {
    files: ['src/daemon/delivery/**/*.ts'],
    tests: [
      'test/daemon/delivery/*.test.ts',
      ...flows('outbox', 'reach', 'reach-table', 'quiet-hours', 'quiet-bounds', 'withdraw', 'escalation', 'urgent'),
      ...flows('reminder', 'conversation', 'three-places'),
    ],
  },
  reach: {
    files: ['src/daemon/flows/reach/*.ts'],
    tests: [
      ...flows('escalation', 'escalation-announce', 'reach', 'reach-day', 'quiet-hours', 'withdraw', 'urgent'),
      ...flows('closed-terminal', 'moved-occurrence', 'clock-set-back'),
      'test/daemon/flows/reach/*.test.ts',
    ],
  },
  reminders: {
    files: ['src/daemon/flows/reminders/*.ts'],
    tests: [
      'test/daemon/flows/reminders/*.test.ts',
      ...flows(
        'reminder',
        'reminder-agent',
        'recurring-reminder',
        'recurring-changes',
        'nagging',
        'phone-undo',
        'pills',
        'moved-occurrence',
        'clock-set-back',
        'reminder-at-work',
        'urgent',
        'date-order',
        'answer-language',
        'answered-unsent',
      ),
    ],
  },
  alarms: {
    files: ['src/daemon/flows/alarms/*.ts'],
    tests: ['test/daemon/flows/alarms/*.test.ts', ...flows('alarm', 'urgent', 'http/wake-out')],
    isDeep: true,
  },
  jobs: {
    files: ['src/daemon/flows/cron/*.ts', 'src/daemon/flows/run-job.ts', 'src/daemon/flows/announce.ts'],
    tests: [
      'test/daemon/flows/cron/*.test.ts',
      'test/daemon/flows/run-job.test.ts',
      ...flows('cron-announce', 'cron-clock', 'cron-files', 'cron-retry', 'cron-budget', 'cron-edit', 'cron-commands'),
      ...flows('reminder-agent', 'reflection', 'escalation-announce'),
    ],
  },
  idle: {
    files: ['src/daemon/flows/idle/*.ts', 'src/daemon/flows/reflection/*.ts'],
    tests: [
      'test/daemon/flows/idle/*.test.ts',
      'test/daemon/flows/reflection/*.test.ts',
      ...flows('heartbeat', 'reflection'),
    ],
  },
  others: {
    files: ['src/daemon/flows/cross-session/*.ts', 'src/daemon/flows/unanswered/*.ts', 'src/daemon/flows/*reply*.ts'],
    tests: [
      'test/daemon/flows/*reply*.test.ts',
      'test/daemon/flows/unanswered/*.test.ts',
      ...flows('cross-session', 'unanswered', 'one-answer', 'answered-unsent', 'reply-guard', 'conversation', 'mail'),
    ],
  },
  chat: {
    files: ['src/daemon/flows/chat/*.ts'],
    tests: ['test/daemon/flows/chat/*.test.ts', ...flows('chosen-conversation', 'edited-request', 'person', 'mail')],
  },
  doors: {
    files: ['src/daemon/doors/http/*.ts', 'src/daemon/flows/doors/*.ts'],
    tests: [
      'test/daemon/doors/**/*.test.ts',
      'test/daemon/flows/doors/*.test.ts',
      'test/flows/http/[!fw]*.test.ts',
    ].concat(flows('http/wake', 'inject')),
  },
  inbox: {
    files: ['src/daemon/channels/inbox/*.ts'],
    tests: [
      'test/daemon/channels/inbox/*.test.ts',
      ...flows('ntfy', 'people'),
      'test/daemon/channels/signal/inbound/*.test.ts',
    ],
  },
  hook: {
    files: ['src/daemon/channels/send-only/*.ts'],
    tests: ['test/daemon/channels/send-only/*.test.ts', ...flows('http/wake-out')],
    isDeep: true,
  },
};
