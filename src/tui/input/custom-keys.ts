// The keymap with the keys that the configuration chose. A choice that clashes with another key is left out, with one
// sentence.
import {
  KEY_NAMES,
  type KeyChoices,
  type KeyFor,
  type KeyName,
  ROW_KEYS,
  ROWS,
  type RowContext,
  type RowKey,
} from '../../shared/operations/key-names.ts';
import type {AppState} from '../state/app-state.ts';
import type {Action, Binding, Context} from './binding.ts';
import {KEYMAP, keyLabel} from './keymap.ts';

type CustomKeys = {
  readonly keymap: readonly Binding[];
  /** The choices in effect. */
  readonly keys: KeyChoices;
  /** The reason why the others aren't, one sentence each. */
  readonly problems: readonly string[];
};

export const customKeysOf = ({ui}: AppState): CustomKeys => customKeys(ui.status?.keys);

export const keymapOf = (state: AppState): readonly Binding[] => customKeysOf(state).keymap;

/** The same object for the same choices, because every frame asks. */
export const customKeys = (choices: KeyChoices | undefined): CustomKeys => {
  if (choices === undefined || Object.keys(choices).length === 0) return UNCHANGED;
  const known = made.get(choices);
  if (known !== undefined) return known;
  const custom = withChoices(choices, []);
  made.set(choices, custom);
  return custom;
};

/** The key of an action whose usual key this is. */
export const keyOf = ({keys}: CustomKeys, action: Action, usual: string): string => {
  const name = KEY_NAMES.find(key => ACTIONS[key].includes(action));
  return (name === undefined ? undefined : keys[name]) ?? usual;
};

/**
 * The key for something in the chat or in a list, chosen or usual, as the screen writes it. A key of the other place if
 * it has none here.
 */
const keyFor = ({keymap}: CustomKeys, name: KeyName, inChat: boolean): string => {
  const [action] = ACTIONS[name];
  const bindings = keymap.filter(binding => binding.action === action);
  const here = bindings.find(({context}) => (inChat ? isWritten(context) : !isWritten(context)));
  return keyLabel((here ?? bindings[0])?.keys[0] ?? '');
};

/**
 * The same, as a function for the sentences of one frame. The same function for the same choices, because drawn rows
 * are kept by it.
 */
export const keyForIn = (state: AppState): KeyFor => {
  const own = customKeysOf(state);
  const made = sentenceKeys.get(own) ?? {
    chat: name => keyFor(own, name, true),
    list: name => keyFor(own, name, false),
  };
  sentenceKeys.set(own, made);
  return made[state.ui.view === 'chat' ? 'chat' : 'list'];
};

/** The usual key in the place of a chosen one: rows explain a key by that. */
export const usualKey = ({keys}: CustomKeys, pressed: string): string => {
  const name = KEY_NAMES.find(key => keys[key] === pressed);
  return (name === undefined ? undefined : USUAL_KEYS[name]?.key) ?? pressed;
};

const withChoices = (choices: KeyChoices, problems: readonly string[]): CustomKeys => {
  const keymap = KEYMAP.map(binding => rebound(binding, choices));
  const wrong = KEY_NAMES.findLast(name => problemOf(name, choices, keymap) !== undefined);
  if (wrong === undefined) return {keymap, keys: choices, problems};
  const problem = problemOf(wrong, choices, keymap) ?? '';
  return withChoices(Object.fromEntries(Object.entries(choices).filter(([name]) => name !== wrong)), [
    ...problems,
    problem,
  ]);
};

const rebound = (binding: Binding, choices: KeyChoices): Binding => {
  if (binding.action === 'row.refuse')
    return {...binding, keys: binding.keys.map(key => choices[nameOfRowKey(key) ?? 'menu'] ?? key)};
  const name = KEY_NAMES.find(key => ACTIONS[key].includes(binding.action));
  const key = name === undefined ? undefined : choices[name];
  if (key === undefined || (isLetter(key) && isWritten(binding.context))) return binding;
  return {...binding, keys: [key]};
};

const nameOfRowKey = (key: string): KeyName | undefined => KEY_NAMES.find(name => USUAL_KEYS[name]?.key === key);

