import {expect, test} from 'vitest';
import {calledAs} from '../../../src/tui/terminal/called-as.ts';

const clone = {file: '/home/alice/rooster/dist/rooster.js', cwd: '/home/alice/rooster'};

test.each([
  ['installed', {file: '/usr/bin/rooster', cwd: '/', env: {PATH: '/bin:/usr/bin'}}, 'rooster'],
  ['linked where PATH does not look', {file: '/opt/rooster', cwd: '/', env: {PATH: '/bin'}}, '/opt/rooster'],
  [
    'one file with the name of its version',
    {file: '/home/a/rooster-1.2', cwd: '/home/a', env: {PATH: '/bin'}},
    '/home/a/rooster-1.2',
  ],
  ['npm start', {...clone, env: {npm_lifecycle_event: 'start'}}, 'npm start'],
  ['by its file', {...clone, env: {}}, 'node dist/rooster.js'],
  ['by its file, from elsewhere', {...clone, cwd: '/tmp', env: {}}, `node ${clone.file}`],
])('%s', (_, started, command) => {
  expect(calledAs(started)).toBe(command);
});
