// What an empty list says: what would be here, and how to make some.
import type {ListName} from '../../nouns/views.ts';

export const EMPTY_WORDS: Readonly<Record<ListName, string>> = {
  timeline: 'No past or upcoming events. To set a reminder, type /remind 20m tea',
  plan: 'No reminders or jobs. Type /remind 20m tea, or ask the agent. For a cron job, add a file to the workspace folder cron.',
  outbox: 'No deliveries. Replies, reminders and announcements appear here once they are sent.',
  log: 'No events yet. New events appear here as they happen.',
};
