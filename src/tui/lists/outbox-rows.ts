// Outbox: every delivery, newest first.
import type {AppState} from '../state/app-state.ts';
import {beyond} from './beyond.ts';
import {type ListRow, nounRow} from './list-row.ts';

export const outboxRows = ({gateway, ui}: AppState): readonly ListRow[] =>
  beyond(gateway.deliveries, ui.past.deliveries)
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .map(delivery => nounRow({kind: 'delivery', item: delivery}));
