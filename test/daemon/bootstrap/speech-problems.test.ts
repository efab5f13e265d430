import {expect, test} from 'vitest';
import {speechProblems} from '../../../src/daemon/bootstrap/problems/speech-problems.ts';

test.each<[string, readonly string[] | undefined, readonly string[]]>([
  ['no program is configured', undefined, []],
  ['the program exists', ['whisper', '{file}'], []],
  ['it takes WAV files and ffmpeg is missing', ['whisper', '{wav}'], ['ffmpeg']],
  ['the program is missing', ['vosk'], ['vosk']],
])('if %s, the problems name exactly what is missing', (_, command, missing) => {
  const problems = speechProblems(command, program => program === 'whisper');
  expect(problems.map(({reason}) => /"(.+)"/u.exec(reason)?.[1])).toEqual(missing);
});
