import {expect, test} from 'vitest';
import {plainDocument} from '../../../src/tui/nouns/format/document.ts';
import {documentOfRun} from '../../../src/tui/nouns/run.ts';
import {aMessage, aRun} from '../../daemon/store/store-fixture.ts';

test("a run's plan comes before its messages, with its progress", () => {
  const run = aRun('1', {
    kind: 'reflection',
    name: 'rooster:main',
    todos: [
      {title: 'Read the pages', status: 'done', note: 'two kept'},
      {title: 'Tidy memory', status: 'in_progress'},
    ],
  });
  const said = aMessage('1', {role: 'assistant', source: {kind: 'agent'}, text: 'Note.'});
  expect(documentOfRun(run, [said]).text).toBe(
    'plan:\n1. [done] Read the pages: two kept\n2. [in_progress] Tidy memory\n\nagent:\nNote.',
  );
  expect(plainDocument(documentOfRun(run, []))).toContain('No output.');
  const {todos: _, ...plain} = run;
  expect(documentOfRun(plain, [said]).text).toBe('agent:\nNote.');
});
