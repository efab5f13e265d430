// A log for programs that answer once and exit. It drops everything, because the answer reports the problems.
import type {Log} from '../ports/system.ts';

export const quietLog: Log = {debug: () => {}, info: () => {}, warn: () => {}, error: () => {}};
