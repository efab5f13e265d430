// Log: the events as they came, oldest first.
import type {AppState} from '../store/app-state.ts';
import type {ListRow} from './list-row.ts';

export const logRows = ({ui}: AppState): readonly ListRow[] =>
  ui.log.map(event => ({kind: 'event', id: `event:${event.seq}`, selectable: true, event}));
