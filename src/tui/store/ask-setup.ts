// The question of the first start: connect a model, link Signal, or later. It comes once, where nothing is set up and
// nothing was said, and never while somebody writes.
import {isEmpty} from '../editor/draft.ts';
import type {AppState} from '../state/app-state.ts';
import {showOverlay} from '../state/overlay.ts';
import {openEditor} from '../state/selectors.ts';
import {setupAt} from '../state/setup.ts';
import type {AppStore} from './reduce-app.ts';

export const startAskingSetup = (store: AppStore): Disposable => {
  const unsubscribe = store.subscribe(() => {
    if (!isFirstStart(store.get())) return;
    store.update(ui => ({...ui, setupAsked: true}));
    store.update(showOverlay(setupAt({at: 'what', first: true})));
  });
  return {[Symbol.dispose]: unsubscribe};
};

const isFirstStart = (state: AppState): boolean => {
  const {ui, gateway} = state;
  const {status} = ui;
  if (ui.setupAsked || ui.connection.kind !== 'live' || status === undefined || gateway.seq === undefined) return false;
  if (ui.overlay.kind !== 'none' || ui.view !== 'chat' || !isEmpty(openEditor(state).draft)) return false;
  const hasMessages = ui.sends.length > 0 || [...gateway.sessions.values()].some(({messages}) => messages > 0);
  const isLinked = status.channels.some(({channel, inbound}) => channel === 'signal' && inbound !== 'off');
  return status.model.name === 'offline' && !hasMessages && !isLinked;
};
