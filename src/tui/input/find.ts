// Find by a few letters: conversations, commands, views, scheduled entries, deliveries, and messages by text. A first
// sign narrows the search: `>` commands, `@` conversations, `!` scheduled, `#` messages.

import {addressName} from '../../shared/record-text/names.ts';
import type {Message} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {isIsolated} from '../../shared/records/session-key.ts';
import {type Noun, withView} from '../nouns/nouns.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {archivedSessions, runningTurn, sessionList} from '../state/selectors.ts';
import {fuzzy} from './fuzzy.ts';
import {type HelpEntry, keysWithoutCommand, whyNotHere} from './help-entries.ts';
import {groupedCommands, type SlashCommand} from './slash-commands.ts';

export type Found = Thing & {
  /** The matched letters of its name, as indexes. */
  readonly marks?: readonly number[];
  /** It was chosen here lately. */
  readonly recent?: true;
};

type Thing =
  | {readonly kind: 'session'; readonly session: Session}
  /** A list entry. */
  | {readonly kind: 'listed'; readonly noun: Noun<ListedKind>}
  /** `refusal`: why the command cannot run now. */
  | {readonly kind: 'command'; readonly command: SlashCommand; readonly refusal?: string}
  /** A key that does what no command does. */
  | {readonly kind: 'key'; readonly entry: HelpEntry; readonly refusal?: string}
  | {readonly kind: 'message'; readonly message: Message};

type ListedKind = 'reminder' | 'job' | 'delivery';

/**
 * The matches of a query, best first. Without a query: what was chosen lately, conversations, upcoming entries,
 * commands.
 */
export const find = (state: AppState, typed: string): readonly Found[] => {
  const {sign, query} = readQuery(typed);
  const wanted = new Set(sign === undefined ? ORDER : KINDS_OF[sign]);
  const named = ORDER.filter(kind => wanted.has(kind)).flatMap(kind => candidates(state, kind));
  const found =
    query === '' ? recentFirst(state, named.map(({found}) => found).filter(isUnarchived)) : ranked(named, query);
  return [...found, ...soughtBeyond(state, query).filter(item => wanted.has(kindOf(item)))];
};

/** Names a thing over restarts; undefined for messages, which pass. */
export const foundId = (found: Found): string | undefined => {
  switch (found.kind) {
    case 'session':
      return `session:${found.session.key}`;
    case 'command':
      return `command:${found.command.name}`;
    case 'listed':
      return withView(found.noun, (view, item) => `listed:${view.row(item)}`);
    case 'key':
      return found.entry.does.kind === 'key' ? `key:${found.entry.does.action}` : undefined;
    case 'message':
      return undefined;
  }
};

const recentFirst = ({ui}: AppState, all: readonly Found[]): readonly Found[] => {
  if (ui.recent.length === 0) return all;
  const byId = new Map(all.map(item => [foundId(item), item]));
  const recent = ui.recent.slice(0, MOST_RECENT).flatMap((id): readonly Found[] => {
    const item = byId.get(id);
    return item === undefined ? [] : [{...item, recent: true}];
  });
  const taken = new Set(recent.map(foundId));
  return [...recent, ...all.filter(item => !taken.has(foundId(item)))];
};

/** Archived conversations are found by their titles only. */
const isUnarchived = (found: Found): boolean => found.kind !== 'session' || found.session.archived !== true;

/** The query for the daemon; undefined if it is too short or the daemon has no more than the mirror. */
export const wordsToSearch = ({gateway}: AppState, typed: string): SearchQuery | undefined => {
  const {sign, query} = readQuery(typed);
  const messages = sign === undefined || sign === '#';
  const reminders = (sign === undefined || sign === '!') && gateway.hiddenReminders > 0;
  return query.length >= FEWEST_LETTERS && (messages || reminders) ? {query, messages, reminders} : undefined;
};

type SearchQuery = {readonly query: string; readonly messages: boolean; readonly reminders: boolean};

/** The session that a key or part of a title means. */
export const sessionCalled = (state: AppState, query: string): Session | undefined => {
  const all = [...state.gateway.sessions.values()];
  const known = state.gateway.sessions.get(query as Session['key']);
  if (known !== undefined || query.trim() === '') return known;
  const wanted = query.trim().toLowerCase();
  return (
    all.find(({title}) => title.toLowerCase() === wanted) ??
    fuzzy(wanted, all, ({title, key}) => ({name: title, more: key}), 1)[0]?.one
  );
};

