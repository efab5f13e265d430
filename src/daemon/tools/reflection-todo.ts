// The reflection_todo tool: the plan of a reflection, stored with its run and readable by clients.
import * as z from 'zod/mini';
import {todoLines} from '../../shared/record-text/todo-lines.ts';
import type {Todo, TodoState} from '../../shared/records/jobs/jobs.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {Tool} from '../ports/tool.ts';
import {defineTool, success} from './define-tool.ts';

export type ReflectionTodoDeps = {
  /**
   * Changes the plan of a session's active reflection. Throws a GatewayError if there is none, or what `change` throws.
   */
  readonly changeTodos: (session: SessionKey, change: (todos: readonly Todo[]) => readonly Todo[]) => readonly Todo[];
};

export const createReflectionTodo = ({changeTodos}: ReflectionTodoDeps): Tool =>
  defineTool({
    name: 'reflection_todo',
    description:
      'Plan this reflection and track it. plan: replaces the list with "items". add: appends "items". update: sets "status" and "note" ' +
      'of the item "index" (the first is 1). batch_update: the same for several items, in "updates". The result is the new list.',
    needs: 'inner',
    // A list of its own, which ends with the reflection.
    effects: () => [],
    mayRunAgain: ({action}) => action !== 'add',
    purposes: ['reflection'],
    schema: z.strictObject({
      action: z.enum(['plan', 'add', 'update', 'batch_update']).check(z.describe('What to do.')),
      items: z.optional(z.array(ITEM).check(z.minLength(1), z.maxLength(MOST), z.describe('For plan and add.'))),
      index: z.optional(INDEX),
      status: z.optional(STATUS),
      note: z.optional(NOTE),
      updates: z.optional(
        z
          .array(z.strictObject({index: INDEX, status: z.optional(STATUS), note: z.optional(NOTE)}))
          .check(z.minLength(1), z.maxLength(MOST), z.describe('For batch_update.')),
      ),
    }),
    summary: ({action, items, index}) =>
      [action, typeof index === 'number' ? `${index}` : '', Array.isArray(items) ? `${items.length} items` : '']
        .filter(word => word !== '')
        .join(' '),
    run: async ({action, items, index, status, note, updates}, {session}) => {
      const todos = changeTodos(session, before => {
        switch (action) {
          case 'plan':
            return bounded(wanted(items, action, 'items').map(fresh));
          case 'add':
            return bounded([...before, ...wanted(items, action, 'items').map(fresh)]);
          case 'update':
            return updated(before, {index: wanted(index, action, 'index'), status, note});
          default:
            // All updates or none: an invalid one changes nothing.
            return wanted(updates, action, 'updates').reduce(updated, before);
        }
      });
      return success(todoLines(todos).join('\n'));
    },
  });

const wanted = <T>(value: T | undefined, action: string, field: string): T => {
  if (value === undefined) throw new GatewayError('invalid', `${action} needs "${field}".`);
  return value;
};

const fresh = ({title, description}: z.output<typeof ITEM>): Todo => ({
  title,
  description,
  status: 'pending',
});

const bounded = (todos: readonly Todo[]): readonly Todo[] => {
  if (todos.length > MOST)
    throw new GatewayError('invalid', `A plan has at most ${MOST} items; this would be ${todos.length}.`);
  return todos;
};

type TodoChange = {
  readonly index: number;
  readonly status?: TodoState | undefined;
  readonly note?: string | undefined;
};

const updated = (todos: readonly Todo[], {index, status, note}: TodoChange): readonly Todo[] => {
  const todo = todos[index - 1];
  if (todo === undefined) {
    const there = todos.length === 0 ? 'the plan is empty' : `there are 1 to ${todos.length}`;
    throw new GatewayError('invalid', `No item ${index}: ${there}.`);
  }
  if (status === undefined && note === undefined)
    throw new GatewayError('invalid', `Say "status" or "note" for item ${index}.`);
  return todos.with(index - 1, {
    ...todo,
    status: status ?? todo.status,
    note: note ?? todo.note,
  });
};

const MOST = 50;
const ITEM = z.strictObject({
  title: z.string().check(z.minLength(1), z.maxLength(200), z.describe('The task.')),
  description: z.optional(z.string().check(z.maxLength(500), z.describe('Details.'))),
});
const INDEX = z.int().check(z.describe('The number of the item; the first is 1.'));
const STATUS = z.enum(['pending', 'in_progress', 'done', 'skipped']).check(z.describe('The new status.'));
const NOTE = z.string().check(z.maxLength(500), z.describe('The outcome.'));
