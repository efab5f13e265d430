import {expect, test} from 'vitest';
import {createReflectionTodo} from '../../../src/daemon/tools/reflection-todo.ts';
import type {Todo} from '../../../src/shared/records/jobs/jobs.ts';
import {toolContext} from '../../support/tool-context.ts';

const open = (before: readonly Todo[] = []) => {
  let todos = before;
  const tool = createReflectionTodo({
    changeTodos: (_, change) => {
      todos = change(todos);
      return todos;
    },
  });
  return {use: (input: unknown) => tool.run(input, toolContext()), todos: () => todos, tool};
};

const two: readonly Todo[] = [
  {title: 'Read pages', status: 'pending'},
  {title: 'Tidy memory', status: 'pending'},
];

test('the tool plans, adds, updates one and several; each answer is the current list', async () => {
  const {use, todos} = open([{title: 'from before', status: 'done'}]);
  expect(await use({action: 'plan', items: [{title: 'Read pages', description: 'two of them'}]})).toEqual({
    ok: true,
    text: '1. [pending] Read pages',
  });
  await use({action: 'add', items: [{title: 'Tidy memory'}]});
  await use({action: 'update', index: 1, status: 'in_progress'});
  expect(
    await use({
      action: 'batch_update',
      updates: [
        {index: 1, status: 'done', note: 'one kept'},
        {index: 2, status: 'skipped'},
      ],
    }),
  ).toEqual({ok: true, text: '1. [done] Read pages: one kept\n2. [skipped] Tidy memory'});
  expect(todos()).toEqual([
    {title: 'Read pages', description: 'two of them', status: 'done', note: 'one kept'},
    {title: 'Tidy memory', status: 'skipped'},
  ]);
});

test.each([
  [{action: 'update', index: 0, status: 'done'}, 'No item 0: there are 1 to 2.'],
  [{action: 'update', index: 3, status: 'done'}, 'No item 3: there are 1 to 2.'],
  [{action: 'update', index: 1.5, status: 'done'}, 'index'],
  [{action: 'update', index: 1, status: 'finished'}, '"status" must be one of pending, in_progress, done, skipped.'],
  [{action: 'update', index: 1}, 'Say "status" or "note" for item 1.'],
  [{action: 'update', status: 'done'}, 'update needs "index".'],
  [{action: 'plan'}, 'plan needs "items".'],
  [{action: 'plan', items: []}, 'items'],
  [{action: 'add', items: [{title: ''}]}, 'items'],
  [{action: 'forget'}, '"action" must be one of plan, add, update, batch_update.'],
  [{action: 'add', items: Array.from({length: 49}, () => ({title: 'x'}))}, 'at most 50'],
  [
    {
      action: 'batch_update',
      updates: [
        {index: 1, status: 'done'},
        {index: 9, status: 'done'},
      ],
    },
    'No item 9',
  ],
])('a bad index or status is refused, and nothing changes: %j', async (input, words) => {
  const {use, todos} = open(two);
  expect(await use(input)).toMatchObject({ok: false, text: expect.stringContaining(words)});
  expect(todos()).toBe(two);
});

test('a call is summarized by its action', () => {
  const {tool} = open();
  expect(tool.summarize({action: 'plan', items: [{}, {}]})).toBe('plan 2 items');
  expect(tool.summarize({action: 'update', index: 2})).toBe('update 2');
});
