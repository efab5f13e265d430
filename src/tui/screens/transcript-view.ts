// The transcript of the session on the screen: its items, their rows, and the part of them that is to be seen.

import {emptyTranscript} from '../../shared/transcript.ts';
import type {Item} from '../conversation/item.ts';
import {createItems} from '../conversation/items.ts';
import {pickedItem} from '../conversation/picked.ts';
import {waitingRows} from '../layout/overlays/waiting.ts';
import {welcomeRows} from '../layout/overlays/welcome.ts';
import type {Regions} from '../layout/regions.ts';
import {withMatches} from '../layout/text/matches.ts';
import type {Row} from '../layout/text/row.ts';
import {createItemRows} from '../layout/transcript/item-rows.ts';
import {pickedRows} from '../layout/transcript/picked-rows.ts';
import {type Lines, type Viewport, viewportOf} from '../layout/transcript/viewport.ts';
import type {AppState} from '../store/app-state.ts';
import {openAgent, openSends, openSession, openTranscript, runningTurn} from '../store/selectors.ts';

type TranscriptView = {
  /** The transcript as the viewport walks through it. */
  readonly lines: (state: AppState, regions: Regions) => Lines;
  readonly shown: (state: AppState, regions: Regions) => Viewport;
};

export const createTranscriptView = (): TranscriptView => {
  const makeItems = createItems();
  const itemRows = createItemRows();

  const items = (state: AppState): readonly Item[] => {
    const {gateway, ui} = state;
    const turn = runningTurn(state);
    return makeItems({
      session: openSession(state),
      transcript: openTranscript(state) ?? emptyTranscript,
      waiting: gateway.waiting,
      sends: openSends(state),
      deliveries: gateway.deliveries,
      runs: gateway.runs,
      marks: ui.marks,
      fetchingOlder: ui.fetching?.which === 'older',
      ...(turn === undefined ? {} : {turn}),
      ...(ui.divider === undefined ? {} : {divider: ui.divider}),
    });
  };

  const lines = (state: AppState, {main, shape, body, rules}: Regions): Lines => {
    const {toolDetail: detail, thinkingDetail: thinking, connection, highlight} = state.ui;
    const view = {
      cells: main - 1,
      narrow: shape === 'narrow',
      roomy: rules || state.ui.zen,
      bare: state.ui.zen,
      detail,
      thinking,
      live: connection.kind === 'live',
      highlight,
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
    return {items: all, rowsOf, height: body};
  };

  return {
    lines,
    shown: (state, regions) => {
      const all = lines(state, regions);
      if (all.items.length > 0) return viewportOf(all, state.ui.scroll);
      const {session, connection} = state.ui;
      // A daemon on which nothing was ever said has no conversation yet.
      const empty = session === undefined ? connection.kind === 'live' : openTranscript(state)?.loaded === true;
      const place = {atEnd: true, newBelow: 0};
      if (empty) return {...place, rows: welcomeRows(openAgent(state), regions.main - 1, regions.body)};
      const rows = waitingRows(connection, regions.main - 1, regions.body);
      return connection.kind === 'lost' ? {...place, rows, saysWhyLost: true} : {...place, rows};
    },
  };
};

/** A body of so many rows is costly to move. */
const TALL = 26;
