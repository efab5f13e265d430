import {expect, test} from 'vitest';
import {asksNothing} from '../../../src/daemon/schedule/idle/heartbeat-file.ts';
import {SCAFFOLD_FILES} from '../../../src/daemon/workspace/scaffold-files.ts';

test.each([
  '',
  '\n \n',
  '# Heartbeat\n\n## Later',
  '-\n- [ ]\n* [x]\n1.',
  '<!-- look around -->',
  '# A\n<!-- not\nyet',
  ' - [ ] \r\n',
])('a file with %j has no tasks', text => {
  expect(asksNothing(text)).toBe(true);
});

test.each([
  'look around',
  '# Heartbeat\n- [ ] look at the build',
  '<!-- a --> look',
  '- [x] done',
  SCAFFOLD_FILES['HEARTBEAT.md'] ?? '',
])('a file with %j has tasks', text => {
  expect(asksNothing(text)).toBe(false);
});
