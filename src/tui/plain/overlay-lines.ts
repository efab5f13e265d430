// Overlays as lines. A question takes the next typed line as its answer.

import {conversationName} from '../../shared/record-text/names.ts';
import {assertNever} from '../../shared/text/gateway-error.ts';
import {counted} from '../../shared/text/sentences.ts';
import {formatWhen} from '../../shared/time/format-time.ts';
import {find, wordsToSearch} from '../input/find.ts';
import {SLASH_COMMANDS} from '../input/slash-commands.ts';
import {statusFacts} from '../layout/overlays/status.ts';
import type {AppState} from '../state/app-state.ts';
import type {Ask} from '../state/ask.ts';
import {knownNames} from '../state/known-names.ts';
import type {SignalOverlay} from '../state/overlay.ts';
import {daemonNow, sessionList} from '../state/selectors.ts';
import {drawnLine, shortened} from '../text/width.ts';

export const overlayLines = (state: AppState): readonly string[] => {
  const {overlay, connection, status} = state.ui;
  switch (overlay.kind) {
    case 'none':
      return [];
    case 'help':
      return [
        'Type a line and press Enter to send it. A line that starts with a slash is a command:',
        ...SLASH_COMMANDS.filter(({name}) => !DRAWN.has(name)).map(({usage, help}) => `${usage}: ${help}.`),
        'To start a message with a slash, type two. Ctrl+C stops a running turn, then quits.',
      ];
    case 'status':
      return statusFacts({connection, daemonNow: daemonNow(state), status}).map(({name, value}) =>
        drawnLine(name === '' ? value : `${name}: ${value}`),
      );
    case 'setup':
      return [
        'The setup asks line by line in a shell, where a pasted key stays hidden: rooster setup',
        'To link Signal: rooster signal link',
      ];
    case 'keys':
      return ["Plain mode reads whole lines, so it can't show keys."];
    case 'chats':
    case 'find':
      if (overlay.kind === 'find' && wordsToSearch(state, overlay.query) !== undefined)
        return foundLines(state, overlay.query);
      return [
        'Conversations (to open one, type /session and part of its name):',
        ...sessionList(state).map(
          ({title, unread}, index) => `${index + 1}. ${drawnLine(title)}${unread > 0 ? `, ${unread} unread` : ''}.`,
        ),
      ];
    case 'confirm':
      return [`${overlay.question} Type y for yes or n for no.`];
    case 'ask':
      return [`${ASKS[overlay.asking.ask.kind]} An empty line cancels.`];
    case 'actions':
      return [`${drawnLine(overlay.title)}:`, ...overlay.lines.map(({label}) => `${label}.`)];
    case 'reader': {
      const {title, facts, text} = overlay.document;
      return [
        `${drawnLine(title)}:`,
        ...facts.map(([name, words]) => `${name}: ${drawnLine(words)}.`),
        ...text.split('\n').filter(line => line.trim() !== ''),
      ];
    }
    case 'why':
      if (overlay.failure !== undefined) return [overlay.failure];
      return [
        `${drawnLine(overlay.title)}:`,
        ...(overlay.steps ?? []).map(
          ({at, what}, index) => `${index + 1}. ${formatWhen(at, daemonNow(state))}: ${drawnLine(what)}.`,
        ),
      ];
    case 'signal':
      return signalLines(overlay);
    case 'recall':
      return [];
    case 'inject':
      return ["Injecting isn't available in plain mode. Use: rooster inject NAME TEXT"];
    default:
      return assertNever(overlay);
  }
};

/** Found messages, newest first. */
const foundLines = (state: AppState, query: string): readonly string[] => {
  const found = find(state, query).flatMap(one => (one.kind === 'message' ? [one.message] : []));
  if (found.length === 0) return ['No messages match.'];
  const names = knownNames(state);
  return [
    `${counted(found.length, 'message matches', 'messages match')}:`,
    ...found.map(
      ({at, session, text}, index) =>
        `${index + 1}. ${formatWhen(at, daemonNow(state))}, ${drawnLine(conversationName(session, names))}: ${shortened(drawnLine(text), LONGEST)}.`,
    ),
  ];
};

const signalLines = ({status, failure}: SignalOverlay): readonly string[] => {
  if (status === undefined) return [failure ?? 'Loading the Signal status.'];
  const {inbound, outbound, detail, account, contactRequests = []} = status;
  return [
    `Signal: in ${inbound}, out ${outbound}${account === undefined ? '' : `, account ${account}`}.`,
    ...(detail === undefined ? [] : [drawnLine(detail)]),
    ...contactRequests.map(
      ({address, name, times}) => `Contact request from ${drawnLine(name ?? 'somebody')}, ${times} times: ${address}.`,
    ),
  ];
};

const ASKS: Readonly<Record<Ask['kind'], string>> = {
  snooze: 'Until when? For example 10m, 1h or tomorrow 9am.',
  move: 'What is the new time? For example in 1h, today 18:00 or tomorrow 9am.',
  reword: 'What is the new text?',
  remind: 'Type the time, then the text. For example: 20m tea.',
  delete: 'Type the title of the conversation to delete it for good.',
  'job-name': 'What is the name of the job?',
  'job-when': 'When does it run? For example every weekday at 9.',
  'job-what': 'What should the agent do? A line that starts with ! is a command.',
};

/** Overlays that only a drawn screen has. */
const DRAWN: ReadonlySet<string> = new Set([
  'theme',
  'bell',
  'quiet',
  'chat',
  'copy',
  'export',
  'pager',
  'editor',
  'inject',
  'keys',
]);
const LONGEST = 200;
