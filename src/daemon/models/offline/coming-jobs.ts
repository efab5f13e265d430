// Questions about the jobs that come again: understood, and answered from what the schedule tool says. Pure.
import type {Conversation, ToolUse} from './conversation.ts';
import {questionIn} from './plain-words.ts';
import {capitalized, spokenTime, stopped} from './replies.ts';
import type {JobsView, Request} from './requests.ts';

/** A question about jobs, or about all there is to come; undefined for anything else. */
export const readJobsQuestion = ({text, canSeeSchedule}: Conversation): Request | undefined => {
  const said = questionIn(text);
  if (said === undefined) return undefined;
  const name = NEXT_RUN.map(pattern => pattern.exec(said)?.[1]).find(found => found !== undefined);
  if (name !== undefined) return {kind: 'jobs', view: {kind: 'named', name}};
  if (JOBS.some(pattern => pattern.test(said))) return {kind: 'jobs', view: {kind: 'jobs'}};
  // Without the tool there are still the reminders to be listed.
  return canSeeSchedule && ALL.test(said) ? {kind: 'jobs', view: {kind: 'all'}} : undefined;
};

export const formatJobs = (view: JobsView, {ok, output}: ToolUse, conversation: Conversation): string => {
  if (!ok) return `I could not look at what is scheduled. ${stopped(output)}`;
  const lines = readLines(output);
  const jobs = lines.filter(({kind}) => kind === 'job');
  if (view.kind === 'named') return formatNamed(view.name, jobs, conversation);
  const some = view.kind === 'jobs' ? jobs : lines;
  if (some.length === 0) return view.kind === 'jobs' ? NO_JOBS : 'Nothing is scheduled.';
  return some.map(line => `- ${formatLine(line, conversation)}`).join('\n');
};

export const noSchedule = ({ofOwner}: Conversation): string =>
  ofOwner
    ? 'I cannot look at the jobs from here: `rooster cron` lists them, and so does /plan in the terminal.'
    : 'Looking at what is scheduled is not possible in this conversation.';

type Line = {
  readonly kind: 'job' | 'reminder';
  /** Of a job its name, of a reminder what it says. */
  readonly what: string;
  readonly detail: string;
  readonly next: {readonly at: number} | {readonly never: string};
};

const formatNamed = (asked: string, jobs: readonly Line[], conversation: Conversation): string => {
  const job = jobs.find(({what}) => bare(what) === bare(asked));
  if (job === undefined) {
    const names = jobs.map(({what}) => what).join(', ');
    return `There is no job called “${asked}”.${names === '' ? '' : ` There are: ${names}.`}`;
  }
  return 'at' in job.next
    ? `${job.what} runs next ${spokenTime(job.next.at, conversation)}.`
    : `${job.what} does not run by itself: ${STILL.get(job.next.never) ?? job.next.never}.`;
};

const formatLine = ({kind, what, detail, next}: Line, conversation: Conversation): string => {
  const when = 'at' in next ? spokenTime(next.at, conversation).replace(/^on /u, '') : next.never;
  return `${capitalized(when)}: ${what}${kind === 'job' ? ` (job, ${detail})` : ''}`;
};

const readLines = (output: string): readonly Line[] =>
  output.split('\n').flatMap((line): readonly Line[] => {
    const [, instant, never, job, detail = '', message] = LINE.exec(line) ?? [];
    const at = Date.parse(instant ?? '');
    const what = job ?? message;
    if (what === undefined || (Number.isNaN(at) && never === undefined)) return [];
    const next = never === undefined ? {at} : {never};
    return [{kind: job === undefined ? 'reminder' : 'job', what, detail, next}];
  });

const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^(?:the|my)\s/u, '')
    .replace(/\s(?:cron job|cron|job|task)$/u, '')
    .replace(/^["“']|["”']$/gu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .trim();

const LINE =
  /^- (?:(\d{4}-\d\d-\d\dT[\d:.]+Z) \([^)]*\)|(paused|disabled|never comes)): (?:job "(.*)", (.+)|reminder rem_[\w-]+ "(.*)")$/u;
const STILL: ReadonlyMap<string, string> = new Map([
  ['paused', 'it is paused'],
  ['disabled', 'it is disabled'],
  ['never comes', 'its schedule never comes'],
]);
const NO_JOBS = 'There are no jobs. A file in the folder cron of the workspace makes one.';

const WHICH = '(?: (?:all|my|the|of|our|current|active|existing|any|cron|scheduled|recurring|repeating|background))*';
const JOBS: readonly RegExp[] = [
  new RegExp(
    `^(?:list|show|see|display|print|ls|view)(?: me)?${WHICH} (?:jobs|crons?|cron ?jobs|scheduled tasks)$`,
    'iu',
  ),
  /^(?:what|which|how many|are there|do i have|have i(?: got)?|any|is there)\b.*\b(?:jobs|cron ?jobs|scheduled tasks)\b.*$/iu,
  /^(?:what|which) (?:cron |scheduled )?job (?:runs|comes|is|will run|fires)(?: (?:next|first|scheduled|coming|up|now|due))+$/iu,
  /^(?:(?:all|my|the|our) )*(?:(?:cron|scheduled|recurring) )*(?:jobs|crons?|cron ?jobs|scheduled tasks)$/iu,
];
const ALL = /^(?:(?:list|show|see|display|print|view)(?: me)? )?(?:(?:my|the|whole|full) )*(?:schedule|plan)$/iu;
const NAME = '(?!(?:i|it|you|we|they|he|she|this|that)\\b)([^?!,;]{1,80}?)';
const NEXT_RUN: readonly RegExp[] = [
  new RegExp(
    `^when (?:does|do|will|is|are) ${NAME} (?:going to )?(?:run|runs|running|fire|fires)(?: (?:next|again|the next time|next time))*$`,
    'iu',
  ),
  new RegExp(`^(?:when is |what is |what's )?(?:the )?next run of ${NAME}$`, 'iu'),
];
