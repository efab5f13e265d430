// The line under the composer: where the message will go, as what, and when it is handled.
import type {Session} from '../../../shared/records/session.ts';
import {type LocalLine, localLine} from '../../input/local-line.ts';
import {completions, type SlashCommand} from '../../input/slash-commands.ts';
import {VIEWS} from '../../nouns/views.ts';
import type {ConnectionState} from '../../state/ui-state.ts';
import {type Row, rowWidth, span, spread} from '../../text/row.ts';
import {drawnLine, shortened, shortenedMiddle} from '../../text/width.ts';

export type TargetModel = {
  readonly session: Session;
  readonly connection: ConnectionState;
  readonly busy: boolean;
  /** The message joins the running turn. */
  readonly steers: boolean;
  readonly text: string;
  /** Characters to send. */
  readonly length: number;
  /** The name of the open child view, which takes no messages. */
  readonly child?: string;
  /** Nothing can be sent from this terminal. */
  readonly watches?: boolean;
  /** The selected command of the menu. */
  readonly chosen?: string;
};

export const targetRow = (model: TargetModel, columns: number): Row => {
  const {session, connection, busy, steers, text, length, child, chosen} = model;
  if (text.startsWith('/') && !text.startsWith('//')) return commandHelp(chosen ?? text, columns);
  const local = localLine(text);
  if (local !== undefined) return localHelp(local, columns);
  if (child !== undefined)
    return [span(` ${shortened(`${drawnLine(child)}: read only. Esc goes back.`, columns - 2)}`, 'dim')];
  if (model.watches) return [span(` ${shortened('watching: nothing is sent from this terminal', columns - 2)}`, 'dim')];
  const view = VIEWS[Number(/^[1-5]$/u.exec(text)?.[0]) - 1];
  if (view !== undefined) return [span(` Enter sends it as a message. Alt+${text} opens the ${view}.`, 'dim')];
  const title = shortenedMiddle(drawnLine(session.title), 20);
  const when = connection.kind === 'live' ? (steers ? ', into this turn' : busy ? ', after this turn' : '') : '';
  const back = session.archived === true ? ' (archived; a message brings it back)' : '';
  const content =
    connection.kind === 'live' || connection.kind === 'dialing'
      ? `to ${title}${when}${back}`
      : columns < 60
        ? `to ${title}, sent later`
        : `to ${title}, sent after reconnecting`;
  const left: Row = [span(` ${shortened(content, columns - 2)}`, 'dim')];
  const count = length >= LONG_TEXT ? `${length.toLocaleString('en')} characters · ` : '';
  return spread(left, [span(`${count}reply: here`, 'dim')], columns - 1);
};

/** The help of the command being typed; its choices, if it has any. */
const commandHelp = (text: string, columns: number): Row => {
  const name = /^\/(\S*)/u.exec(text)?.[1] ?? '';
  const found = completions(`/${name}`);
  const [only, ...others] = found;
  if (only === undefined)
    return [span(` Unknown command /${shortened(drawnLine(name), 30)}. To send a leading slash, type //`, 'warn')];
  if (others.length === 0 || only.name === name) return help(only, columns);
  return [span(` ${shortened(found.map(command => `/${command.name}`).join('  '), columns - 2)}`, 'accent')];
};

const help = (command: SlashCommand, columns: number): Row => {
  const usage = span(` ${command.usage}`, 'accent');
  return [usage, span(`  ${shortened(command.help, columns - rowWidth([usage]) - 3)}`, 'dim')];
};

/** The effect of Enter, from the first `!` on. */
const localHelp = ({line, sends, screen}: LocalLine, columns: number): Row => {
  const left = span(` ${shortened(sentenceOf(sends, screen), columns - 2)}`, 'accent');
  if (line !== '' || sends) return [left];
  return spread([left], [span('!! also sends the output', 'dim')], columns - 1);
};

const sentenceOf = (sends: boolean, screen: string | undefined): string => {
  if (screen !== undefined)
    return sends ? `${screen} has no output to send. One ! opens it.` : `Enter opens ${screen} on this terminal.`;
  return sends ? 'Enter runs this here, then sends it with its output.' : 'Enter runs this here, nothing is sent.';
};

const LONG_TEXT = 400;
