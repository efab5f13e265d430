// The cron tool as the model sees it: description and parameters.
import * as z from 'zod/mini';

export const DESCRIPTION = `Make, change, list, pause, run and delete jobs: work that repeats on a schedule, or happens once at a date. Each job is a \
file cron/NAME.md in the workspace; this tool writes and checks it. What is invalid is refused with its line, and nothing is written.

A reminder (the "reminder" tool) only tells the person something. A job works: it asks you a prompt in a session of its own, or runs a \
command, and its result goes to the person.

Where no model is needed, use "run": a command whose output is the result. Where there is often nothing to do, use "gate": a command that \
skips the run, for nothing, unless it prints something and exits with 0. Write a prompt so that it can be carried out without this conversation.

Say back the next times that this tool answers with. Say that something is set only after this tool confirmed it.`;

const text = (longest: number, description: string) =>
  z.optional(z.string().check(z.maxLength(longest), z.describe(description)));

const choice = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  z.optional(z.enum(values).check(z.describe(description)));

export const SCHEMA = z.strictObject({
  action: z
    .enum(['list', 'preview', 'create', 'edit', 'pause', 'resume', 'run', 'delete'])
    .check(
      z.describe(
        '"list" shows all jobs, also those with mistakes. "preview" says when a schedule comes. "edit" changes what you give and keeps the rest. ' +
          '"run" runs a job now.',
      ),
    ),
  name: text(80, 'The name of the job. Needed for all but "list" and "preview".'),
  schedule: text(
    200,
    'A cron expression of five fields ("0 9 * * 1-5"), or words ("every weekday at 8", "every other tuesday at 9"). A job has this, "at" or "after".',
  ),
  at: text(
    40,
    'Once, at this date and time in the zone of the job: "2026-12-24 18:00". Or an exact instant: "2026-12-24T17:00:00Z".',
  ),
  after: text(80, 'The name of another job: whenever that one has ended well.'),
  timezone: text(60, 'The zone of the schedule. @default that of the person'),
  prompt: text(20_000, 'What you are asked at each run.'),
  run: text(4_000, 'A shell command instead of a prompt.'),
  gate: text(4_000, 'A shell command that decides whether there is anything to do.'),
  sandbox: choice(
    ['read-only', 'workspace'],
    'The sandbox of "run" and "gate". @default none: they run as the person. A wider one needs the yes of the person.',
  ),
  user: text(64, 'Whose job it is. @default the person you speak with'),
  deliver: text(200, 'The address for the result. @default where you were asked'),
  announce: choice(
    ['rephrase', 'direct', 'none'],
    'How the result is announced: in your words, word for word, or not at all.',
  ),
  missed: choice(['skip', 'once'], 'What becomes of an occurrence while the daemon was down.'),
  retry: choice(['auto', 'never'], 'Whether a failed run is retried.'),
  model: text(200, 'A model for this job alone.'),
  timeout: text(20, 'How long a run may take: "90s", "10m".'),
  carry_last_output: z.optional(z.boolean().check(z.describe('Whether a run sees the result of the last run.'))),
  unset: z.optional(
    z.array(z.string().check(z.maxLength(40))).check(z.describe('For "edit": keys to remove, such as "model".')),
  ),
  until: text(100, 'For "pause": when it goes on by itself, in words or as an instant. @default when it is resumed'),
  dry: z.optional(z.boolean().check(z.describe('For "run": only say what the run would be.'))),
});

export type CronArguments = z.output<typeof SCHEMA>;
