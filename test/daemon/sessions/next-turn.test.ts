import {expect, test} from 'vitest';
import {nextTurn, PATIENCE} from '../../../src/daemon/sessions/session-registry.ts';

const person = {fromPerson: true, passedBy: 0};
const job = (passedBy = 0) => ({fromPerson: false, passedBy});

test.each([
  ['nobody waits', [], -1],
  ['one waits', [job()], 0],
  ['people go in order', [person, person], 0],
  ['a person goes before what jobs have to say', [job(), job(), person], 2],
  ['a job is not passed by for ever', [job(PATIENCE), person], 0],
  ['jobs go in order', [job(), job()], 0],
])('%s', (_, line, index) => {
  expect(nextTurn(line)).toBe(index);
});
