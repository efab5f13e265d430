// The transcript of the open session: its items, their rows, and the visible part.

import {emptyTranscript, partsOf, type Transcript} from '../../shared/events/transcript.ts';
import type {Item} from '../conversation/item.ts';
import {createItems} from '../conversation/items.ts';
import {pickedItem} from '../conversation/picked.ts';
import {keyForIn} from '../input/custom-keys.ts';
import type {Regions} from '../layout/regions.ts';
import {createItemRows} from '../layout/transcript/item-rows.ts';
import {pickedRows} from '../layout/transcript/picked-rows.ts';
import {type Lines, pinned, scrolled, type Viewport, viewportOf} from '../layout/transcript/viewport.ts';
import {waitingRows} from '../layout/transcript/waiting.ts';
import {startedOverRows, welcomeRows} from '../layout/transcript/welcome.ts';
import type {AppState} from '../state/app-state.ts';
import {draftKeyOf} from '../state/draft-key.ts';
import {
  daemonNow,
  openAgent,
  openSends,
  openSession,
  openTranscript,
  runningTurn,
  upcoming,
} from '../state/selectors.ts';
import type {Scroll} from '../state/ui-state.ts';
import {type Row, withMatches} from '../text/row.ts';

type TranscriptView = {
  /** The visible part of the transcript, for the viewport. */
  readonly lines: (state: AppState, regions: Regions) => Lines;
  /** The position of the first held message, even beyond a gap. */
  readonly oldest: (state: AppState, regions: Regions) => Scroll;
  readonly shown: (state: AppState, regions: Regions) => Viewport;
};

export const createTranscriptView = (): TranscriptView => {
  const makeItems = createItems();
  const itemRows = createItemRows();

  const parts = keptParts();

  const beginningOf = (state: AppState): Transcript | undefined => {
    const {scroll} = state.ui;
    const transcript = openTranscript(state);
    if (transcript === undefined || scroll.kind === 'follow' || !scroll.beginning) return undefined;
    return parts(transcript).beginning;
  };

  const items = (state: AppState): readonly Item[] => {
    const {gateway, ui} = state;
    const turn = runningTurn(state);
    const beginning = beginningOf(state);
    return makeItems({
      session: openSession(state),
      transcript: beginning ?? parts(openTranscript(state) ?? emptyTranscript).rest,
      waiting: gateway.waiting,
      sends: openSends(state),
      local: ui.local,
      place: draftKeyOf(gateway, ui.session),
      deliveries: gateway.deliveries,
      runs: gateway.runs,
      marks: ui.marks,
      fetchingOlder: ui.fetching?.which === 'older',
      beginning: beginning === undefined ? undefined : {fetchingNewer: ui.fetching?.which === 'newer'},
      ...(turn === undefined || beginning !== undefined ? {} : {turn}),
      divider: ui.divider,
    });
  };

  const lines = (state: AppState, {main, shape, body, rules}: Regions): Lines => {
    const {toolDetail: detail, thinkingDetail: thinking, connection, highlight} = state.ui;
    const view = {
      cells: Math.min(main - 1, MEASURE),
      narrow: shape === 'narrow',
      roomy: rules || state.ui.zen,
      bare: state.ui.zen,
      detail,
      thinking,
      live: connection.kind === 'live',
      highlight,
      keyFor: keyForIn(state),
      zone: state.ui.zone,
      called: state.ui.host?.called,
      stride: body >= TALL ? 3 : 1,
    };
    const all = items(state);
    const {browse, search} = state.ui;
    const picked = browse === undefined ? undefined : pickedItem(all, browse.item);
    const query = search?.query ?? '';
    const rowsOf = (item: Item): readonly Row[] => {
      const rows = itemRows(item, view);
      const marked = query === '' ? rows : rows.map(row => withMatches(row, query));
      return item === picked ? pickedRows(marked) : marked;
    };
    return {items: all, rowsOf, height: body, beginning: beginningOf(state) !== undefined ? true : undefined};
  };

  return {
    lines,
    oldest: (state, regions) => {
      const here = pinned(lines(state, regions), state.ui.scroll);
      const isBeyond = here.kind === 'held' && openTranscript(state)?.hole !== undefined;
      const there: Scroll = isBeyond ? {...here, beginning: true} : here;
      const all = lines({...state, ui: {...state.ui, scroll: there}}, regions);
      return scrolled(all, there, Number.MIN_SAFE_INTEGER);
    },
    shown: (state, regions) => {
      const all = lines(state, regions);
      if (all.items.length > 0) {
        const viewport = viewportOf(all, state.ui.scroll);
        return all.beginning ? {...viewport, newBelow: newBeyond(state)} : viewport;
      }
      const {session, connection} = state.ui;
      // A daemon without any message has no session yet.
      const empty = session === undefined ? connection.kind === 'live' : openTranscript(state)?.loaded === true;
      const place = {atEnd: true, newBelow: 0};
      const {earlier} = openSession(state);
      const before = earlier === undefined ? undefined : state.gateway.sessions.get(earlier)?.title;
      if (empty && before !== undefined)
        return {...place, rows: startedOverRows(before, regions.main - 1, regions.body)};
      if (empty) return {...place, rows: welcomeRows(welcomeModel(state), regions.main - 1, regions.body)};
      const rows = waitingRows(connection, regions.main - 1, regions.body);
      return connection.kind === 'lost' ? {...place, rows, saysWhyLost: true} : {...place, rows};
    },
  };
};

/** Messages that arrived beyond the gap, while the conversation's beginning is shown. */
const newBeyond = (state: AppState): number => {
  const {scroll} = state.ui;
  const messages = openTranscript(state)?.messages ?? [];
  const seen = scroll.kind === 'held' ? messages.findIndex(({id}) => id === scroll.seen) : -1;
  return seen === -1 ? 0 : messages.slice(seen + 1).filter(({role, text}) => role !== 'tool' && text !== '').length;
};

const welcomeModel = (state: AppState) => ({
  agent: openAgent(state),
  next: upcoming(state).slice(0, 3),
  daemonNow: daemonNow(state),
  find: keyForIn(state)('find'),
});

/** Returns the same parts for the same transcript, since drawn rows are cached by identity. */
const keptParts = (): typeof partsOf => {
  let kept: {readonly of: Transcript; readonly parts: ReturnType<typeof partsOf>} | undefined;
  return transcript => {
    if (kept?.of !== transcript) kept = {of: transcript, parts: partsOf(transcript)};
    return kept.parts;
  };
};

/** Longer lines are hard to read. */
const MEASURE = 100;
/** From this height on, moving all rows is expensive. */
const TALL = 26;
