// The log of commits of one database, and a copy on another machine that takes them.

/** One transaction: an SQLite changeset with its number. */
export type Commit = {readonly number: number; readonly changes: Uint8Array};

/** Counts and the next instants. Equal facts of the same commit mean that nothing is missing. */
export type CopyFacts = {
  readonly conversations: number;
  readonly messages: number;
  readonly reminders: number;
  readonly alarms: number;
  readonly deliveries: {readonly waiting: number; readonly dead: number};
  /** `id instant` of what rings next, in order. */
  readonly next: readonly string[];
  /** The newest event. */
  readonly seq: number;
};

/** The newest commits of the database. Recorded from the first request on, until nobody has asked for an hour. */
export interface CommitLog extends Disposable {
  /** Begins a record if there is none. Returns its id: numbers of another record don't continue it. */
  open(): string;
  /** The number of the newest commit. */
  newest(): number;
  /** The commits after a number, oldest first, in a bounded amount. Undefined if some of them are no longer kept. */
  after(number: number): readonly Commit[] | undefined;
  /** Resolves with the next commit. */
  next(): Promise<void>;
  /** Copies the database into a new file. The commits after it are kept; the copy says its own number. */
  copyTo(file: string): Promise<{readonly bytes: number}>;
  facts(): CopyFacts;
}

/** A copy of another machine's database, which takes its commits one after the other. */
export interface DatabaseCopy extends Disposable {
  /** The last commit that it has. */
  number(): number;
  /** Applies commits in one transaction. Throws, and changes nothing, if one is missing or doesn't fit. */
  apply(commits: readonly Commit[]): void;
  facts(): CopyFacts;
  /** Values that outlive the process, as the store's cursors. */
  mark(name: string): string | undefined;
}
