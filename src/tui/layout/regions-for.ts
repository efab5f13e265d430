// The regions of the screen for a state.
import {ringsOf} from '../lists/rings.ts';
import type {AppState} from '../state/app-state.ts';
import {openEditor, sessionList} from '../state/selectors.ts';
import {detailHeight} from './lists/detail-rows.ts';
import {composerHeight} from './panes/composer.ts';
import {ringHeight} from './panes/ring-rows.ts';
import {type Regions, regionsOf, wholeScreen} from './regions.ts';

export const regionsFor = (state: AppState): Regions => {
  const {size, overlay, view, zen} = state.ui;
  // A QR code can't be scrolled or cut.
  if (overlay.kind === 'signal' && overlay.linking?.kind === 'shown') return wholeScreen(size);
  const composing =
    view === 'chat' && overlay.kind !== 'ask'
      ? composerHeight(openEditor(state).draft, size.columns)
      : detailHeight(size.rows);
  // Zen mode applies to the conversation only.
  const rings = view === 'chat' && !zen ? ringHeight(ringsOf(state).length, size.rows) : 0;
  return regionsOf(size, composing, {zen: zen && view === 'chat', conversations: sessionList(state).length, rings});
};
