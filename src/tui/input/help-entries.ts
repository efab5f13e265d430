// The help: every key once with its object, by place, and every command. Generated from the tables that define them.
import {ROWS, type RowContext} from '../../shared/operations/key-names.ts';
import type {View} from '../nouns/views.ts';
import type {AppState} from '../state/app-state.ts';
import type {Action, Binding, Context} from './binding.ts';
import {contextsOf} from './contexts.ts';
import {keymapOf} from './custom-keys.ts';
import {fuzzy} from './fuzzy.ts';
import {bindingFor, keyLabel} from './keymap.ts';
import type {MenuEntry} from './menu-entry.ts';
import {SLASH_COMMANDS, type SlashCommand} from './slash-commands.ts';

export type HelpEntry = {
  readonly entry: MenuEntry;
  readonly does: HelpDeed;
  /** The place where its key works. */
  readonly place: string;
  /** The place in a word, where no heading says it. */
  readonly label: string;
};

type HelpDeed =
  | {readonly kind: 'key'; readonly action: Action; readonly key: string}
  | {readonly kind: 'command'; readonly command: SlashCommand}
  /** Nothing that could be run. */
  | {readonly kind: 'typed'};

/** Without a query by place, those of the open view first; else the best match first. */
export const helpEntries = (state: AppState, query: string): readonly HelpEntry[] => {
  const all = allEntries(keymapOf(state), state.ui.view);
  const wanted = query.trim();
  if (wanted === '') return all;
  const found = fuzzy(wanted, all, ({entry}) => ({name: entry.name, more: `${entry.more} ${entry.group}`}));
  const why = whyNotHere(state);
  const isKeyHere = (entry: HelpEntry): boolean => entry.does.kind === 'key' && why(entry) === undefined;
  const ranked = found.map(match => ({...match, rank: match.score + (isKeyHere(match.one) ? HERE : 0)}));
  return ranked
    .toSorted((a, b) => b.rank - a.rank)
    .map(({one, marks, moreMarks}) => {
      const {group: _, ...entry} = one.entry;
      return {...one, entry: {...entry, label: one.label, marks, moreMarks}};
    });
};

/** The reason why a key does nothing on this screen. Undefined: it works. The screen is read once for all keys. */
export const whyNotHere = (state: AppState): ((entry: HelpEntry) => string | undefined) => {
  const contexts = contextsOf({...state, ui: {...state.ui, overlay: {kind: 'none'}}});
  const keymap = keymapOf(state);
  return ({does, place}) => {
    if (does.kind !== 'key') return undefined;
    return bindingFor(contexts, does.key, keymap)?.action === does.action ? undefined : `works ${place}`;
  };
};

/** Keys that do what no command does, for the palette. */
export const keysWithoutCommand = (state: AppState): readonly HelpEntry[] => {
  const taken = new Set<Action>();
  return allEntries(keymapOf(state), state.ui.view).filter(({does}) => {
    if (does.kind !== 'key' || !KEY_ONLY.has(does.action) || taken.has(does.action)) return false;
    taken.add(does.action);
    return true;
  });
};

const allEntries = (keymap: readonly Binding[], view: View): readonly HelpEntry[] => {
  const sections = view === 'chat' ? [...WRITING, ...LISTS, ...OTHERS] : [...LISTS, ...WRITING, ...OTHERS];
  return [
    ...sections.flatMap(section => keysOf(section, keymap)),
    ...SLASH_COMMANDS.map(
      (command): HelpEntry => ({
        entry: {name: command.usage, more: command.help, group: 'Commands'},
        does: {kind: 'command', command},
        place: '',
        label: 'command',
      }),
    ),
    ...LINES.map(
      ([name, more]): HelpEntry => ({
        entry: {name, more, group: 'Commands'},
        does: {kind: 'typed'},
        place: '',
        label: 'command',
      }),
    ),
  ];
};

const LINES: readonly (readonly [name: string, more: string])[] = [
  ['!line', 'run a command line on this machine; nothing is sent'],
  ['!!line', 'run it, and send the line with its output'],
  ['@path', 'put the contents of a file of this machine into the message'],
  ['\\!text', 'send a message that starts with !'],
  ['//text', 'send a message that starts with a slash'],
];