/** A sentence, if the chosen key can't be used. */
const problemOf = (name: KeyName, choices: KeyChoices, keymap: readonly Binding[]): string | undefined => {
  const key = choices[name];
  if (key === undefined) return undefined;
  const own = keymap.filter(({action, keys}) => ACTIONS[name].includes(action) && keys[0] === key);
  if (own.length === 0) return `keys.${name}: "${key}" is text while you write. Use a key with ctrl+ or alt+.`;
  const other = own
    .map(binding => keymap.find(item => clashes(item, binding, key) && !ACTIONS[name].includes(item.action)))
    .find(binding => binding !== undefined);
  return other === undefined
    ? undefined
    : `keys.${name}: "${key}" already means "${meaningOf(other)}". Choose another key.`;
};

const meaningOf = ({action, hint}: Binding): string => KEY_NAMES.find(name => ACTIONS[name].includes(action)) ?? hint;

/** Both may be active at once, with the same key. */
const clashes = (other: Binding, own: Binding, key: string): boolean =>
  other.action !== 'row.refuse' &&
  other.keys.includes(key) &&
  PLACES.some(place => place.has(other.context) && place.has(own.context));

const isLetter = (key: string): boolean => key.length === 1;

/** Letters are text there. */
const isWritten = (context: Context): boolean => WRITING.has(context) || BROWSING.has(context);

const WRITING: ReadonlySet<Context> = new Set<Context>([
  ...([
    'armed-stop',
    'armed-leave',
    'menu',
    'local',
    'local-draft',
    'undoable',
    'noticed',
    'ringing',
    'asking',
    'lost-empty',
    'lost',
    'busy-empty',
    'busy',
    'steering',
  ] as const),
  ...(['unread', 'child', 'child-idle', 'empty', 'compose', 'line', 'everywhere'] as const),
]);
const BROWSING: ReadonlySet<Context> = new Set<Context>([...(['browse-reminder', 'child-idle', 'browse'] as const)]);
const LISTED: ReadonlySet<Context> = new Set<Context>([
  ...(['lost-list', 'undoable-list', 'noticed-list', 'ringing-list', 'asking-list', 'item'] as const),
  ...(Object.keys(ROWS) as RowContext[]),
  ...(['timeline', 'plan', 'outbox', 'log', 'list', 'everywhere'] as const),
]);
const PLACES: readonly ReadonlySet<Context>[] = [
  WRITING,
  new Set([...BROWSING, 'lost-list', 'undoable', 'noticed', 'everywhere']),
  new Set([...LISTED, 'undoable', 'noticed']),
  ...(['reader', 'why'] as const).map(context => new Set<Context>([context, 'everywhere'])),
];

const USUAL_KEYS: Readonly<Partial<Record<KeyName, {readonly key: string}>>> = ROW_KEYS;

const ROW_ACTIONS = Object.fromEntries((Object.keys(ROW_KEYS) as RowKey[]).map(key => [key, [`item.${key}` as const]]));

/** The actions of the key with each name. */
const ACTIONS: Readonly<Record<KeyName, readonly Action[]>> = {
  ...(ROW_ACTIONS as unknown as Readonly<Record<RowKey, readonly Action[]>>),
  'run-conversation': ['item.conversation', 'reader.conversation'],
  'edit-job': ['item.edit-file'],
  new: ['remind.new'],
  undo: ['remind.undo', 'undo.offered'],
  why: ['item.why', 'why.deeper'],
  copy: ['item.copy', 'reader.copy', 'why.copy'],
  'copy-all': ['item.copy-all'],
  'copy-code': ['item.copy-code'],
  pager: ['item.page', 'reader.page', 'why.page'],
  reply: ['item.reply'],
  fork: ['message.fork'],
  menu: ['item.menu'],
  search: ['search.open', 'list.filter', 'reader.search'],
  kinds: ['list.kind'],
  week: ['week.toggle'],
  zen: ['zen.toggle'],
  find: ['find.open'],
  conversations: ['chats.open'],
  unread: ['session.next-unread'],
  tools: ['tools.detail'],
  thinking: ['thinking.detail'],
  editor: ['draft.editor'],
  history: ['recall.open'],
};

const UNCHANGED: CustomKeys = {keymap: KEYMAP, keys: {}, problems: []};
const made = new WeakMap<KeyChoices, CustomKeys>();
const sentenceKeys = new WeakMap<CustomKeys, Readonly<Record<'chat' | 'list', KeyFor>>>();
