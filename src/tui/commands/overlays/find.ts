// Find: everything that has a name, best match first, with a short status. Enter opens it: a conversation, a command,
// an entry in its list, a message at its place.

import {wholeText} from '../../../shared/record-text/detail-lines.ts';
import {conversationName, NO_NAMES} from '../../../shared/record-text/names.ts';
import {channelOf} from '../../../shared/records/address.ts';
import type {Message} from '../../../shared/records/message.ts';
import {isIsolated} from '../../../shared/records/session-key.ts';
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {formatWhen} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {keyOfCommand} from '../../input/command-keys.ts';
import {type Found, find, foundId, wordsToSearch} from '../../input/find.ts';
import type {MenuEntry} from '../../input/menu-entry.ts';
import {needsWords, type SlashCommand} from '../../input/slash-commands.ts';
import {roleOf} from '../../layout/lists/tones.ts';
import {knownNoun} from '../../lists/known-items.ts';
import {drawnState, formatDue} from '../../nouns/format/format-noun.ts';
import {documentOfMessage} from '../../nouns/message.ts';
import {type Noun, withView} from '../../nouns/nouns.ts';
import type {AppState} from '../../state/app-state.ts';
import {knownNames} from '../../state/known-names.ts';
import {closeOverlay, type Overlay} from '../../state/overlay.ts';
import {busySessions, daemonNow, sessionList} from '../../state/selectors.ts';
import {chooseRecent} from '../../store/ui-changes.ts';
import {type Row, type Span, span} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import type {CommandPorts} from '../command-ports.ts';
import {setDraft} from '../draft.ts';
import {pick} from '../items/browse-actions.ts';
import {openMenu} from '../items/do-item.ts';
import {showList, showView} from '../items/list-actions.ts';
import {showDocument} from '../items/read-item.ts';
import {say} from '../session-actions.ts';
import {runSlashCommand} from '../typed/typed-actions.ts';
import {picker, pickerMenu} from './kinds/picker.ts';

type FindOverlay = Extract<Overlay, {kind: 'find'}>;

export const findOverlay = picker<FindOverlay, Found>({
  matches: (state, {query}) => find(state, query),
  shows: (state, {query, index}, matches, room) => {
    const grouped = query.trim() === '' || SIGN_ALONE.test(query);
    return pickerMenu(
      {
        title: query === '' ? 'find' : `find, ${counted(matches.length, 'match', 'matches')}`,
        query,
        index,
        entries: matches.map(found => entryOf(state, found, grouped)),
        hint: [span(room.cells < 60 ? SHORT_SIGNS : SIGNS, 'dim')],
      },
      room,
    );
  },
  lines: (state, {query}) =>
    wordsToSearch(state, query) === undefined ? conversationLines(state) : foundLines(state, query),
  isPending: (state, {query}) => {
    const {connection, sought} = state.ui;
    const wanted = wordsToSearch(state, query);
    return wanted !== undefined && connection.kind === 'live' && sought?.words !== wanted.query;
  },
  pick: (ports, found) => openFound(ports, found),
  does: {
    'find.actions': (ports, {query, index}) => {
      const found = find(ports.store.get(), query)[index];
      if (found !== undefined) actOn(ports, found);
    },
  },
});

/** Opens a result; an unavailable one says why and stays. A key is pressed on the screen behind. */
const openFound = (ports: CommandPorts, found: Found): string | undefined => {
  if (found.kind === 'command' && found.refusal !== undefined) {
    say(ports, 'warn', `/${found.command.name}: ${found.refusal}`);
    return undefined;
  }
  if (found.kind === 'key' && found.refusal !== undefined) {
    say(ports, 'warn', `${found.entry.entry.name} ${found.refusal}`);
    return undefined;
  }
  const id = foundId(found);
  if (id !== undefined) ports.store.update(chooseRecent(id));
  ports.store.update(closeOverlay);
  if (found.kind === 'key') return found.entry.does.kind === 'key' ? found.entry.does.key : undefined;
  open(ports, found);
  return undefined;
};

/** Opens the actions of a result in its list; results without actions are opened. */
const actOn = (ports: CommandPorts, found: Found): void => {
  if (found.kind === 'key') {
    say(ports, 'warn', `${found.entry.entry.name} ${found.refusal ?? 'does nothing here'}`);
    return;
  }
  openFound(ports, found);
  if (ports.store.get().ui.overlay.kind === 'none' && found.kind === 'listed') openMenu(ports);
};

const open = (ports: CommandPorts, found: Exclude<Found, {kind: 'key'}>): void => {
  const {store} = ports;
  switch (found.kind) {
    case 'session':
      showView(ports, 'chat');
      store.dispatch({type: 'open', session: found.session.key});
      return;
    case 'command':
      carryOut(ports, found.command);
      return;
    case 'listed':
      showListed(ports, found.noun);
      return;
    case 'message': {
      const {message} = found;
      showView(ports, 'chat');
      store.dispatch({type: 'open', session: message.session});
      const here = ports.view.items(store.get()).some(({id}) => id === message.id);
      if (here) pick(ports, message.id);
      // Not held: the message opens in the reader.
      else showDocument(ports, documentOfMessage({message, receipts: []}));
      return;
    }
    default:
      assertNever(found);
  }
};

