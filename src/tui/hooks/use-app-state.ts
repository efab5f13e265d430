// The state for components: a store change triggers a new render.
import {useSyncExternalStore} from 'react';
import type {AppState} from '../state/app-state.ts';
import type {AppStore} from '../store/reduce-app.ts';

export const useAppState = (store: AppStore): AppState => useSyncExternalStore(store.subscribe, store.get);
