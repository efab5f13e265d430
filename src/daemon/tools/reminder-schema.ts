// The description and parameters of the reminder tool.
import * as z from 'zod/mini';
import {RUN_ENDINGS} from '../../shared/records/jobs/starting-event.ts';

export const DESCRIPTION = `Schedule, list, change or cancel reminders, once or repeating. In mode "agent" you get a \
fresh session with full tool access when it fires, so reminders can trigger actions (run commands, call APIs), not just send text.

BEFORE creating an action reminder (anything beyond a simple nudge), confirm you have a concrete execution plan. If the user says \
"turn off the lights in 30 min" and you do not know the command, API endpoint or tool to use: ASK. Say "I can set that reminder, but \
I want to make sure I can actually do it: what system controls your lights?", or look in your workspace files (TOOLS.md, notes) first. \
Do not create a reminder you cannot confidently execute.

Write the message as self-contained as possible: resolve references ("this", "that") and include the specific execution plan \
(commands, API endpoints, file paths). The reminder session can read the originating conversation for more context, but a complete \
message means faster, more reliable execution.

For a plain nudge that repeats (pills, a standup) use mode "verbatim": it needs no model.

Tell the user the resolved time, its zone, the recurrence with its next dates, and where it will be delivered, as the answer of this tool states them. \
Never say that something is scheduled unless this tool confirmed it.`;

const about = (description: string): z.core.$ZodCheck<string> => z.describe(description);

