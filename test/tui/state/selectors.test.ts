import {expect, test} from 'vitest';
import {initialAppState} from '../../../src/tui/state/app-state.ts';
import {openSession} from '../../../src/tui/state/selectors.ts';

const connecting = initialAppState({columns: 80, rows: 24}, 0);

test.each([
  ['rooster:main', 'main'],
  ['rooster:chat:garden', 'garden'],
] as const)('until the daemon has sent the conversation %s, its title is "%s"', (session, title) => {
  expect(openSession({...connecting, ui: {...connecting.ui, session}}).title).toBe(title);
});

test('before a conversation is chosen, the title is that of the main one', () => {
  expect(openSession(connecting).title).toBe('main');
});
