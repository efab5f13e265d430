// Defines a language's small talk, and its answers to what the offline assistant can't find or do.

export type SmallTalkTexts = {
  /** Greetings. `invitation`: what the person can try. */
  readonly hello: (invitation: string) => string;
  readonly morning: (invitation: string) => string;
  readonly evening: (invitation: string) => string;
  readonly howAreYou: (invitation: string) => string;
  readonly invitation: string;
  /** In a conversation without reminders. */
  readonly clockInvitation: string;
  readonly goodbye: string;
  readonly thanks: string;
  readonly good: string;
  /** After "never mind"; `unchanged`: where the last message changed a reminder. */
  readonly fine: string;
  readonly unchanged: string;
  readonly present: string;
  readonly sorry: string;
  readonly who: string;
  readonly help: string;
  /** In a conversation without reminders. */
  readonly clockHelp: string;
  readonly linkSignal: string;
  readonly ownerOnly: string;
  readonly meet: string;
  readonly praise: string;
  /** The languages that the assistant understands. */
  readonly languages: string;
  readonly tooLong: string;
  /** `name`: the job; undefined for a reminder. */
  readonly announced: (name: string | undefined, text: string) => string;
  /** `others`: the jobs that announced something, with commas. */
  readonly notAnnounced: (name: string, others: string) => string;
  /** A reminder that isn't found. */
  readonly missing: {
    readonly number: string;
    readonly shortList: (count: number) => string;
    readonly like: (words: string) => string;
    readonly fired: (message: string) => string;
    readonly ofThose: string;
    readonly fitting: string;
    /** "done", and no reminder waits for an answer. */
    readonly rung: string;
    /** Before the list of pending reminders. */
    readonly pending: string;
  };
  /** Scheduled work that needs a model. The prompt or the output follows. */
  readonly unattended: {
    readonly reminder: string;
    readonly alarm: string;
    readonly output: string;
    readonly task: string;
  };
  /** A move without its new time. */
  readonly moveWhen: string;
  /** Quiet hours are a command. */
  readonly quiet: string;
  readonly moveSameTime: string;
  /** Several times of day, for what isn't a daily series. */
  readonly moveDays: string;
  /** The texts of reminders that were set without one. */
  readonly getUp: string;
  readonly timeIsUp: (length: string) => string;
  readonly alarm: string;
};