/** Entries shared by several kinds of rows appear once, with all of them. */
const keysOf = ({title, label, place, contexts}: Section, keymap: readonly Binding[]): readonly HelpEntry[] => {
  const bindings = contexts.flatMap(context => keymap.filter(binding => binding.context === context));
  const meant = new Map<string, {readonly binding: Binding; readonly objects: Set<string>}>();
  for (const binding of bindings) {
    const known = `${binding.keys.join(' ')}|${binding.action}`;
    const entry = meant.get(known) ?? {binding, objects: new Set<string>()};
    const object = OBJECTS[binding.context];
    if (object !== undefined) entry.objects.add(object);
    meant.set(known, entry);
  }
  return [...meant.values()].map(({binding: {keys, action, hint, help = hint}, objects}): HelpEntry => {
    const of = [...objects].join(', ');
    return {
      entry: {name: formatKeys(keys), more: of === '' || help.includes(of) ? help : `${help} · ${of}`, group: title},
      does: {kind: 'key', action, key: keys[0] ?? ''},
      place: of === '' ? place : `on: ${of}`,
      label,
    };
  });
};

const formatKeys = (keys: readonly string[]): string =>
  keys.length > 4
    ? `${keyLabel(keys[0] ?? '')} … ${keyLabel(keys.at(-1) ?? '')}`
    : keys.slice(0, 3).map(keyLabel).join(' ');

type Section = {
  readonly title: string;
  readonly label: string;
  readonly place: string;
  readonly contexts: readonly Context[];
};

const WRITING: readonly Section[] = [
  {
    title: 'Writing',
    label: 'writing',
    place: 'while you write',
    contexts: ['compose', 'empty', 'asking', 'ringing', 'unread', 'menu', 'line', 'noticed'],
  },
  {
    title: 'Message selected',
    label: 'message',
    place: 'on a selected message',
    contexts: ['browse-reminder', 'browse', 'search'],
  },
  {title: 'A command with !', label: 'command', place: 'with !', contexts: ['local-draft', 'local']},
  {title: 'Reader', label: 'reader', place: 'in the reader', contexts: ['reader-approval', 'reader-run', 'reader']},
  {title: "A run's conversation", label: 'run', place: "in a run's conversation", contexts: ['child', 'child-idle']},
  {title: 'Why', label: 'why', place: 'in an explanation', contexts: ['why']},
  {title: 'Inject', label: 'inject', place: 'in /inject', contexts: ['inject', 'inject-choice']},
  {title: 'Signal', label: 'signal', place: 'in /signal', contexts: ['signal']},
  {title: 'Setup', label: 'setup', place: 'in /setup', contexts: ['setup-what', 'setup']},
  {title: 'During a turn', label: 'turn', place: 'while a turn runs', contexts: ['steering', 'busy', 'busy-empty']},
  {title: 'Disconnected', label: 'offline', place: 'without a daemon', contexts: ['lost', 'lost-empty', 'lost-list']},
];

const LISTS: readonly Section[] = [
  {
    title: 'Timeline, plan, outbox, log',
    label: 'lists',
    place: 'in a list',
    contexts: [
      ...(Object.keys(ROWS) as RowContext[]),
      'on-row',
      'item',
      'list',
      'noticed-list',
      'asking-list',
      'ringing-list',
      'timeline',
      'log',
      'filter',
    ],
  },
];

const OTHERS: readonly Section[] = [
  {
    title: 'Entering a time',
    label: 'question',
    place: 'at a question for a time',
    contexts: ['ask', 'ask-quick', 'ask-other', 'ask-next'],
  },
  {title: 'Conversations', label: 'chats', place: 'in the list of conversations', contexts: ['chats']},
  {
    title: 'Approvals',
    label: 'approvals',
    place: 'in the list of approvals',
    contexts: ['approvals'],
  },
  {title: 'Find and help', label: 'find', place: 'in find and help', contexts: ['find', 'help']},
  {title: 'Everywhere', label: 'all', place: 'everywhere', contexts: ['everywhere']},
];

const OBJECTS: Readonly<Partial<Record<Context, string>>> = {
  'browse-reminder': 'reminder',
  ...ROWS,
  timeline: 'timeline',
  log: 'log',
};

const KEY_ONLY: ReadonlySet<Action> = new Set<Action>([
  'remind.new',
  'remind.undo',
  'session.next-unread',
  'recall.open',
  'tools.detail',
  'thinking.detail',
  'zen.toggle',
  'browse.open',
  'search.open',
  'queue.take-back',
  'view.oldest',
  'view.end',
  'list.filter',
  'list.kind',
  'list.home',
  'day.back',
  'day.on',
  'week.toggle',
  'notice.follow',
  'screen.repaint',
  'app.suspend',
]);
/** A key that works here comes before what matches a little better. */
const HERE = 0.4;
