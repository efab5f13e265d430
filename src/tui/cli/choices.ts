// The closed lists an option may be one of, where the vocabulary has them as types only.
import type {ReminderState, RunKind} from '../../shared/jobs.ts';

export const REMINDER_STATES: readonly ReminderState[] = ['pending', 'firing', 'fired', 'done', 'cancelled'];
export const RUN_KINDS: readonly RunKind[] = ['cron', 'reminder', 'heartbeat', 'reflection', 'alarm'];
