// Undo: a change that can be undone while its toast is shown.
import type {ReminderId} from '../../shared/records/ids.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';

export type Undo =
  | {readonly kind: 'reminder'; readonly id: ReminderId}
  /** An archived conversation; `open`: it was on the screen. */
  | {readonly kind: 'archive'; readonly session: SessionKey; readonly title: string; readonly open: boolean};
