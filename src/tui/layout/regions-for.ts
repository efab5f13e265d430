// The regions of the screen for a state.
import {ringsOf} from '../lists/rings.ts';
import type {AppState} from '../state/app-state.ts';
import {openEditor, sessionList} from '../state/selectors.ts';
import {detailHeight} from './lists/detail-rows.ts';
import {approvalHeight} from './panes/approval-rows.ts';
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
  const hasCards = view === 'chat' && !zen;
  // The reader of a call has its keys, and needs the rows of the card.
  const isRead = overlay.kind === 'reader' && overlay.call !== undefined;
  const approvals = hasCards && !isRead ? approvalHeight(state.gateway.approvals, size) : 0;
  const ringRows = hasCards ? ringHeight(ringsOf(state).length, size.rows) : 0;
  // Both have to leave room for the conversation.
  const rings = approvals > 0 ? Math.min(1, ringRows) : ringRows;
  const conversations = sessionList(state).length;
  return regionsOf(size, composing, {zen: zen && view === 'chat', conversations, rings, approvals});
};
