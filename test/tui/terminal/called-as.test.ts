import {expect, test} from 'vitest';
import {asCalled, calledAs} from '../../../src/tui/terminal/called-as.ts';

const clone = {file: '/home/alice/rooster/dist/rooster.js', cwd: '/home/alice/rooster'};

test.each([
  ['installed', {file: '/usr/bin/rooster', cwd: '/', env: {PATH: '/bin:/usr/bin'}}, 'rooster', 'rooster'],
  [
    'linked where PATH does not look',
    {file: '/opt/rooster', cwd: '/', env: {PATH: '/bin'}},
    '/opt/rooster',
    '/opt/rooster',
  ],
  ['npm start', {...clone, env: {npm_lifecycle_event: 'start'}}, 'npm start', 'npm run rooster --'],
  ['by its file', {...clone, env: {}}, 'node dist/rooster.js', 'node dist/rooster.js'],
  ['by its file, from elsewhere', {...clone, cwd: '/tmp', env: {}}, `node ${clone.file}`, `node ${clone.file}`],
])('%s', (_, started, open, verb) => {
  expect(calledAs(started)).toEqual({open, verb});
});

test('a command in a sentence is written as the person can type it', () => {
  const called = {open: 'npm start', verb: 'npm run rooster --'};
  expect(asCalled('It was stopped; `rooster daemon start` starts it.', called)).toBe(
    'It was stopped; `npm run rooster -- daemon start` starts it.',
  );
  expect(asCalled('The database `rooster.db` is damaged.', called)).toBe('The database `rooster.db` is damaged.');
});
