// Log: events in order of arrival, oldest first. Session updates are left out, because other events show their cause.

import {isShown} from '../format/format-event.ts';
import type {AppState} from '../state/app-state.ts';
import {type ListRow, nounRow} from './list-row.ts';

export const logRows = ({ui}: AppState): readonly ListRow[] =>
  ui.log.filter(isShown).map(event => nounRow({kind: 'event', item: event}));
