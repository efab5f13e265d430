// The active contexts, most specific first. They derive from the state, so that keys, hints and help agree.
import {isEmpty} from '../editor/draft.ts';
import {ringsOf} from '../lists/rings.ts';
import {selectedRow} from '../lists/selected.ts';
import {unreadElsewhere} from '../lists/tab-counts.ts';
import type {AppState} from '../state/app-state.ts';
import {chosenTime, quickOf} from '../state/ask.ts';
import {runningCommand} from '../state/local-command.ts';
import {openChild, openEditor, runningTurn, takesSteering} from '../state/selectors.ts';
import type {Context} from './binding.ts';
import {draftMenu} from './draft-menu.ts';
import {localLine} from './local-line.ts';
import {rowContexts} from './row-contexts.ts';

export const contextsOf = (state: AppState): readonly Context[] => {
  const {ui} = state;
  if (ui.overlay.kind === 'reader' && ui.overlay.typing) return ['reader-search', 'everywhere'];
  if (ui.overlay.kind === 'ask') {
    const {asking} = ui.overlay;
    const {kind} = asking.ask;
    const quick = quickOf(asking.ask).length > 0 || chosenTime(asking) !== undefined ? (['ask-quick'] as const) : [];
    const named = kind === 'delete' ? (['ask-delete'] as const) : [];
    const other = kind === 'remind' || kind === 'job-name' ? (['ask-other'] as const) : [];
    const more = kind === 'job-name' || kind === 'job-when' ? (['ask-next'] as const) : [];
    return [...named, ...quick, ...other, ...more, 'ask', 'line', 'everywhere'];
  }
  if (ui.overlay.kind === 'inject') {
    return ui.overlay.form.field === 'text'
      ? ['inject', 'line', 'everywhere']
      : ['inject-choice', 'inject', 'everywhere'];
  }
  if (ui.overlay.kind === 'setup')
    return ui.overlay.step.at === 'what' ? ['setup-what', 'setup', 'everywhere'] : ['setup', 'everywhere'];
  if (ui.overlay.kind === 'reader' && ui.overlay.run !== undefined) return ['reader-run', 'reader', 'everywhere'];
  if (ui.overlay.kind === 'reader' && ui.overlay.call?.item.state === 'open')
    return ['reader-approval', 'reader', 'everywhere'];
  if (ui.overlay.kind !== 'none') return [ui.overlay.kind, 'everywhere'];
  const offered: readonly Context[] = [
    ...(ui.toasts.some(({undo}) => undo !== undefined) ? UNDOABLE : []),
    ...(ui.toasts.some(({leads}) => leads !== undefined) ? NOTICED : []),
  ];
  const rings = ringsOf(state).length > 0;
  const asks = state.gateway.approvals.length > 0;
  if (ui.view !== 'chat') {
    const armed: readonly Context[] = ui.armed === 'leave' ? ['armed-leave'] : [];
    const lost: readonly Context[] = ui.connection.kind === 'lost' ? ['lost-list'] : [];
    const row = selectedRow(state);
    return ui.filtering
      ? ['filter', 'everywhere']
      : [
          ...armed,
          ...lost,
          ...offered,
          ...(asks ? ASKING_LIST : []),
          ...(rings ? RINGING_LIST : []),
          ...rowContexts(row),
          ...(row === undefined ? [] : ITEM),
          ui.view,
          'list',
          'everywhere',
        ];
  }
  if (ui.search?.typing === true) return ['search', 'everywhere'];
  if (ui.browse !== undefined) {
    const lost: readonly Context[] = ui.connection.kind === 'lost' ? ['lost-list'] : [];
    return [
      ...lost,
      ...offered.filter(isWritten),
      ...(isOnReminder(state) ? ON_REMINDER : []),
      ...(openChild(state) === undefined ? [] : CHILD_IDLE),
      'browse',
      'everywhere',
    ];
  }
  const {draft} = openEditor(state);
  const empty = isEmpty(draft);
  const busy = runningTurn(state) !== undefined;
  const contexts: Context[] = [];
  if (ui.armed === 'stop' && busy) contexts.push('armed-stop');
  if (ui.armed === 'leave') contexts.push('armed-leave');
  if (draftMenu(state) !== undefined) contexts.push('menu');
  if (runningCommand(state) !== undefined) contexts.push('local');
  if (localLine(draft.text) !== undefined) contexts.push('local-draft');
  // Nobody answers a call that isn't on the screen.
  if (asks && !ui.zen) contexts.push('asking');
  if (rings) contexts.push('ringing');
  // Letters are text here.
  contexts.push(...offered.filter(isWritten));
  if (ui.connection.kind === 'lost') contexts.push(empty ? 'lost-empty' : 'lost');
  if (openChild(state) !== undefined) contexts.push('child', ...(empty ? CHILD_IDLE : []));
  if (busy && empty) contexts.push('busy-empty');
  if (takesSteering(state)) contexts.push('steering');
  if (busy) contexts.push('busy');
  if (unreadElsewhere(state) > 0) contexts.push('unread');
  if (empty) contexts.push('empty');
  contexts.push('compose', 'line', 'everywhere');
  return contexts;
};

/** Letters are no keys there. */
const isWritten = (context: Context): boolean => !context.endsWith('-list');

/** The selected message is a fired reminder: its actions come first. */
const isOnReminder = ({ui, gateway}: AppState): boolean => {
  const {session, browse} = ui;
  if (session === undefined || browse === undefined) return false;
  const picked = gateway.transcripts.get(session)?.messages.find(({id}) => id === browse.item);
  return picked?.source.kind === 'reminder';
};

const ON_REMINDER: readonly Context[] = ['browse-reminder'];
const NOTICED: readonly Context[] = ['noticed-list', 'noticed'];
const UNDOABLE: readonly Context[] = ['undoable-list', 'undoable'];
const CHILD_IDLE: readonly Context[] = ['child-idle'];
const RINGING_LIST: readonly Context[] = ['ringing-list'];
const ASKING_LIST: readonly Context[] = ['asking-list'];
const ITEM: readonly Context[] = ['item'];
