// Help: every key and every command, to be searched and run from. The selected one stands below in full.
import {counted} from '../../../shared/text/sentences.ts';
import {type HelpEntry, helpEntries, whyNotHere} from '../../input/help-entries.ts';
import {needsWords, SLASH_COMMANDS} from '../../input/slash-commands.ts';
import {closeOverlay, type Overlay} from '../../state/overlay.ts';
import {EMPTY_ROW, exactly, type Row, span} from '../../text/row.ts';
import {wrapped} from '../../text/wrap.ts';
import type {CommandPorts} from '../command-ports.ts';
import {setDraft} from '../draft.ts';
import {showView} from '../items/list-actions.ts';
import {say} from '../session-actions.ts';
import {runSlashCommand} from '../typed/typed-actions.ts';
import {picker, pickerMenu} from './kinds/picker.ts';

export const help = picker<Extract<Overlay, {kind: 'help'}>, HelpEntry>({
  matches: (state, {query}) => helpEntries(state, query),
  page: 10,
  shows: (state, {query, index}, matches, room) => {
    const selected = matches[index];
    const refusal = selected && whyNotHere(state)(selected);
    const count = query === '' ? '' : `, ${counted(matches.length, 'match', 'matches')}`;
    return pickerMenu(
      {
        title: `keys and commands${count}`,
        query,
        index,
        entries: matches.map(({entry}) => entry),
        detail: room.rows < LEAST_ROWS ? [] : [EMPTY_ROW, ...exactly(detailRows(selected, refusal, room.cells), 2)],
      },
      room,
    );
  },
  lines: () => [
    'Type a line and press Enter to send it. A line that starts with a slash is a command:',
    ...SLASH_COMMANDS.filter(({name}) => !DRAWN.has(name)).map(({usage, help}) => `${usage}: ${help}.`),
    'To start a message with a slash, type two. Ctrl+C stops a running turn, then quits.',
  ],
  pick: (ports, entry) => run(ports, entry),
});

/** Runs a command, presses a key on the screen behind, or says why nothing happens. */
const run = (ports: CommandPorts, chosen: HelpEntry): string | undefined => {
  const {does, entry} = chosen;
  switch (does.kind) {
    case 'key': {
      const refusal = whyNotHere(ports.store.get())(chosen);
      if (refusal !== undefined) {
        say(ports, 'warn', `${entry.name} ${refusal}`);
        return undefined;
      }
      ports.store.update(closeOverlay);
      return does.key;
    }
    case 'command':
      ports.store.update(closeOverlay);
      if (!needsWords(does.command.name)) {
        runSlashCommand(ports, does.command, '');
        return undefined;
      }
      showView(ports, 'chat');
      setDraft(ports, `/${does.command.name} `);
      return undefined;
    case 'typed':
      say(ports, 'ok', `Type ${entry.name} where you write a message.`);
      return undefined;
  }
};

const detailRows = (selected: HelpEntry | undefined, refusal: string | undefined, cells: number): readonly Row[] => {
  if (selected === undefined) return [];
  const {name, more = ''} = selected.entry;
  const end = refusal === undefined ? [] : [span(`  ${refusal}`, 'warn')];
  return wrapped([span(` ${name}  `, {role: 'accent', bold: true}), span(more), ...end], Math.max(8, cells - 1));
};

const LEAST_ROWS = 12;
/** Commands that only a drawn screen has. */
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
