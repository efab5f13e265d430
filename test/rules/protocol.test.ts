// docs/protocol.md is what the code says.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {protocolPage} from '../../scripts/protocol/page.ts';
import {METHODS} from '../../src/ipc/method-table.ts';

const page = protocolPage();

test('docs/protocol.md is generated from the code as it is: run "npm run protocol" after a change', () => {
  expect(readFileSync('docs/protocol.md', 'utf8') === page).toBe(true);
});

test('each method has a section with its parameters, their rules and its result', () => {
  expect(METHODS.filter(name => !page.includes(`\n### ${name}\n`))).toEqual([]);
  const [section] = /### reminder\.snooze\n[\s\S]*?(?=\n###)/u.exec(page) ?? [];
  expect(section).toContain('| `id` | an id such as rem_… |');
  expect(section).toContain('| `in`, optional | a duration such as 20m, or a whole number of milliseconds above 0 |');
  expect(section).toContain("Give exactly one of 'at', 'in' and 'when'.");
  expect(section).toContain('Result: `TimedReminder`');
});

test('records are in the form that is sent: with instants as texts, and with comments', () => {
  const [reminder] = /### Reminder\n[\s\S]*?(?=\n###)/u.exec(page) ?? [];
  expect(reminder).toContain('  // The next instant to fire.');
  expect(reminder).toContain('  fireAt: string\n');
  expect(page).toContain('### TimedReminder\n\n```ts\nReminder & {\n');
});

test('each type that the page names without its fields has a section', () => {
  const named = [...page.matchAll(/(?:Result: `|^ {2}\w+\??: )([A-Z]\w+)/gmu)].map(([, name = '']) => name);
  const sections = new Set([...page.matchAll(/^##+ (\w+)$/gmu)].map(([, name = '']) => name));
  const unknown = new Set(named.filter(name => !sections.has(name) && !sections.has(`${name}s`)));
  expect([...unknown]).toEqual([]);
});
