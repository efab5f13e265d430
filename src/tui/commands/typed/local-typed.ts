// `!line` runs a command line on this machine and shows its output here; `!!line` also sends both.
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {formatTook} from '../../format/how-long.ts';
import type {LocalLine} from '../../input/local-line.ts';
import {folderOf} from '../../input/mentions.ts';
import {NO_LINE_YET, READ_ONLY_HERE} from '../../input/why-no-effect.ts';
import {READ_ONLY} from '../../link/watch-only.ts';
import {draftKeyOf} from '../../state/draft-key.ts';
import {
  type LineEnd,
  type LocalCommand,
  messageOf,
  type RunningLine,
  runningCommand,
  withOutput,
} from '../../state/local-command.ts';
import {openChild, openEditor} from '../../state/selectors.ts';
import {applyEdit} from '../../store/ui-changes.ts';
import {type CommandPorts, exactNow} from '../command-ports.ts';
import {changeDraft, draftDone} from '../draft.ts';
import {say} from '../session-actions.ts';

/** Runs the line; where it can't, says why and leaves the draft. `typed`: for the input history. */
export const runLocal = (ports: CommandPorts, {line, sends, screen}: LocalLine, typed: string): void => {
  const {store, terminal} = ports;
  const state = store.get();
  const running = runningCommand(state);
  if (line === '') store.update(ui => ({...ui, idleKey: NO_LINE_YET}));
  else if (state.ui.watches) say(ports, 'warn', READ_ONLY);
  else if (sends && openChild(state) !== undefined) store.update(ui => ({...ui, idleKey: READ_ONLY_HERE}));
  else if (running !== undefined) say(ports, 'warn', `"${running.line}" still runs. Ctrl+C stops it.`);
  else if (screen !== undefined && sends) say(ports, 'warn', `${screen} has no output to send. One ! opens it.`);
  else {
    draftDone(ports, typed);
    if (screen !== undefined) void onScreen(ports, line);
    else void follow(ports, begun(ports, line, sends), terminal.lines.run(line), state.ui.session);
  }
};

/** Like Ctrl+C at a shell; the second time for good. */
export const stopLocal = ({store, terminal}: CommandPorts): void => {
  const running = runningCommand(store.get());
  if (running === undefined) return;
  change({store}, running.id, command => ({...command, stopped: true}));
  terminal.lines.stop();
};

/** The person quits: a line whose output would have been sent is a draft again. */
export const leaveLocal = ({store}: Pick<CommandPorts, 'store'>): void => {
  const running = runningCommand(store.get());
  if (running?.sends !== true) return;
  change({store}, running.id, command => ({...command, stopped: true}));
  const before = store.get().ui.editors.get(running.place);
  if (before === undefined || before.draft.text === '')
    store.update(applyEdit(running.place, {kind: 'set', text: `!!${running.line}`}));
};

/** Tab, as in a shell: completes the path before the cursor as far as it is clear, then shows what is possible. */
export const completeLocal = (ports: CommandPorts): void => {
  const {draft} = openEditor(ports.store.get());
  const [word = ''] = LAST_WORD.exec(draft.text.slice(0, draft.cursor).replace(/^!!?/u, '')) ?? [];
  const path = word.replaceAll(/\\(.)/gu, '$1');
  const base = path.slice(folderOf(path).length);
  const names = ports.terminal
    .namesIn(folderOf(path))
    .filter(name => name.startsWith(base) && (!name.startsWith('.') || base.startsWith('.')));
  const [first = '', ...others] = names;
  let common = first;
  for (const name of others) while (!name.startsWith(common)) common = common.slice(0, -1);
  const rest = common.slice(base.length).replaceAll(/[\s'"`;|&<>()$\\!*?#[\]{}]/gu, '\\$&');
  const end = others.length === 0 && !first.endsWith('/') ? ' ' : '';
  if (first !== '' && rest + end !== '') changeDraft(ports, {kind: 'insert', text: rest + end});
  else {
    const shown = first === '' ? `No file here begins with "${path}"` : names.slice(0, MOST_NAMED).join('  ');
    ports.store.update(ui => ({...ui, idleKey: shown}));
  }
};

const onScreen = async (ports: CommandPorts, line: string): Promise<void> => {
  const problem = await ports.terminal.runOnScreen(line);
  if (problem !== undefined) say(ports, 'warn', problem);
};

const begun = (ports: CommandPorts, line: string, sends: boolean): LocalCommand => {
  const {gateway, ui} = ports.store.get();
  const command: LocalCommand = {
    id: `local:${ports.newKey()}`,
    place: draftKeyOf(gateway, ui.session),
    line,
    sends,
    at: exactNow(ports),
    output: '',
    partial: '',
    dropped: 0,
    stopped: false,
  };
  ports.store.update(ui => ({...ui, local: [...ui.local, command].slice(-MOST_HELD), scroll: {kind: 'follow'}}));
  return command;
};

const follow = async (
  ports: CommandPorts,
  {id, sends}: LocalCommand,
  running: RunningLine,
  session: SessionKey | undefined,
): Promise<void> => {
  const {clock, link, terminal} = ports;
  const startedAt = clock.now();
  let unseen = '';
  let showing: PromiseWithResolvers<void> | undefined;
  const show = (): void => {
    const piece = unseen;
    unseen = '';
    showing?.resolve();
    showing = undefined;
    if (piece !== '') change(ports, id, command => withOutput(command, piece));
  };
  for await (const piece of running.output) {
    unseen += piece;
    if (showing === undefined) {
      showing = Promise.withResolvers();
      clock.after(SHOWN_EVERY_MS, show);
    }
    // A program that writes without end waits here, and the screen keeps its time.
    if (unseen.length > MOST_UNSEEN) await showing.promise;
  }
  const end: LineEnd = await running.ended;
  show();
  const tookMs = clock.now() - startedAt;
  const command = ports.store.get().ui.local.find(command => command.id === id);
  if (command === undefined) return;
  const files = filesNamed(ports, command.line);
  const isSent = sends && !command.stopped && end.kind !== 'failed';
  const sent = isSent ? messageOf(command, end, formatTook(tookMs), {folder: terminal.lines.folder, files}) : undefined;
  // The message waits before the command ends: plain mode leaves when nothing is left to do.
  if (sent !== undefined) link.sender.sendTo(session, sent);
  change(ports, id, command => ({...command, end: {...end, tookMs}, sent: sent?.text}));
};

/** The files of this machine that a line names. */
const filesNamed = ({terminal}: Pick<CommandPorts, 'terminal'>, line: string): readonly string[] => {
  const words = line.split(/[\s'"`;|&<>()=]+/u).filter(word => /[\p{L}\p{N}]/u.test(word));
  return [...new Set(words.slice(0, MOST_WORDS).flatMap(word => terminal.readFile(word)?.file ?? []))];
};

const change = (
  {store}: Pick<CommandPorts, 'store'>,
  id: string,
  changed: (command: LocalCommand) => LocalCommand,
): void =>
  store.update(ui => ({...ui, local: ui.local.map(command => (command.id === id ? changed(command) : command))}));

const SHOWN_EVERY_MS = 50;
const MOST_UNSEEN = 262_144;
const MOST_HELD = 50;
const MOST_NAMED = 12;
const MOST_WORDS = 50;
/** Up to an unquoted end of a word of a shell. */
const LAST_WORD = /(?:\\.|[^\s'"`;|&<>()$=\\])*$/u;
