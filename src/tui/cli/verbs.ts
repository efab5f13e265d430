// The table of verbs, used for parsing, help and completion.
import type {OptionSpec, Verb, VerbOrNoun} from './arguments.ts';
import {completion} from './completion/completion.ts';
import {ADMIN_VERBS} from './verbs/admin-verbs.ts';
import {CHAT, CONVERSATION_VERBS} from './verbs/conversation-verbs.ts';
import {HOST_VERBS} from './verbs/host-verbs.ts';
import {JOB_VERBS} from './verbs/job-verbs.ts';
import {SESSION} from './verbs/specs.ts';

/** Here, because it offers the words of the whole table. */
const COMPLETION: Verb = {
  name: 'completion',
  help: 'print a completion script for a shell',
  arguments: [{name: 'SHELL', help: 'bash, zsh or fish', choices: ['bash', 'zsh', 'fish'], rest: true}],
  notes: [
    'It completes verbs, options, IDs, names and configuration keys. IDs and names need a running daemon.',
    'bash: rooster completion bash > ~/.local/share/bash-completion/completions/rooster',
    'zsh:  rooster completion zsh > "$fpath[1]/_rooster"',
    'fish: rooster completion fish > ~/.config/fish/completions/rooster.fish',
  ],
  reads: true,
  place: 'here',
  run: (world, args) => completion(world, args, {entries: ENTRIES, rootOptions: ROOT_OPTIONS}),
};

export const GROUPS: readonly {readonly title: string; readonly entries: readonly VerbOrNoun[]}[] = [
  {title: 'Talk', entries: CONVERSATION_VERBS},
  {title: 'Follow', entries: JOB_VERBS},
  {title: 'Set up', entries: [...ADMIN_VERBS, ...HOST_VERBS, COMPLETION]},
];

export const ENTRIES: readonly VerbOrNoun[] = GROUPS.flatMap(({entries}) => entries);

/** The options of `rooster` without a verb. */
export const ROOT_OPTIONS: readonly OptionSpec[] = [
  {...SESSION, help: 'open this conversation'},
  {flag: 'host', value: 'HOST', help: 'use the daemon of another machine, over ssh (every verb)'},
  {flag: 'ascii', help: "use only ASCII (automatic if the locale isn't UTF-8)"},
  {flag: 'watch', help: 'watch only: nothing can be changed, or marked as read'},
  {flag: 'plain', help: 'lines for screen readers (also ACCESSIBLE=1, TERM=dumb)'},
];

/** The verb of `rooster` alone without a terminal: chat for programs. People use `--plain`. */
export const LINE_BY_LINE: Verb = CHAT;
