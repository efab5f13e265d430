import {expect, test} from 'vitest';
import {entryCalled} from '../../../src/tui/cli/arguments.ts';
import {ENTRIES} from '../../../src/tui/cli/verbs.ts';
import {completions, readTyped, SLASH_COMMANDS} from '../../../src/tui/input/slash-commands.ts';

test('a line without a slash is a message, and two slashes begin one with a slash', () => {
  expect(readTyped('hello /help')).toEqual({kind: 'message', text: 'hello /help'});
  expect(readTyped('//etc/passwd')).toEqual({kind: 'message', text: '/etc/passwd'});
  expect(readTyped('  \n')).toEqual({kind: 'nothing'});
});

test('a command is recognized by its name, an alias, or a unique prefix', () => {
  const nameOf = (text: string) => {
    const typed = readTyped(text);
    return typed.kind === 'command' ? [typed.command.name, typed.rest] : typed.kind;
  };
  expect(nameOf('/help')).toEqual(['help', '']);
  expect(nameOf('/remind 20m tea\nand cake')).toEqual(['remind', '20m tea\nand cake']);
  expect(nameOf('/detach')).toEqual(['quit', '']);
  expect(nameOf('/comp')).toEqual(['compact', '']);
  expect(nameOf('/re')).toBe('unknown');
  expect(nameOf('/nonsense at all')).toBe('unknown');
  expect(nameOf('/')).toBe('unknown');
});

test('no command name is the abbreviation of another, and each has a description', () => {
  const names = SLASH_COMMANDS.map(({name}) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(SLASH_COMMANDS.filter(({help, usage, name}) => help === '' || !usage.startsWith(`/${name}`))).toEqual([]);
});

test("an unfinished name is completed, a name followed by text isn't", () => {
  expect(completions('/s').map(({name}) => name)).toEqual([
    'snooze',
    'status',
    'stats',
    'setup',
    'signal',
    'stop',
    'session',
  ]);
  expect(completions('/remind ')).toEqual([]);
  expect(completions('rem')).toEqual([]);
});

test('a command that rooster also has uses the same description', () => {
  // `rooster chat` is the conversation itself, /chat returns to it.
  const both = SLASH_COMMANDS.filter(({name}) => name !== 'chat').flatMap(({name, help}) =>
    [entryCalled(name, ENTRIES) ?? []].flat().map(entry => ({name, help, own: entry.help})),
  );
  expect(both.map(({name}) => name)).toEqual([
    'remind',
    'timer',
    'jobs',
    'quiet',
    'digest',
    'why',
    'outbox',
    'approvals',
    'find',
    'status',
    'stats',
    'setup',
    'signal',
    'theme',
    'inject',
    'delegate',
    'delegations',
    'broadcast',
  ]);
  expect(both.filter(({help, own}) => !help.startsWith(own))).toEqual([]);
});
