// The text of an empty list: what it would show, and how to add an entry.
import type {KeyFor} from '../../../shared/operations/key-names.ts';
import type {ListName} from '../../nouns/views.ts';

/** Keys where a list is drawn: there a slash opens the filter. Commands where lines are read, which have no keys. */
export const emptyText = (name: ListName, keyFor?: KeyFor): string => {
  const key = keyFor?.('new');
  switch (name) {
    case 'timeline':
      return `No past or upcoming events. ${key === undefined ? 'Type /remind 20m tea' : `Press ${key}`} to set a reminder.`;
    case 'plan':
      return key === undefined
        ? 'No reminders or jobs. Type /remind 20m tea to set a reminder, or /job to make a job.'
        : `No reminders or jobs. Press ${key} to set a reminder, or ${key}, then Tab, to make a job.`;
    case 'outbox':
      return 'No deliveries. Replies, reminders and announcements appear here once they are sent.';
    case 'log':
      return 'No events yet. New events appear here as they happen.';
  }
};
