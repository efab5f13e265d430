// The machine: the log, and the ports that most flows need together.

import type {Ids} from '../../shared/records/ids.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Store} from './store.ts';

/** A structured log. Secrets never reach it: what may hold one is redacted by key before it is written. */
export interface Log {
  debug(fields: LogFields, sentence: string): void;
  info(fields: LogFields, sentence: string): void;
  warn(fields: LogFields, sentence: string): void;
  error(fields: LogFields, sentence: string): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** What nearly every story needs. */
export type World = {readonly clock: Clock; readonly ids: Ids; readonly log: Log; readonly store: Store};
