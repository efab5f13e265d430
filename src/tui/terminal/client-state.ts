// The terminal UI's stored state between two runs. It is parsed field by field, since a file may be old, edited by hand
// or truncated.

import {isRecord} from '../../shared/fields/is-record.ts';
import {type Enclosed, isEnclosed} from '../../shared/records/message-details.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {isSessionKey} from '../../shared/records/session-key.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Chip, Draft} from '../editor/draft.ts';
import {CHIP} from '../editor/draft.ts';
import {editorOf} from '../editor/editor.ts';
import {kindsOf} from '../lists/list-kinds.ts';
import {isView, type ListName, type View} from '../nouns/views.ts';
import {initialList, type ListState} from '../state/list-state.ts';
import {
  BELLS,
  type Bell,
  type Child,
  type LookChoice,
  type PendingSend,
  type Scroll,
  type SilentHours,
  THEMES,
  type ToolDetail,
  type UiState,
} from '../state/ui-state.ts';

export type ClientState = {
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Messages that the daemon has not confirmed. */
  readonly sends: readonly KeptSend[];
  readonly bell: Bell;
  readonly silent?: SilentHours;
  readonly quietUntil?: EpochMs;
  readonly toolDetail: ToolDetail;
  readonly thinkingDetail: ToolDetail;
  readonly look: LookChoice;
  readonly motion: boolean;
  /** The question of the first start was shown. */
  readonly setupAsked: boolean;
  readonly mouse: boolean;
  readonly view: View;
  /** The last open conversation and the position in it. */
  readonly session?: SessionKey;
  readonly scroll?: Extract<Scroll, {kind: 'held'}>;
  /** The selection and filter of each list. */
  readonly lists: UiState['lists'];
  /** Number of runs of each command, and the choices in the palette. */
  readonly uses: Readonly<Record<string, number>>;
  readonly recent: readonly string[];
  /** When the person last saw a connected screen, by the daemon's clock. */
  readonly seenAt?: EpochMs;
  /** Number of unread messages then. */
  readonly unread?: number;
};

type KeptSend = Pick<PendingSend, 'key' | 'text' | 'enclosed' | 'at'> & {readonly session?: SessionKey};

/** The part of the state to store. `unread`: the number of unread messages. */
export const clientStateOf = (ui: UiState, now: EpochMs, unread: number): ClientState => ({
  drafts: Object.fromEntries([...ui.editors].flatMap(([key, {draft}]) => (draft.text === '' ? [] : [[key, draft]]))),
  sends: ui.sends
    .filter(({state}) => state.kind !== 'stored')
    .map(({key, session, text, enclosed, at}) => ({key, text, enclosed, at, session})),
  bell: ui.bell,
  silent: ui.silent,
  quietUntil: ui.quietUntil,
  toolDetail: ui.toolDetail,
  thinkingDetail: ui.thinkingDetail,
  look: ui.look,
  motion: ui.motion,
  setupAsked: ui.setupAsked,
  mouse: ui.mouse,
  view: ui.view,
  ...placeToKeep(ui),
  lists: ui.lists,
  uses: ui.uses,
  recent: ui.recent,
  ...seenIn(ui, now, unread),
});

/** A child view isn't kept: the next run begins in the conversation that it leads back to. */
const placeToKeep = ({session, scroll, child}: Child['from']): Pick<ClientState, 'session' | 'scroll'> =>
  child === undefined ? {session, scroll: scroll.kind === 'held' ? scroll : undefined} : placeToKeep(child.from);

/** The state of a new run with the stored values. Unconfirmed messages are sent again under their old keys. */
export const withClientState = (ui: UiState, kept: ClientState, history: readonly string[]): UiState => ({
  ...ui,
  editors: new Map(Object.entries(kept.drafts).map(([key, draft]) => [key, editorOf(draft)])),
  sends: kept.sends.map(send => ({...send, state: {kind: 'waiting'}})),
  history: {entries: history},
  bell: kept.bell,
  silent: kept.silent ?? ui.silent,
  quietUntil: kept.quietUntil ?? ui.quietUntil,
  toolDetail: kept.toolDetail,
  thinkingDetail: kept.thinkingDetail,
  look: kept.look,
  motion: kept.motion,
  setupAsked: kept.setupAsked,
  mouse: kept.mouse,
  view: kept.view,
  session: kept.session ?? ui.session,
  ...(kept.session === undefined || kept.scroll === undefined ? {} : {scroll: kept.scroll}),
  lists: kept.lists,
  uses: kept.uses,
  recent: kept.recent,
  seenAt: kept.seenAt ?? ui.seenAt,
  unreadThen: kept.unread ?? ui.unreadThen,
});