export const SCHEMA = z.strictObject({
  action: z
    .enum(['set', 'list', 'cancel', 'snooze', 'done', 'edit', 'skip', 'pause', 'resume', 'undo'])
    .check(
      z.describe(
        'What to do. "list" shows the pending reminders with their ids. "snooze" moves one, pending or fired, to a later time; ' +
          '"done" ends one that fired; "edit" changes the time, message, mode or recurrence of a pending one. Of one that repeats, ' +
          '"snooze" and "done" are about the occurrence that fired last, "skip" leaves out the next one (or the one at "time"), ' +
          '"pause", "resume" and "cancel" are about the whole series. "undo" takes back the last cancel, done, skip or edit.',
      ),
    ),
  time: z.optional(
    z
      .string()
      .check(
        z.maxLength(100),
        about(
          'When it should fire, as an ISO 8601 timestamp with a zone ("2026-02-11T18:00:00Z", "2026-02-11T19:00:00+01:00"). ' +
            'Without a zone it is the user\'s local time. "set" and "snooze" need this or "when".',
        ),
      ),
  ),
  when: z.optional(
    z
      .string()
      .check(
        z.maxLength(200),
        about(
          'When it should fire, in the words of the user ("in 20 minutes", "tomorrow 9am", "friday at noon"), understood in ' +
            'their time zone. Best for relative times: the clock is read when the reminder is set.',
        ),
      ),
  ),
  repeat: z.optional(
    z
      .string()
      .check(
        z.maxLength(300),
        about(
          'How it repeats, in the words of the user ("every weekday at 8", "every other Tuesday", "the last Friday of the month") or ' +
            'as an RRULE ("FREQ=WEEKLY;BYDAY=MO,WE"). Words may hold the time too; else "time" or "when" says when it begins.',
        ),
      ),
  ),
  until: z.optional(
    z
      .string()
      .check(
        z.maxLength(100),
        about(
          'The last day of one that repeats, inclusive ("2027-03-28"). For "pause": when it goes on by itself, in words ' +
            '("monday", "two weeks") or as an instant.',
        ),
      ),
  ),
  count: z.optional(
    z.int().check(z.minimum(1), z.maximum(10_000), z.describe('How often in all, of one that repeats.')),
  ),
  from: z.optional(
    z
      .enum(['done'])
      .check(
        z.describe(
          'For "repeat" with an interval alone ("every 3 days at 9"): each occurrence counts from when the user did the one ' +
            'before ("water the plants 3 days after I did it"). No other is known until then.',
        ),
      ),
  ),
  scope: z.optional(
    z
      .enum(['this', 'series'])
      .check(
        z.describe(
          'For "edit" of one that repeats: only one occurrence, or all from now on. Ask the user if it is unclear.',
        ),
      ),
  ),
  message: z.optional(
    z
      .string()
      .check(
        z.maxLength(10_000),
        about(
          'What to do when the reminder fires. For nudges: "Remind the user to call Dr. Smith at 555-0123". For actions: the full ' +
            'execution plan, "Turn off the kitchen lights by running: curl -X POST http://ha.local:8123/api/…". The reminder session ' +
            'has no conversation history (though it can read the source session file), so resolve references and be specific. ' +
            'In mode "verbatim": exactly the words the user is to read. Required for "set".',
        ),
      ),
  ),
  mode: z.optional(
    z
      .enum(['agent', 'verbatim'])
      .check(
        z.describe(
          '"agent" (default): you are given the message as a task when it fires, and what you answer is delivered. "verbatim": the ' +
            'message itself is delivered, word for word, also when no model can be reached.',
        ),
      ),
  ),
  nag: z.optional(
    z
      .string()
      .check(
        z.maxLength(50),
        about(
          'Only with "set", and only when the user asks to be nagged or must not miss it: say it again after this while ("15m", ' +
            '"1 hour") until they answer that it is done or snooze it. It ends after 8 times or a day. ' +
            '"until answered" rings every 5 minutes until they answer anything, at most 12 times ("2m until answered": every 2 minutes).',
        ),
      ),
  ),
  follows: z.optional(
    z
      .enum(['person', 'place'])
      .check(
        z.describe(
          'For "set" and "edit" of one that repeats: "person" keeps its time of day wherever the user is ("every day at 8, wherever I ' +
            'am"); "place" stays on the clocks of its zone ("8:00 Berlin time"). Only when the user says so.',
        ),
      ),
  ),
  timer: z.optional(
    z
      .boolean()
      .check(
        z.describe(
          'Only with "set": a timer, such as ten minutes of pasta. Its message is its name ("pasta"), "when" its length; mode "verbatim".',
        ),
      ),
  ),
  on: z.optional(
    z
      .strictObject({
        kind: z.enum(['message', 'run']),
        from: z.optional(z.string().check(z.maxLength(100), about('A person of the configuration, by name.'))),
        words: z.optional(
          z.string().check(z.maxLength(200), about('Words that the message has, all of them; a phrase in quotes.')),
        ),
        name: z.optional(z.string().check(z.maxLength(100), about('The name of a job.'))),
        status: z.optional(z.enum(RUN_ENDINGS).check(z.describe('How its run ended. @default not skipped'))),
      })
      .check(
        z.describe(
          'Only with "set", instead of a time: what it waits for. {"kind": "message", "from": "alice"} rings when alice writes, ' +
            '{"kind": "message", "words": "launch"} when somebody mentions it, {"kind": "run", "name": "backup", "status": "failed"} ' +
            'when that job fails. What the user and you write starts nothing.',
        ),
      ),
  ),
  once: z.optional(
    z
      .boolean()
      .check(
        z.describe(
          'With "on": false rings each time ("every time bob writes"), at most every 10 minutes. @default true',
        ),
      ),
  ),
  by: z.optional(
    z
      .string()
      .check(
        z.maxLength(50),
        about(
          'Only with "edit": how much later ("5m") or earlier ("-2m"), as in "add 5 minutes to the pasta timer". One that has just rung ' +
            'rings again after this time.',
        ),
      ),
  ),
  urgent: z.optional(
    z
      .boolean()
      .check(
        z.describe(
          'For "set" and "edit": true lets it ring in quiet hours, at night too. Only when the user says that it is urgent.',
        ),
      ),
  ),
  id: z.optional(
    z
      .string()
      .check(z.maxLength(100), about('Which reminder ("rem_…"). Required for "cancel", "snooze", "done" and "edit".')),
  ),
});

export type ReminderArguments = z.output<typeof SCHEMA>;
