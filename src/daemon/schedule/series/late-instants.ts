// Computes the instants of recurrences with an engine that is loaded for the first series: it takes a fifth of the daemon's start, and most
// starts don't need it.
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {CalendarSettings} from '../recurrence/occurrences.ts';
import type {Instants} from './advance.ts';

/** Call `load` where the store holds a series, and before a series is set. */
export const createLateInstants = (calendar: () => CalendarSettings): Instants => {
  let loaded: Instants | undefined;
  const load = async (): Promise<void> => {
    loaded ??= (await import('./instants.ts')).createInstants(calendar);
  };
  const engine = (): Instants => {
    if (loaded !== undefined) return loaded;
    throw new GatewayError('unavailable', 'The calendar is not loaded yet. Try again.');
  };
  return {
    load,
    check: (rule, zone) => engine().check(rule, zone),
    after: (repeat, after, most) => engine().after(repeat, after, most),
    between: (repeat, from, to, most) => engine().between(repeat, from, to, most),
    say: repeat => engine().say(repeat),
    lacks: rule => engine().lacks?.(rule),
  };
};
