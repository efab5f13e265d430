// The table of verbs. Parsing, help and completion are drawn from it. What is served by calls to the daemon is imported at
// once, because one file loads faster than many; what needs more of Node (files, processes) is loaded when it is run.
import type {Entry, OptionSpec, Verb} from './arguments.ts';
import {MACHINE} from './verbs/machine-verbs.ts';
import {SESSION} from './verbs/specs.ts';
import {CHAT, TALK} from './verbs/talk-verbs.ts';
import {TIME} from './verbs/time-verbs.ts';

export const GROUPS: readonly {readonly title: string; readonly entries: readonly Entry[]}[] = [
  {title: 'Talk', entries: TALK},
  {title: 'Follow', entries: TIME},
  {title: 'Set up', entries: MACHINE},
];

export const ENTRIES: readonly Entry[] = GROUPS.flatMap(({entries}) => entries);

/** What `rooster` itself takes where no verb is named. */
export const ROOT_OPTIONS: readonly OptionSpec[] = [
  {...SESSION, words: 'open this conversation'},
  {flag: 'ascii', words: "use only ASCII (automatic if the locale isn't UTF-8)"},
  {flag: 'plain', words: 'lines for screen readers (also ACCESSIBLE=1, TERM=dumb)'},
];

/** What `rooster` alone is where there is no terminal to draw on: for programs; for people that is `--plain`. */
export const LINE_BY_LINE: Verb = CHAT;