export const parseClientState = (value: unknown): ClientState => {
  const fields = record(value);
  return {
    drafts: Object.fromEntries(
      Object.entries(record(fields['drafts'])).flatMap(([key, draft]) => parsedDraft(key, draft)),
    ),
    sends: list(fields['sends']).flatMap(parsedSend),
    bell: parsedBell(fields['bell']),
    silent: parsedHours(fields['silent'] ?? fields['quiet']),
    quietUntil: typeof fields['quietUntil'] === 'number' ? fields['quietUntil'] : undefined,
    toolDetail: parsedDetail(fields['toolDetail']),
    thinkingDetail: parsedDetail(fields['thinkingDetail']),
    look: parsedLook(fields['look']),
    motion: fields['motion'] !== false,
    setupAsked: fields['setupAsked'] === true,
    mouse: fields['mouse'] !== false,
    view: isView(fields['view']) ? fields['view'] : 'chat',
    ...parsedPlace(fields['session'], fields['scroll']),
    lists: parsedLists(fields['lists']),
    uses: Object.fromEntries(Object.entries(record(fields['uses'])).map(([name, count]) => [name, natural(count)])),
    recent: list(fields['recent'])
      .filter(id => typeof id === 'string')
      .slice(0, 20),
    seenAt: typeof fields['seenAt'] === 'number' ? fields['seenAt'] : undefined,
    unread: typeof fields['unread'] === 'number' ? fields['unread'] : undefined,
  };
};

const parsedDetail = (value: unknown): ToolDetail => (value === 'short' || value === 'full' ? value : 'line');

const seenIn = (
  {seenAt, connection, clockOffsetMs}: UiState,
  now: EpochMs,
  unread: number,
): Pick<ClientState, 'seenAt' | 'unread'> => {
  const at = seenAt ?? (connection.kind === 'live' ? now + clockOffsetMs : undefined);
  return at === undefined ? {} : {seenAt: at, unread};
};

const parsedPlace = (session: unknown, scroll: unknown): Pick<ClientState, 'session' | 'scroll'> => {
  if (typeof session !== 'string' || !isSessionKey(session)) return {};
  const {kind, item, row, seen} = record(scroll);
  return kind === 'held' && typeof item === 'string' && typeof row === 'number' && typeof seen === 'string'
    ? {session, scroll: {kind, item, row, seen}}
    : {session};
};

const parsedDraft = (key: string, value: unknown): readonly (readonly [string, Draft])[] => {
  const {text, cursor, chips} = record(value);
  if (typeof text !== 'string' || text === '') return [];
  const contents = list(chips).flatMap(parsedChip);
  // Chips and their placeholders must match, or a placeholder would be sent without its content.
  if (text.split(CHIP).length - 1 !== contents.length) return [];
  const at = typeof cursor === 'number' && cursor >= 0 && cursor <= text.length ? Math.floor(cursor) : text.length;
  return [[key, {text, cursor: at, chips: contents}]];
};

const parsedEnclosed = (value: unknown): readonly Enclosed[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isEnclosed) ? value : undefined;

const parsedChip = (value: unknown): readonly Chip[] => {
  if (typeof value === 'string') return [value];
  const {path, text, bytes, file, enclosed} = record(value);
  if (typeof text !== 'string') return [];
  const parts = parsedEnclosed(enclosed);
  if (parts !== undefined) return [{text, enclosed: parts}];
  if (typeof path !== 'string') return [];
  // Older files don't hold the absolute path.
  return [{path, text, bytes: natural(bytes), file: typeof file === 'string' ? file : `/${path}`}];
};

/** Older files hold a boolean. */
const parsedBell = (value: unknown): Bell =>
  value === false ? 'off' : (BELLS.find(name => name === value) ?? 'notify');

/** Older files have them as `quiet`. */
const parsedHours = (value: unknown): SilentHours | undefined => {
  const {from, to} = record(value);
  return typeof from === 'number' && typeof to === 'number' ? {from, to} : undefined;
};

const parsedLook = (value: unknown): LookChoice => {
  const {theme, glyphs} = record(value);
  return {
    theme: THEMES.find(name => name === theme) ?? 'auto',
    glyphs: glyphs === 'ascii' || glyphs === 'unicode' ? glyphs : 'auto',
  };
};

const parsedSend = (value: unknown): readonly KeptSend[] => {
  const {key, text, enclosed, at, session} = record(value);
  if (typeof key !== 'string' || typeof text !== 'string' || typeof at !== 'number') return [];
  const to = typeof session === 'string' && isSessionKey(session) ? session : undefined;
  return [{key, text, at, session: to, enclosed: parsedEnclosed(enclosed)}];
};

const parsedLists = (value: unknown): UiState['lists'] => {
  const fields = record(value);
  const list = (name: ListName): ListState => parsedList(name, fields[name]);
  return {timeline: list('timeline'), plan: list('plan'), outbox: list('outbox'), log: list('log')};
};

/** The timeline opens at the now-line and the log at its end, whatever was stored. */
const parsedList = (name: ListName, value: unknown): ListState => {
  const {selected, index, line, filter, kind} = record(value);
  const known = kindsOf(name).some(name => name === kind);
  const sought = {filter: typeof filter === 'string' ? filter : '', kind: known ? String(kind) : initialList.kind};
  if (name === 'timeline' || name === 'log' || typeof selected !== 'string') return {...initialList, ...sought};
  return {...sought, selected, index: natural(index), line: natural(line)};
};

const natural = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
