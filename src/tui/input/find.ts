// Finding anything by a few letters: conversations, commands and views, what is scheduled, what is in the outbox, and messages by
// their words. A first sign narrows it down: `>` commands, `@` conversations, `!` what is scheduled, `#` messages.
import fuzzysort from 'fuzzysort';
import type {Message} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {addressName} from '../../shared/text/names.ts';
import type {Noun} from '../nouns/nouns.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {runningTurn, sessionList} from '../state/selectors.ts';
import {SLASH_COMMANDS, type SlashCommand} from './slash-commands.ts';

export type Found =
  | {readonly kind: 'session'; readonly session: Session}
  /** What stands in a list. */
  | {readonly kind: 'listed'; readonly noun: Noun<ListedKind>}
  /** `refusal`: why it can do nothing now. */
  | {readonly kind: 'command'; readonly command: SlashCommand; readonly refusal?: string}
  | {readonly kind: 'message'; readonly message: Message};

type ListedKind = 'reminder' | 'job' | 'delivery';

/** What the query names, the best match first; without words what is nearest: conversations, what comes next, commands. */
export const find = (state: AppState, query: string): readonly Found[] => {
  const {sign, words} = readQuery(query);
  const wanted = new Set(sign === undefined ? ORDER : KINDS_OF[sign]);
  const named = ORDER.filter(kind => wanted.has(kind)).flatMap(kind => candidates(state, kind));
  const found = words === '' ? named.map(({found}) => found) : ranked(named, words);
  return [...found, ...soughtBeyond(state, words).filter(one => wanted.has(kindOf(one)))];
};

/** What the daemon is to be asked for; undefined where the words are too few to mean anything, or it knows no more than is held. */
export const wordsToSearch = ({gateway}: AppState, query: string): WordsToSearch | undefined => {
  const {sign, words} = readQuery(query);
  const messages = sign === undefined || sign === '#';
  const reminders = (sign === undefined || sign === '!') && gateway.hiddenReminders > 0;
  return words.length >= FEWEST_LETTERS && (messages || reminders) ? {words, messages, reminders} : undefined;
};

type WordsToSearch = {readonly words: string; readonly messages: boolean; readonly reminders: boolean};

/** The session that is meant by a key or a part of a title. */
export const sessionCalled = (state: AppState, words: string): Session | undefined => {
  const all = [...state.gateway.sessions.values()];
  const known = state.gateway.sessions.get(words as Session['key']);
  if (known !== undefined || words.trim() === '') return known;
  const wanted = words.trim().toLowerCase();
  return (
    all.find(({title}) => title.toLowerCase() === wanted) ??
    fuzzysort.go(wanted, all, {keys: ['title', 'key'], limit: 1})[0]?.obj
  );
};

type Kind = Exclude<Found['kind'], 'listed'> | ListedKind;
const kindOf = (found: Found): Kind => (found.kind === 'listed' ? found.noun.kind : found.kind);

type Candidate = {readonly name: string; readonly more: string; readonly found: Found};

const candidates = (state: AppState, kind: Kind): readonly Candidate[] => {
  const {gateway} = state;
  switch (kind) {
    case 'session':
      return sessionList(state).map(session => ({
        name: session.title,
        more: session.key,
        found: {kind, session},
      }));
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
      // Of what arrived, the message itself is found.
      return gateway.deliveries
        .filter(({state: one}) => one === 'queued' || one === 'sending' || one === 'dead')
        .map(delivery => ({
          name: delivery.text,
          more: `outbox ${addressName(delivery.address, knownNames(state))} ${delivery.address} ${delivery.id}`,
          found: {kind: 'listed', noun: {kind, item: delivery}},
        }));
    case 'command':
      return SLASH_COMMANDS.map(command => {
        const refusal = refusalOf(state, command);
        return {
          name: `/${command.name}`,
          more: command.help,
          found: {kind, command, ...(refusal === undefined ? {} : {refusal})},
        };
      });
    case 'message':
      return [];
  }
};

/** By name before by what else is known of it. */
const ranked = (all: readonly Candidate[], words: string): readonly Found[] =>
  fuzzysort
    .go(words, all, {
      keys: ['name', 'more'],
      limit: MOST,
      threshold: 0.2,
      scoreFn: ([name, more]) => Math.max(name?.score ?? 0, (more?.score ?? 0) * 0.7),
    })
    .map(({obj}) => obj.found);

/** What the daemon found, as long as it is for these words: reminders later than those that are held, and messages. */
const soughtBeyond = ({ui, gateway}: AppState, words: string): readonly Found[] => {
  const {sought} = ui;
  if (sought === undefined || sought.words !== words) return [];
  const held = new Set(gateway.reminders.map(({id}) => id));
  return [
    ...sought.reminders
      .filter(({id}) => !held.has(id))
      .map(item => ({kind: 'listed' as const, noun: {kind: 'reminder' as const, item}})),
    ...sought.messages.map(message => ({kind: 'message' as const, message})),
  ];
};

const refusalOf = (state: AppState, {name}: SlashCommand): string | undefined => {
  switch (name) {
    case 'stop':
      return runningTurn(state) === undefined ? 'no turn is running' : undefined;
    case 'reconnect':
      return state.ui.connection.kind === 'live' ? 'already connected' : undefined;
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

const readQuery = (query: string): {readonly sign: Sign | undefined; readonly words: string} => {
  const text = query.trimStart();
  const sign = SIGNS.find(one => text.startsWith(one));
  // Whoever writes a slash means a command.
  if (sign === undefined && text.startsWith('/')) return {sign: '>', words: text.trim().toLowerCase()};
  return {sign, words: (sign === undefined ? text : text.slice(1)).trim().toLowerCase()};
};

const SIGNS = ['>', '@', '!', '#'] as const;
type Sign = (typeof SIGNS)[number];

const ORDER: readonly Kind[] = ['session', 'reminder', 'job', 'delivery', 'command', 'message'];
const KINDS_OF: Readonly<Record<Sign, readonly Kind[]>> = {
  '>': ['command'],
  '@': ['session'],
  '!': ['reminder', 'job'],
  '#': ['message'],
};
const MOST = 200;
const FEWEST_LETTERS = 2;
