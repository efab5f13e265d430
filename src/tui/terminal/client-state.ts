// What is kept between two runs of the terminal UI, and how it is read back: field by field, since a file may be old, edited
// by hand or cut short.
import type {SessionKey} from '../../shared/session-key.ts';
import {isSessionKey} from '../../shared/session-key.ts';
import type {Draft} from '../editor/draft.ts';
import {CHIP} from '../editor/draft.ts';
import {editorOf} from '../editor/editor.ts';
import {type LookChoice, type PendingSend, THEMES, type ToolDetail, type UiState} from '../store/ui-state.ts';

export type ClientState = {
  readonly drafts: Readonly<Record<string, Draft>>;
  /** Messages that the daemon has not confirmed. */
  readonly sends: readonly KeptSend[];
  readonly bell: boolean;
  readonly toolDetail: ToolDetail;
  readonly look: LookChoice;
};

export type KeptSend = Pick<PendingSend, 'key' | 'text' | 'at'> & {readonly session?: SessionKey};

/** What of the state is worth keeping. */
export const clientStateOf = (ui: UiState): ClientState => ({
  drafts: Object.fromEntries([...ui.editors].flatMap(([key, {draft}]) => (draft.text === '' ? [] : [[key, draft]]))),
  sends: ui.sends
    .filter(({state}) => state.kind !== 'stored')
    .map(({key, session, text, at}) => ({key, text, at, ...(session === undefined ? {} : {session})})),
  bell: ui.bell,
  toolDetail: ui.toolDetail,
  look: ui.look,
});

/** The state of a new run with what was kept. Messages that were on their way are on their way again, under their old keys. */
export const withClientState = (ui: UiState, kept: ClientState, history: readonly string[]): UiState => ({
  ...ui,
  editors: new Map(Object.entries(kept.drafts).map(([key, draft]) => [key, editorOf(draft)])),
  sends: kept.sends.map(send => ({...send, state: {kind: 'waiting'}})),
  history: {entries: history},
  bell: kept.bell,
  toolDetail: kept.toolDetail,
  look: kept.look,
});

export const parseClientState = (value: unknown): ClientState => {
  const fields = record(value);
  const detail = fields['toolDetail'];
  return {
    drafts: Object.fromEntries(
      Object.entries(record(fields['drafts'])).flatMap(([key, draft]) => parsedDraft(key, draft)),
    ),
    sends: list(fields['sends']).flatMap(parsedSend),
    bell: fields['bell'] !== false,
    toolDetail: detail === 'short' || detail === 'full' ? detail : 'line',
    look: parsedLook(fields['look']),
  };
};

const parsedDraft = (key: string, value: unknown): readonly (readonly [string, Draft])[] => {
  const {text, cursor, chips} = record(value);
  if (typeof text !== 'string' || text === '') return [];
  const contents = list(chips).filter(chip => typeof chip === 'string');
  // Chips and their places must agree, or one would be sent as a hole.
  if (text.split(CHIP).length - 1 !== contents.length) return [];
  const at = typeof cursor === 'number' && cursor >= 0 && cursor <= text.length ? Math.floor(cursor) : text.length;
  return [[key, {text, cursor: at, chips: contents}]];
};

const parsedLook = (value: unknown): LookChoice => {
  const {theme, glyphs} = record(value);
  return {
    theme: THEMES.find(name => name === theme) ?? 'auto',
    glyphs: glyphs === 'ascii' || glyphs === 'unicode' ? glyphs : 'auto',
  };
};

const parsedSend = (value: unknown): readonly KeptSend[] => {
  const {key, text, at, session} = record(value);
  if (typeof key !== 'string' || typeof text !== 'string' || typeof at !== 'number') return [];
  return [{key, text, at, ...(typeof session === 'string' && isSessionKey(session) ? {session} : {})}];
};

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? {...value} : {};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
