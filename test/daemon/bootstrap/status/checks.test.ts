import {expect, test} from 'vitest';
import {runChecks, speechProblems} from '../../../../src/daemon/bootstrap/status/checks.ts';

test.each<[string, readonly string[] | undefined, readonly string[]]>([
  ['no program is configured', undefined, []],
  ['the program exists', ['whisper', '{file}'], []],
  ['it takes WAV files and ffmpeg is missing', ['whisper', '{wav}'], ['ffmpeg']],
  ['the program is missing', ['vosk'], ['vosk']],
])('if %s, the problems name exactly what is missing', (_, command, missing) => {
  const problems = speechProblems(command, program => program === 'whisper');
  expect(problems.map(({reason}) => /"(.+)"/u.exec(reason)?.[1])).toEqual(missing);
});

test('a check that fails is a problem, and the others are still shown', () => {
  const disk = {key: 'disk', reason: 'The disk is full.', inForce: 'Nothing is saved.'};
  const logged: string[] = [];
  const problems = runChecks(
    id => {
      if (id === 'http') throw new Error('the address is unknown.');
      return id === 'store' ? [disk] : [];
    },
    {error: (_, message) => void logged.push(message)},
  );
  expect(problems).toEqual([
    {
      key: 'check',
      reason: "Couldn't check the HTTP server and its secrets: the address is unknown.",
      inForce: 'The other checks ran.',
    },
    disk,
  ]);
  expect(logged).toEqual(['A check failed (http): the address is unknown.']);
});
