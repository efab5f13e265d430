// The menu under a draft: commands after `/`, what can follow a command, names after `@`.
import type {AppState} from '../state/app-state.ts';
import {openEditor} from '../state/selectors.ts';
import {argumentsOf} from './command-arguments.ts';
import {keyOfCommand} from './command-keys.ts';
import {keymapOf} from './custom-keys.ts';
import {fuzzy} from './fuzzy.ts';
import {localLine} from './local-line.ts';
import {mentionIn} from './mentions.ts';
import type {MenuEntry} from './menu-entry.ts';
import {aliasesOf, commandCalled, groupedCommands, needsWords, type SlashCommand} from './slash-commands.ts';

/** An entry, and the draft once it is chosen. */
export type DraftChoice = MenuEntry & {
  readonly text: string;
  /** It replaces so many letters before the cursor, instead of the whole draft. */
  readonly replaces?: number;
  /** The path of a file of this machine, which goes into the draft instead of its name. */
  readonly file?: string | undefined;
  /** Enter runs it at once; otherwise it goes into the draft. */
  readonly runs: boolean;
};

export type DraftMenu = {
  readonly title: string;
  readonly choices: readonly DraftChoice[];
  /** The selected choice, or -1: Enter then takes the draft as it was typed. */
  readonly index: number;
};

/** Undefined where nothing fits, after Esc, and while earlier messages are recalled. */
export const draftMenu = (state: AppState): DraftMenu | undefined => {
  const {ui} = state;
  const {draft} = openEditor(state);
  if (ui.view !== 'chat' || ui.overlay.kind !== 'none' || ui.browse !== undefined) return undefined;
  if (ui.history.at !== undefined || localLine(draft.text) !== undefined) return undefined;
  const menu = ui.menu?.of === draft.text ? ui.menu : undefined;
  if (menu?.closed) return undefined;
  const found = choicesFor(state);
  if (found === undefined || found.choices.length === 0) return undefined;
  const {title, choices, free} = found;
  const index = Math.min(choices.length - 1, menu?.index ?? (free ? -1 : 0));
  return {title, choices, index};
};

type FoundMenu = Pick<DraftMenu, 'title' | 'choices'> & {
  /** Anything may be typed: nothing is selected before an arrow key. */
  readonly free: boolean;
};

const choicesFor = (state: AppState): FoundMenu | undefined => {
  const {draft} = openEditor(state);
  const {text} = draft;
  const name = /^\/(\S*)$/u.exec(text)?.[1];
  if (name !== undefined && !name.startsWith('/'))
    return {title: 'commands', choices: commandsFor(state, name), free: false};
  const [, called = '', typed] = /^\/(\S+) +([^\n]*)$/u.exec(text) ?? [];
  const command = typed === undefined ? undefined : commandCalled(called);
  if (command !== undefined && typed !== undefined) return afterCommand(state, command, called, typed);
  const mention = mentionIn(state, draft);
  if (mention === undefined) return undefined;
  const replaces = mention.typed.length;
  const choices = mention.names.map(({name, group, text, isFile}) => ({
    name: `@${name}`,
    group,
    text,
    replaces,
    runs: false,
    file: isFile === true ? name : undefined,
  }));
  return {title: 'names', choices, free: false};
};

const commandsFor = (state: AppState, typed: string): readonly DraftChoice[] => {
  const grouped = groupedCommands(state.ui.uses);
  if (typed === '') return grouped.map(({command, group}) => ({...choiceOf(state, command, []), group}));
  const uses = (command: SlashCommand): number => state.ui.uses[command.name] ?? 0;
  const starting = grouped
    .map(({command}) => command)
    .filter(({name}) => name.startsWith(typed.toLowerCase()) || aliasesOf(name).includes(typed.toLowerCase()))
    .toSorted((a, b) => uses(b) - uses(a));
  const others = fuzzy(
    typed,
    grouped.map(({command}) => command).filter(command => !starting.includes(command)),
    command => ({name: command.name, more: aliasesOf(command.name).join(' ')}),
  );
  const letters = Array.from(typed, (_, index) => index + 1);
  return [
    ...starting.map(command => ({...choiceOf(state, command, letters), label: command.group})),
    // Something else was typed, so Enter only puts it into the draft.
    ...others.map(({one, marks}) => ({
      ...choiceOf(
        state,
        one,
        marks.map(mark => mark + 1),
      ),
      label: one.group,
      runs: false,
    })),
  ];
};

const choiceOf = (state: AppState, command: SlashCommand, marks: readonly number[]): DraftChoice => {
  const {name, help} = command;
  const key = keyOfCommand(name, keymapOf(state));
  const waits = needsWords(name);
  return {
    name: `/${name}`,
    more: help,
    marks,
    text: waits ? `/${name} ` : `/${name}`,
    runs: !waits,
    aside: key === undefined ? undefined : [{text: key, role: 'accent'}],
  };
};

const afterCommand = (state: AppState, command: SlashCommand, called: string, typed: string): FoundMenu | undefined => {
  const offered = argumentsOf(state, command.name, typed);
  if (offered === undefined) return undefined;
  const {before = '', query, all, free = false} = offered;
  const matches =
    query === ''
      ? all.map(argument => ({one: argument, marks: [] as readonly number[]}))
      : fuzzy(query, all, ({name, more = ''}) => ({name, more}));
  const choices = matches.map(({one: {insert, more, name, runs = true}, marks}) => ({
    name,
    marks,
    text: `/${called} ${before}${insert ?? name}${runs ? '' : ' '}`,
    runs,
    more,
  }));
  return {title: command.usage, choices, free};
};
