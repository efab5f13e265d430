// The client's access to the program that uses it: its clock, its log, and its names.
import type {Reason} from '../../../shared/text/sentences.ts';
import type {Clock} from '../../../shared/time/clock.ts';

/** The names of a program in advice for the person who runs it. */
export type Host = {
  /** As in "Rooster retries." */
  readonly name: string;
  /** Names of the program's settings. */
  readonly command: string;
  readonly endpoint: string;
  readonly account: string;
  /** A command that changes a setting. */
  readonly set: (setting: string, value: string) => string;
  /** Commands that link an account, and that restart the program. */
  readonly link: string;
  readonly restart: string;
  /** The reason why no UNIX socket can have this path. Undefined if it can. */
  readonly longPath: (path: string) => Reason | undefined;
};

export type World = {
  readonly clock: Clock;
  readonly host: Host;
  /** Its sentences have no message of a person in them. */
  readonly log: Readonly<Record<'debug' | 'info' | 'warn' | 'error', LogLine>>;
};

type LogLine = (fields: Readonly<Record<string, unknown>>, sentence: string) => void;
