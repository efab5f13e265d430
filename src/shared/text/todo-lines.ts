// A plan as it is told to whoever asks: to the model that made it, to a person who looks at its run.
import type {Todo} from '../records/jobs.ts';
import {onOneLine} from './one-line.ts';

/** One line each, numbered from 1: `2. [done] Read the pages: two kept`. */
export const todoLines = (todos: readonly Todo[]): readonly string[] =>
  todos.map(({title, status, note}, index) =>
    onOneLine(`${index + 1}. [${status}] ${title}${note === undefined ? '' : `: ${note}`}`),
  );
