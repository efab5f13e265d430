// `rooster why ID`: the whole story behind one thing, step by step.
import {tell} from '../ask.ts';
import type {Run} from '../command.ts';
import {wordAt} from '../given.ts';
import {stamp} from '../words/local-time.ts';
import {oneLine} from '../words/plain-text.ts';

export const why: Run = (world, given) => {
  const id = wordAt(given, 0);
  const {print, clock} = world;
  return tell(world, given, 'why', {id}, ({steps}) => {
    if (steps.length === 0) return `Nothing is known about ${id} any more.`;
    const stamps = steps.map(({at}) => stamp(at, clock.now()));
    const widest = Math.max(...stamps.map(text => text.length));
    return steps.map(({what, id: about}, index) => {
      const when = print.paint('quiet', (stamps[index] ?? '').padStart(widest));
      return `${when}  ${oneLine(what)}  ${print.paint('quiet', about)}`;
    });
  });
};
