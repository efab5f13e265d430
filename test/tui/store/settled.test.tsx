import {expect, test} from 'vitest';
import type {UiState} from '../../../src/tui/state/ui-state.ts';
import {settled} from '../../../src/tui/store/settled.ts';
import {openTestApp} from '../../support/render-app.tsx';

test('a conversation that begins while it is open has no new messages since the last visit', async () => {
  await using app = await openTestApp();
  const {gateway, ui} = app.state();
  const {session: main, ...rest} = ui;
  const begun = (more: Partial<UiState>): UiState => settled({gateway, ui: {...rest, dividerKnown: false, ...more}}).ui;
  expect(begun({})).toMatchObject({session: main, dividerKnown: true});
  const away = settled({
    gateway: {...gateway, transcripts: new Map()},
    ui: {...rest, dividerKnown: false, focus: 'away'},
  });
  expect(away.ui.dividerKnown).toBe(false);
});
