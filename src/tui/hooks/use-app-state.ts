// The state as a component sees it: drawn again when the store says that it changed.
import {useSyncExternalStore} from 'react';
import type {AppState} from '../state/app-state.ts';
import type {AppStore} from '../store/reduce-app.ts';

export const useAppState = (store: AppStore): AppState => useSyncExternalStore(store.subscribe, store.get);