type Kind = Exclude<Found['kind'], 'listed'> | ListedKind;
const kindOf = (found: Found): Kind => (found.kind === 'listed' ? found.noun.kind : found.kind);

type Candidate = {readonly name: string; readonly more: string; readonly found: Found};

const candidates = (state: AppState, kind: Kind): readonly Candidate[] => {
  const {gateway} = state;
  switch (kind) {
    case 'session':
      // Those of people come first.
      return [...sessionList(state), ...archivedSessions(state)]
        .toSorted((a, b) => Number(isIsolated(a.key)) - Number(isIsolated(b.key)))
        .map(session => ({name: session.title, more: session.key, found: {kind, session}}));
    case 'reminder':
      return gateway.reminders.map(reminder => ({
        name: reminder.message,
        more: `reminder ${reminder.id}`,
        found: {kind: 'listed', noun: {kind, item: reminder}},
      }));
    case 'job':
      return gateway.cron.map(job => ({
        name: job.name,
        more: `cron ${job.message}`,
        found: {kind: 'listed', noun: {kind, item: {job}}},
      }));
    case 'delivery':
      // For a received message, find shows the message itself.
      return gateway.deliveries
        .filter(({state: one}) => one === 'queued' || one === 'sending' || one === 'dead')
        .map(delivery => ({
          name: delivery.text,
          more: `outbox ${addressName(delivery.address, knownNames(state))} ${delivery.address} ${delivery.id}`,
          found: {kind: 'listed', noun: {kind, item: delivery}},
        }));
    case 'command':
      return groupedCommands({}).map(({command}) => {
        const refusal = refusalOf(state, command);
        return {
          name: `/${command.name}`,
          more: command.help,
          found: {kind, command, refusal},
        };
      });
    case 'key': {
      const why = whyNotHere(state);
      return keysWithoutCommand(state).map(entry => {
        const refusal = why(entry);
        return {
          name: entry.entry.more ?? '',
          more: entry.entry.name,
          found: {kind, entry, refusal},
        };
      });
    }
    case 'message':
      return [];
  }
};

/** Matches by name come before matches by other facts. */
const ranked = (all: readonly Candidate[], query: string): readonly Found[] =>
  fuzzy(query, all, candidate => candidate).map(({one, marks}) => ({...one.found, marks}));

/** The daemon's results for exactly this query: later reminders, and messages. */
const soughtBeyond = ({ui, gateway}: AppState, query: string): readonly Found[] => {
  const {sought} = ui;
  if (sought === undefined || sought.words !== query) return [];
  const held = new Set(gateway.reminders.map(({id}) => id));
  return [
    ...sought.reminders
      .filter(({id}) => !held.has(id))
      .map(item => ({kind: 'listed' as const, noun: {kind: 'reminder' as const, item}})),
    // Tool output is read with its call.
    ...sought.messages.filter(({role}) => role !== 'tool').map(message => ({kind: 'message' as const, message})),
  ];
};

const refusalOf = (state: AppState, {name}: SlashCommand): string | undefined => {
  switch (name) {
    case 'stop':
      return runningTurn(state) === undefined ? 'No turn is running.' : undefined;
    case 'reconnect':
      return state.ui.connection.kind === 'live' ? 'Already connected.' : undefined;
    case 'chat':
    case 'timeline':
    case 'plan':
    case 'outbox':
    case 'log':
      return state.ui.view === name ? 'already open' : undefined;
    default:
      return undefined;
  }
};

const readQuery = (query: string): {readonly sign: Sign | undefined; readonly query: string} => {
  const text = query.trimStart();
  const sign = SIGNS.find(name => text.startsWith(name));
  // A leading slash means a command.
  if (sign === undefined && text.startsWith('/')) return {sign: '>', query: text.trim().toLowerCase()};
  return {sign, query: (sign === undefined ? text : text.slice(1)).trim().toLowerCase()};
};

const MOST_RECENT = 5;
const SIGNS = ['>', '@', '!', '#'] as const;
type Sign = (typeof SIGNS)[number];

const ORDER: readonly Kind[] = ['session', 'reminder', 'job', 'delivery', 'command', 'key', 'message'];
const KINDS_OF: Readonly<Record<Sign, readonly Kind[]>> = {
  '>': ['command', 'key'],
  '@': ['session'],
  '!': ['reminder', 'job'],
  '#': ['message'],
};
const FEWEST_LETTERS = 2;
