// Log: the events as they came, oldest first. That a conversation was touched is left out: what touched it is told.

import {isTelling} from '../format/format-event.ts';
import type {AppState} from '../state/app-state.ts';
import {type ListRow, nounRow} from './list-row.ts';

export const logRows = ({ui}: AppState): readonly ListRow[] =>
  ui.log.filter(isTelling).map(event => nounRow({kind: 'event', item: event}));
