// Ports of the system: the log, and the ports that most flows need together.

import type {Ids} from '../../shared/records/ids.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Store} from './store.ts';

/** A structured log. Secrets never reach it: fields that may hold one are redacted by key before writing. */
export interface Log {
  debug(fields: LogFields, sentence: string): void;
  info(fields: LogFields, sentence: string): void;
  warn(fields: LogFields, sentence: string): void;
  error(fields: LogFields, sentence: string): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

export type World = {readonly clock: Clock; readonly ids: Ids; readonly log: Log; readonly store: Store};

/** A secret: its text, or the name of an environment variable that holds it. */
export type Secret = string | {readonly env: string};

/** A secret shared with another program: a text, an environment variable, or a file of mode 0600. */
export type SecretSource = Secret | {readonly file: string};
