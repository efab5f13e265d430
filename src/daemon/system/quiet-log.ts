// The log of a program that answers once and ends: what is wrong is the answer itself.
import type {Log} from '../ports/system.ts';

export const quietLog: Log = {debug: () => {}, info: () => {}, warn: () => {}, error: () => {}};
