// Find: everything that has a name, best match first, with a short status.
import {channelOf} from '../../../shared/records/address.ts';
import {assertNever} from '../../../shared/records/gateway-error.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {NO_NAMES} from '../../../shared/text/names.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {formatWhen} from '../../format/format-time.ts';
import {keyOfCommand} from '../../input/command-keys.ts';
import type {Found} from '../../input/find.ts';
import {formatMoment} from '../../nouns/format-noun.ts';
import {type Noun, withView} from '../../nouns/nouns.ts';
import {EMPTY_ROW, filled, type Row, rowWidth, type Span, span, spread} from '../text/row.ts';
import {roleOf} from '../text/tones.ts';
import {drawnLine, shortened} from '../text/width.ts';
import {framed, frameRoom} from './frame.ts';

type FindModel = {
  readonly query: string;
  readonly index: number;
  readonly found: readonly Found[];
  readonly open: SessionKey | undefined;
  readonly busy: ReadonlySet<SessionKey>;
  readonly archived: ReadonlySet<SessionKey>;
  readonly daemonNow: EpochMs;
};

export const findRows = (model: FindModel, cells: number, height: number): readonly Row[] => {
  const {query, index, found} = model;
  const room = frameRoom(height) - 2;
  const first = Math.max(0, index - room + 1);
  const lines = found
    .slice(first, first + room)
    .map((one, offset) => line(one, model, first + offset === index, cells));
  const none: Row = [span('   no matches', 'dim')];
  const title = `find, ${found.length === 1 ? '1 match' : `${found.length} matches`}`;
  const typed: Row = [span(' > ', 'accent'), span(query)];
  const signs: Row = [span(cells < 60 ? SHORT_SIGNS : SIGNS, 'dim')];
  return framed(
    title,
    [query === '' ? spread(typed, signs, cells - 1) : typed, EMPTY_ROW, ...(lines.length === 0 ? [none] : lines)],
    cells,
    height,
  );
};

/** The cursor's position, from the top left of the overlay. */
export const FIND_CURSOR = {x: 3, y: 1};

const line = (one: Found, model: FindModel, selected: boolean, cells: number): Row => {
  const [what, aside] = wordsOf(one, model);
  const {label, short} = labelOf(one);
  const head: Row = [span(cells < 60 ? short.padEnd(5) : label.padEnd(9), 'dim')];
  const room = cells - 3 - rowWidth(head);
  const fits = rowWidth(aside) < room / 2;
  const name = shortened(what, Math.max(4, room - (fits ? rowWidth(aside) + 1 : 0)));
  const row = spread([...head, span(name)], fits ? aside : EMPTY_ROW, cells - 3);
  return selected
    ? [span(' >', 'accent'), ...asSelected([span(' '), ...filled(row, cells - 3)])]
    : [span('   '), ...row];
};

/** The name, and the text at the right. */
const wordsOf = (one: Found, {open, busy, archived, daemonNow: now}: FindModel): readonly [string, Row] => {
  switch (one.kind) {
    case 'session': {
      const {key, title, unread, archived} = one.session;
      const marks: readonly Span[] = [
        ...(busy.has(key) ? [span(' ~', 'warn')] : []),
        ...(unread > 0 ? [span(` ${unread} new ▪`, 'accent')] : []),
        ...(archived === true ? [span(' archived', 'dim')] : []),
        ...(key === open ? [span(' open', 'dim')] : []),
      ];
      return [drawnLine(title), marks];
    }
    case 'listed':
      return formatListed(one.noun, now);
    case 'command': {
      const {command, refusal} = one;
      const key = keyOfCommand(command.name);
      return [
        `${command.usage}  ${command.help}`,
        refusal === undefined ? (key === undefined ? EMPTY_ROW : [span(key, 'accent')]) : [span(refusal, 'dim')],
      ];
    }
    case 'message':
      return [
        drawnLine(one.message.text),
        [span(`${archived.has(one.message.session) ? 'archived ' : ''}${formatWhen(one.message.at, now)}`, 'dim')],
      ];
    default:
      return assertNever(one);
  }
};

/** The state, and the next time or the destination. */
const formatListed = (noun: Noun, now: EpochMs): readonly [string, Row] =>
  withView(noun, (view, item) => {
    const line = view.line(item, {now, names: NO_NAMES, narrow: false});
    const state = view.state(item, now);
    const stated = (after: string): Row =>
      state === undefined ? [] : [span(`${state.text}${after}`, roleOf(state.tone))];
    if (line.shape === 'sent') return [drawnLine(line.what), [span(`${channelOf(line.to)} `, 'dim'), ...stated('')]];
    const soon = line.shape === 'coming' && line.at !== undefined ? [span(formatMoment(line.at, now), 'accent')] : [];
    return ['what' in line ? drawnLine(line.what) : '', [...stated(' '), ...soon]];
  });

const asSelected = (row: Row): Row => row.map(({text}) => ({text, role: 'selected'}));

const labelOf = (found: Found): {readonly label: string; readonly short: string} => {
  if (found.kind !== 'listed') return LABELS[found.kind];
  const short = withView(found.noun, (view, item) => view.label(item));
  return {label: found.noun.kind === 'delivery' ? 'outbox' : short, short};
};

const LABELS = {
  session: {label: 'session', short: 'sess'},
  command: {label: 'command', short: 'cmd'},
  message: {label: 'message', short: 'msg'},
} as const;
const SIGNS = '> command  @ conversation  ! scheduled  # message';
const SHORT_SIGNS = '> @ ! #';
