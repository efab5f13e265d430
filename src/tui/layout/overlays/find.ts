// Find: everything that has a name, best match first, with a short status.

import {wholeText} from '../../../shared/record-text/detail-lines.ts';
import {NO_NAMES} from '../../../shared/record-text/names.ts';
import {channelOf} from '../../../shared/records/address.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {formatWhen} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Binding} from '../../input/binding.ts';
import {groupOf} from '../../input/command-groups.ts';
import {keyOfCommand} from '../../input/command-keys.ts';
import type {Found} from '../../input/find.ts';
import type {MenuEntry} from '../../input/menu-entry.ts';
import {drawnState, formatDue} from '../../nouns/format/format-noun.ts';
import {type Noun, withView} from '../../nouns/nouns.ts';
import {EMPTY_ROW, type Row, type Span, span, spread} from '../../text/row.ts';
import {roleOf} from '../../text/tones.ts';
import {drawnLine} from '../../text/width.ts';
import {framed, frameRoom} from './frame.ts';
import {menuRows} from './menu.ts';

type FindModel = {
  readonly query: string;
  readonly index: number;
  readonly found: readonly Found[];
  readonly open: SessionKey | undefined;
  readonly busy: ReadonlySet<SessionKey>;
  readonly archived: ReadonlySet<SessionKey>;
  readonly daemonNow: EpochMs;
  /** With the keys that the configuration chose. */
  readonly keymap?: readonly Binding[];
};

export const findRows = (model: FindModel, cells: number, height: number): readonly Row[] => {
  const {query, index, found} = model;
  const room = frameRoom(height) - 2;
  const grouped = query.trim() === '' || SIGN_ALONE.test(query);
  const entries = found.map(one => entryOf(one, model, grouped));
  const none: Row = [span('   no matches', 'dim')];
  const title = query === '' ? 'find' : `find, ${counted(found.length, 'match', 'matches')}`;
  const typed: Row = [span(' > ', 'accent'), span(query)];
  const signs: Row = [span(cells < 60 ? SHORT_SIGNS : SIGNS, 'dim')];
  const lines = entries.length === 0 ? [none] : menuRows({entries, index}, cells, Math.max(1, room));
  const head = query === '' ? spread(typed, signs, cells - 1) : typed;
  return framed(title, [head, EMPTY_ROW, ...lines], cells, height, {fits: true});
};

/** The cursor's position, from the top left of the overlay. */
export const FIND_CURSOR = {x: 3, y: 1};

/** `grouped`: headings say what it is; otherwise its label does. */
const entryOf = (one: Found, model: FindModel, grouped: boolean): MenuEntry => ({
  ...partsOf(one, model),
  marks: one.marks,
  ...(grouped ? {group: headingOf(one)} : {label: labelOf(one)}),
});

const partsOf = (one: Found, {open, busy, archived, daemonNow: now, keymap}: FindModel): MenuEntry => {
  switch (one.kind) {
    case 'session': {
      const {key, title, unread, archived} = one.session;
      const marks: readonly Span[] = [
        ...(busy.has(key) ? [span(' ~', 'warn')] : []),
        ...(unread > 0 ? [span(` ${unread} new ▪`, 'accent')] : []),
        ...(archived === true ? [span(' archived', 'dim')] : []),
        ...(key === open ? [span(' open', 'dim')] : []),
      ];
      return {name: title, aside: marks};
    }
    case 'listed': {
      const [name, aside] = formatListed(one.noun, now);
      return {name, aside};
    }
    case 'command': {
      const {command, refusal} = one;
      const key = keyOfCommand(command.name, keymap);
      return {
        name: `/${command.name}`,
        more: command.help,
        aside: key === undefined ? undefined : [span(key, 'accent')],
        refusal,
      };
    }
    case 'key': {
      const {name, more = ''} = one.entry.entry;
      return {
        name: more,
        aside: [span(name, 'accent')],
        refusal: one.refusal === undefined ? undefined : `${one.refusal}  ${name}`,
      };
    }
    case 'message':
      return {
        name: wholeText(one.message, 'the agent'),
        aside: [
          span(`${archived.has(one.message.session) ? 'archived ' : ''}${formatWhen(one.message.at, now)}`, 'dim'),
        ],
      };
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
      state === undefined ? [] : [span(`${drawnState(state)}${after}`, roleOf(state.tone))];
    if (line.shape === 'sent') return [drawnLine(line.what), [span(`${channelOf(line.to)} `, 'dim'), ...stated('')]];
    const soon = line.shape === 'coming' && line.at !== undefined ? [span(formatDue(line.at, now), 'accent')] : [];
    return ['what' in line ? drawnLine(line.what) : '', [...stated(' '), ...soon]];
  });

const labelOf = (found: Found): string => {
  if (found.kind === 'session') return 'chat';
  if (found.kind !== 'listed') return found.kind;
  return withView(found.noun, (view, item) => view.label(item));
};

const headingOf = (found: Found): string => {
  if (found.recent) return 'Recent';
  switch (found.kind) {
    case 'session':
      return 'Conversations';
    case 'listed':
      return found.noun.kind === 'delivery' ? 'Outbox' : 'Reminders and jobs';
    case 'command':
      return groupOf(found.command.name);
    case 'key':
      return 'Keys';
    case 'message':
      return 'Messages';
    default:
      return assertNever(found);
  }
};

const SIGN_ALONE = /^\s*[>@!#]\s*$/u;
const SIGNS = '> command  @ conversation  ! scheduled  # message';
const SHORT_SIGNS = '> @ ! #';
