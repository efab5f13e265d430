// The mail that an outgoing one answers.
export type AnsweredMail = {
  /** With its angle brackets, as all ids here. */
  readonly messageId: string;
  /** The thread before it, oldest first. */
  readonly references: readonly string[];
  readonly subject: string;
  /** Its words, without what it quoted itself. */
  readonly text: string;
};