/** A reminder after the listed ones opens in the reader. */
const showListed = (ports: CommandPorts, noun: Noun): void =>
  withView(noun, (view, item) => {
    const [ref, document] = [view.ref(item), view.document?.(item)];
    const isHeld = ref !== undefined && knownNoun(ports.store.get(), ref) !== undefined;
    if (isHeld && view.list !== undefined) showList(ports, view.list, {row: view.row(item)});
    else if (document !== undefined) showDocument(ports, document);
  });

/** A command that needs arguments is put into the draft. */
const carryOut = (ports: CommandPorts, command: SlashCommand): void => {
  if (!needsWords(command.name)) {
    runSlashCommand(ports, command, '');
    return;
  }
  showView(ports, 'chat');
  setDraft(ports, `/${command.name} `);
};

/** `grouped`: headings say what it is; otherwise its label does. */
const entryOf = (state: AppState, found: Found, grouped: boolean): MenuEntry => ({
  ...partsOf(state, found),
  marks: found.marks,
  ...(grouped ? {group: headingOf(found)} : {label: labelOf(found)}),
});

const partsOf = (state: AppState, found: Found): MenuEntry => {
  const now = daemonNow(state);
  switch (found.kind) {
    case 'session': {
      const {key, title, unread, archived} = found.session;
      const marks: readonly Span[] = [
        ...(busySessions(state).has(key) ? [span(' ~', 'now')] : []),
        ...(unread > 0 ? [span(` ${unread} new ▪`, 'now')] : []),
        ...(archived === true ? [span(' archived', 'dim')] : []),
        ...(key === state.ui.session ? [span(' open', 'dim')] : []),
      ];
      return {name: title, aside: marks};
    }
    case 'listed': {
      const [name, aside] = formatListed(found.noun, now);
      return {name, aside};
    }
    case 'command': {
      const {command, refusal} = found;
      const key = keyOfCommand(command.name);
      return {
        name: `/${command.name}`,
        more: command.help,
        aside: key === undefined ? undefined : [span(key, 'accent')],
        refusal,
      };
    }
    case 'key': {
      const {name, more = ''} = found.entry.entry;
      return {
        name: more,
        aside: [span(name, 'accent')],
        refusal: found.refusal === undefined ? undefined : `${found.refusal}  ${name}`,
      };
    }
    case 'message':
      return {
        name: wholeText(found.message, 'the agent'),
        aside: [
          span(`${isArchived(state, found.message) ? 'archived ' : ''}${formatWhen(found.message.at, now)}`, 'dim'),
        ],
      };
    default:
      return assertNever(found);
  }
};

/** The state, and the next time or the destination. */
const formatListed = (noun: Noun, now: EpochMs): readonly [string, Row] =>
  withView(noun, (view, item) => {
    const line = view.line(item, {now, names: NO_NAMES, narrow: false});
    const state = view.state(item, now);
    const stated = (after: string): Row =>
      state === undefined ? [] : [span(`${drawnState(state)}${after}`, roleOf(state.tone))];
    if (line.shape === 'sent') return [drawnLine(line.what), [span(`${channelOf(line.to)} `, 'dim'), ...stated('')]];
    const soon = line.shape === 'coming' && line.at !== undefined ? [span(formatDue(line.at, now), 'dim')] : [];
    return ['what' in line ? drawnLine(line.what) : '', [...stated(' '), ...soon]];
  });

const labelOf = (found: Found): string => {
  if (found.kind === 'session') return isIsolated(found.session.key) ? 'job chat' : 'chat';
  if (found.kind !== 'listed') return found.kind;
  return withView(found.noun, (view, item) => view.label(item));
};

const headingOf = (found: Found): string => {
  if (found.recent) return 'Recent';
  switch (found.kind) {
    case 'session':
      return isIsolated(found.session.key) ? 'Conversations of jobs' : 'Conversations';
    case 'listed':
      return found.noun.kind === 'delivery' ? 'Outbox' : 'Reminders and jobs';
    case 'command':
      return found.command.group;
    case 'key':
      return 'Keys';
    case 'message':
      return 'Messages';
    default:
      return assertNever(found);
  }
};

const isArchived = ({gateway}: AppState, {session}: Message): boolean =>
  gateway.sessions.get(session)?.archived === true;

export const conversationLines = (state: AppState): readonly string[] => [
  'Conversations (to open one, type /session and part of its name):',
  ...sessionList(state).map(
    ({title, unread}, index) => `${index + 1}. ${drawnLine(title)}${unread > 0 ? `, ${unread} unread` : ''}.`,
  ),
];

/** Found messages, newest first. */
const foundLines = (state: AppState, query: string): readonly string[] => {
  const messages = find(state, query).flatMap(found => (found.kind === 'message' ? [found.message] : []));
  if (messages.length === 0) return ['No messages match.'];
  const names = knownNames(state);
  return [
    `${counted(messages.length, 'message matches', 'messages match')}:`,
    ...messages.map(
      ({at, session, text}, index) =>
        `${index + 1}. ${formatWhen(at, daemonNow(state))}, ${drawnLine(conversationName(session, names))}: ${shortened(drawnLine(text), LONGEST)}.`,
    ),
  ];
};

const SIGN_ALONE = /^\s*[>@!#]\s*$/u;
const SIGNS = '> command  @ conversation  ! scheduled  # message';
const SHORT_SIGNS = '> @ ! #';
const LONGEST = 200;
