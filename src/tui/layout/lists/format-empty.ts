// What an empty list says: what would be here, and how to make some.
import type {ListName} from '../../nouns/views.ts';

export const EMPTY_WORDS: Readonly<Record<ListName, string>> = {
  timeline: 'Nothing has happened by the clock yet, and nothing is planned. "/remind 20m tea" plans something.',
  plan: 'Nothing is set up. "/remind 20m tea" sets a reminder, and so does asking for it in words; a file in the folder cron of the workspace is a job that comes again and again.',
  outbox: 'Nothing was sent yet: replies, reminders and announcements pass through here on their way to people.',
  log: 'What happens from now on is listed here as it happens.',
};
