// The description and parameters of the alarm tool.
import * as z from 'zod/mini';

export const DESCRIPTION = `Set, list, look up or cancel alarms: wake-ups that you set for YOURSELF. When an alarm is due, a timer starts a new turn of \
yours in this conversation. Its context has every message of this conversation. It hands you the message you wrote, unchanged. Use one to go on \
with work later: to poll something that takes time, to resume a task you paused, to come back to what waits for somebody, or on a rhythm.

An alarm is for you; a reminder (the "reminder" tool) is for the person. "Remind me at 5" is a reminder. "Check again in an hour whether \
the build is through, and tell me" is an alarm.

Write the message in the first person and self-sufficient, to a self that may remember nothing else: what you were doing, what to do now, \
and every id, path and number that is needed. For example: "I paused the upload of photos-2024 at file 240 of 512 (batch size 50, bucket \
b-17). Continue with file 241 by running …; then tell Alice how many went through." State that is too bulky or too exact for prose \
(cursors, hashes, long lists of ids) goes into "payload": it comes back exactly as you wrote it.

Say that something is set only after this tool confirmed it.`;

const about = (description: string): z.core.$ZodCheck<string> => z.describe(description);
const text = (longest: number, description: string) =>
  z.optional(z.string().check(z.maxLength(longest), about(description)));

export const SCHEMA = z.strictObject({
  action: z
    .enum(['set', 'list', 'get', 'cancel'])
    .check(
      z.describe(
        'What to do. "list" shows your alarms with ids, next instants and failures; "get" one of them whole, with message and payload.',
      ),
    ),
  when: text(
    200,
    'When to wake once, in words ("in 20 minutes", "tomorrow 9am"), in the user\'s time zone. Best for relative times: the clock is ' +
      'read when the alarm is set.',
  ),
  time: text(
    100,
    'When to wake once, as an ISO 8601 timestamp ("2026-02-11T18:00:00Z"); without a zone in the user\'s local time.',
  ),
  cron: text(
    200,
    'To wake repeatedly: a cron expression of five fields ("0 9 * * 1-5") or @hourly, @daily, @weekly, @monthly. "set" needs ' +
      'exactly one of "when", "time" and "cron". Cancel the alarm yourself when its work is done.',
  ),
  timezone: text(100, 'The IANA zone of "cron", or of a time without one ("Europe/Berlin"). Default: the user\'s.'),
  message: text(
    16_000,
    'The note to your future self: what you were doing, what to do now, the ids you need. Delivered byte for byte. Required for "set".',
  ),
  payload: text(
    16_000,
    'Optional data for your future self: a string that holds JSON. You get it back exactly as you wrote it.',
  ),
  conversation: text(
    256,
    'Which conversation of the same person to wake, by its session key. Default: this one. Rarely needed.',
  ),
  deliver: text(
    100,
    'Optional, and only with full trust: a target of the configuration, hook:NAME. The alarm then wakes that program and not you; ' +
      '"conversation" is its own conversation.',
  ),
  key: text(
    200,
    'Optional: a second call with the same key and content sets no second alarm. The key is free again when the alarm is over.',
  ),
  urgent: z.optional(
    z
      .boolean()
      .check(z.describe('Optional: true lets your answer ring in quiet hours. Only when the user wants that.')),
  ),
  id: text(100, 'Which alarm ("alm_…"). Required for "get" and "cancel".'),
});

export type AlarmArguments = z.output<typeof SCHEMA>;
