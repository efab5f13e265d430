import {expect, test} from 'vitest';
import {actionsRows} from '../../../src/tui/layout/overlays/actions.ts';
import {chatsRows} from '../../../src/tui/layout/overlays/chats.ts';
import {type Row, rowText} from '../../../src/tui/text/row.ts';

const underlined = (rows: readonly Row[]): string =>
  rows
    .flat()
    .flatMap(({text, underline}) => (underline === true ? [text] : []))
    .join('');

test('the list of conversations marks the matched letters', () => {
  const session = {
    key: 'rooster:chat:work',
    title: 'Work',
    unread: 0,
    messages: 1,
    lastActivityAt: 0,
    createdAt: 0,
    kind: 'chat',
    trust: 'full',
    busy: false,
    queued: 0,
  } as const;
  const rows = [
    {kind: 'session', session, marks: [0, 1]},
    {kind: 'new', title: 'wo'},
  ] as const;
  const model = {query: 'wo', index: 0, archived: false, rows, open: undefined, busy: new Set<never>(), daemonNow: 0};
  const drawn = chatsRows(model, 60, 10);
  expect(underlined(drawn)).toBe('Wo');
  expect(drawn.map(rowText).join('\n')).toMatch(/> Work[\s\S]*\+ new conversation "wo"/u);
});

test('the menu of actions has each key beside its action', () => {
  const lines = [
    {action: 'item.snooze', key: 's', label: 'snooze…'},
    {action: 'item.cancel', key: 'x', label: 'cancel the reminder'},
  ] as const;
  const drawn = actionsRows({title: 'tea', lines, index: 1}, 60, 10).map(rowText).join('\n');
  expect(drawn).toMatch(/actions for tea[\s\S]* s +snooze…[\s\S]*> x +cancel the reminder/u);
});
