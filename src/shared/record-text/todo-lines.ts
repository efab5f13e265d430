// A plan as text, for the model that made it and for people who view its run.
import type {Todo} from '../records/jobs/jobs.ts';
import {oneLine} from '../text/one-line.ts';

/** One line each, numbered from 1: `2. [done] Read the pages: two kept`. */
export const todoLines = (todos: readonly Todo[]): readonly string[] =>
  todos.map(({title, status, note}, index) =>
    oneLine(`${index + 1}. [${status}] ${title}${note === undefined ? '' : `: ${note}`}`),
  );
