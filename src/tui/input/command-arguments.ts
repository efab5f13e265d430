// Possible arguments of a command: settings by name, conversations, jobs, and items for `/why`.
import {waitingFor} from '../../shared/record-text/waiting-for.ts';
import {waitsForEvent} from '../../shared/records/jobs/starting-event.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import {formatWhen} from '../../shared/time/format-time.ts';
import type {AppState} from '../state/app-state.ts';
import {daemonNow, sessionList} from '../state/selectors.ts';
import {THEMES} from '../state/ui-state.ts';
import type {SlashName} from './slash-commands.ts';

type Argument = {
  readonly name: string;
  readonly more?: string;
  /** Text for the draft. @default the name */
  readonly insert?: string;
  /** True if the command is complete with it. @default true */
  readonly runs?: boolean;
};

type Arguments = {
  /** The text in front of the argument being typed. */
  readonly before?: string;
  readonly query: string;
  readonly all: readonly Argument[];
  /** Suggestions: anything else may be typed as well. */
  readonly free?: boolean;
};

/** Undefined for a command without a list to choose from. */
export const argumentsOf = (state: AppState, name: SlashName, typed: string): Arguments | undefined => {
  const query = typed.trim();
  switch (name) {
    case 'theme':
      return {query, all: named(LOOKS, THEMES)};
    case 'bell':
      return {query, all: named(BELL_WORDS), free: true};
    case 'motion':
    case 'mouse':
      return {query, all: [{name: 'on'}, {name: 'off'}]};
    case 'copy':
      return {query, all: named(COPIES), free: true};
    case 'quiet':
      return {query, all: named(QUIET), free: true};
    case 'snooze':
      return {query, all: named(SNOOZES), free: true};
    case 'session':
      return {query, all: sessionList(state).map(({title, key}) => ({name: title, more: key}))};
    case 'jobs':
      return jobArguments(state, typed);
    case 'why':
      return {query, all: explainable(state), free: true};
    default:
      return undefined;
  }
};

const named = (
  words: Readonly<Record<string, string>>,
  names: readonly string[] = Object.keys(words),
): readonly Argument[] =>
  [...new Set([...names, ...Object.keys(words)])].map(name => ({name, more: words[name] ?? ''}));

/** First the verb, then the job. */
const jobArguments = ({gateway}: AppState, typed: string): Arguments => {
  const [, verb, name = ''] = /^(run|pause|resume) +(.*)$/u.exec(typed) ?? [];
  if (verb === undefined) return {query: typed.trim(), all: JOB_VERBS, free: true};
  const jobs = gateway.cron.filter(({paused}) => verb === 'run' || (verb === 'resume') === (paused === true));
  return {before: `${verb} `, query: name.trim(), all: jobs.map(job => ({name: job.name, more: oneLine(job.message)}))};
};

/** The newest things with a cause: what runs, was sent, or waits. */
const explainable = (state: AppState): readonly Argument[] => {
  const {runs, deliveries, reminders} = state.gateway;
  const now = daemonNow(state);
  return [
    ...runs.slice(0, MOST).map(({id, kind, name, status, scheduledFor}) => ({
      name: `${formatWhen(scheduledFor, now)} ${kind === 'cron' ? name : kind}`,
      more: status,
      insert: id,
    })),
    ...deliveries.slice(0, MOST).map(({id, text, state: became, createdAt}) => ({
      name: `${formatWhen(createdAt, now)} delivery`,
      more: `${became}: ${oneLine(text)}`,
      insert: id,
    })),
    ...reminders.slice(0, MOST).map(reminder => ({
      name: `${waitsForEvent(reminder) ? waitingFor(reminder) : formatWhen(reminder.fireAt, now)} reminder`,
      more: oneLine(reminder.message),
      insert: reminder.id,
    })),
  ];
};

const JOB_VERBS: readonly Argument[] = [
  {name: 'run', more: 'run a job now', runs: false},
  {name: 'pause', more: 'pause its schedule', runs: false},
  {name: 'resume', more: 'resume its schedule', runs: false},
];
const LOOKS: Readonly<Record<string, string>> = {
  auto: 'as the terminal reports',
  dark: 'for dark backgrounds',
  light: 'for light backgrounds',
  mono: 'without colours',
  high: 'high contrast',
  dawn: 'warm, for light backgrounds',
  dusk: 'violet, for dark backgrounds',
  barn: 'amber and red, for dark backgrounds',
  ascii: 'only ASCII symbols',
  unicode: 'all symbols',
};
const BELL_WORDS: Readonly<Record<string, string>> = {
  notify: 'a sound and a desktop notification',
  bell: 'a sound',
  off: 'neither',
  'off 22:00-07:00': 'no sound from 22:00 to 7:00',
};
const COPIES: Readonly<Record<string, string>> = {code: 'the last code in an answer', all: 'the conversation'};
const QUIET: Readonly<Record<string, string>> = {
  'until 07:00': 'once',
  '2h': 'for two hours',
  off: 'no quiet hours',
};
const SNOOZES: Readonly<Record<string, string>> = {
  '10m': 'ten minutes',
  '1h': 'an hour',
  'tomorrow 9am': 'tomorrow morning',
};
const MOST = 12;
