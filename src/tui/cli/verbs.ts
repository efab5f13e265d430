// The table of verbs, used for parsing, help and completion. Verbs that only call the daemon are imported statically, because one file
// loads faster than many. Verbs that need more of Node (files, processes) are loaded when they run.
import type {OptionSpec, Verb, VerbOrNoun} from './arguments.ts';
import {ADMIN_VERBS} from './verbs/admin-verbs.ts';
import {CHAT, CONVERSATION_VERBS} from './verbs/conversation-verbs.ts';
import {JOB_VERBS} from './verbs/job-verbs.ts';
import {SESSION} from './verbs/specs.ts';

export const GROUPS: readonly {readonly title: string; readonly entries: readonly VerbOrNoun[]}[] = [
  {title: 'Talk', entries: CONVERSATION_VERBS},
  {title: 'Follow', entries: JOB_VERBS},
  {title: 'Set up', entries: ADMIN_VERBS},
];

export const ENTRIES: readonly VerbOrNoun[] = GROUPS.flatMap(({entries}) => entries);

/** The options of `rooster` without a verb. */
export const ROOT_OPTIONS: readonly OptionSpec[] = [
  {...SESSION, help: 'open this conversation'},
  {flag: 'ascii', help: "use only ASCII (automatic if the locale isn't UTF-8)"},
  {flag: 'watch', help: 'watch only: nothing can be changed, or marked as read'},
  {flag: 'plain', help: 'lines for screen readers (also ACCESSIBLE=1, TERM=dumb)'},
];

/** The verb of `rooster` alone without a terminal: chat for programs. People use `--plain`. */
export const LINE_BY_LINE: Verb = CHAT;
