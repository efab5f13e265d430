// The text of an empty list: what it would show, and how to add an entry.
import type {ListName} from '../../nouns/views.ts';

export const EMPTY_WORDS: Readonly<Record<ListName, string>> = {
  timeline: 'No past or upcoming events. To set a reminder, type /remind 20m tea',
  plan: 'No reminders or jobs. Type /remind 20m tea, or ask the agent. For a job, press n, then Tab.',
  outbox: 'No deliveries. Replies, reminders and announcements appear here once they are sent.',
  log: 'No events yet. New events appear here as they happen.',
};
