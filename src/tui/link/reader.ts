// Reading: loads history pages on demand, and reports what the person has seen. Follows the state; requests each thing
// once.
import type {Params, Result} from '../../ipc/method-table.ts';
import type {HistoryPart} from '../../shared/events/load-state.ts';
import {type Ending, type HistoryPage, isPartial, partsOf} from '../../shared/events/transcript.ts';
import {fromWire, type Wire} from '../../shared/fields/wire.ts';
import type {MessageId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {openTranscript, readTarget} from '../state/selectors.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {GatewayClient} from './gateway-client.ts';

export type Reader = Disposable & {
  /** Loads the page before the oldest message, or before the hole, if one exists. */
  older(): void;
  /** Like `older`; resolves with whether a page existed. */
  olderPage(): Promise<boolean>;
  /** Loads the page after the conversation's first part; resolves with whether one existed. */
  newerPage(): Promise<boolean>;
  /** Loads the conversation's first page in one request; resolves with whether the beginning is now present. */
  oldestPage(): Promise<boolean>;
};

type ReaderDeps = {readonly store: AppStore; readonly call: GatewayClient['call']};

export const startReader = ({store, call}: ReaderDeps): Reader => {
  let marked: {readonly session: SessionKey; readonly upTo: MessageId} | undefined;

  /** The session whose page could not be loaded. */
  let refused: SessionKey | undefined;

  const fetch = async (session: SessionKey, which: HistoryPart, from: PageStart): Promise<void> => {
    store.update(ui => ({...ui, fetching: {session, which}}));
    try {
      const page = await call('session.history', {session, limit: PAGE, ...from});
      store.dispatch({type: 'history', session, which, page: pageOf(page)});
    } catch {
      // A failure while connected is retried when the session is opened again.
      if (store.get().ui.connection.kind === 'live') refused = session;
      store.update(ui => ({...ui, fetching: undefined}));
    }
  };

  const follow = (): void => {
    const state = store.get();
    const {ui} = state;
    if (ui.connection.kind !== 'live') {
      marked = undefined;
      refused = undefined;
      return;
    }
    if (ui.session !== refused) refused = undefined;
    const transcript = openTranscript(state);
    if (
      ui.session !== undefined &&
      transcript !== undefined &&
      !transcript.loaded &&
      ui.fetching === undefined &&
      refused === undefined
    ) {
      void fetch(ui.session, 'newest', {});
    }
    // Watching marks nothing as read.
    const target = ui.watches ? undefined : readTarget(state);
    if (target === undefined || (marked?.session === target.session && marked.upTo === target.upTo)) return;
    marked = target;
    call('session.read', target).catch(() => {
      marked = undefined;
    });
  };

  const unsubscribe = store.subscribe(follow);

  /** Reads one more page; returns whether anything changed. Does nothing while another page is loading. */
  const extend = async (which: HistoryPart, from: PageStart): Promise<boolean> => {
    const {session, fetching, connection} = store.get().ui;
    if (session === undefined || fetching !== undefined || connection.kind !== 'live') return false;
    const before = openTranscript(store.get());
    await fetch(session, which, from);
    return openTranscript(store.get()) !== before;
  };

  const olderPage = async (): Promise<boolean> => {
    const transcript = openTranscript(store.get());
    const before = transcript?.hole ?? transcript?.messages[0]?.id;
    if (transcript === undefined || before === undefined || !isPartial(transcript)) return false;
    return await extend('older', {before});
  };

  const newerPage = async (): Promise<boolean> => {
    const transcript = openTranscript(store.get());
    const after = transcript && partsOf(transcript).beginning?.messages.at(-1)?.id;
    return after === undefined ? false : await extend('newer', {after});
  };

  const oldestPage = async (): Promise<boolean> => {
    const transcript = openTranscript(store.get());
    if (transcript?.loaded !== true) return false;
    if (transcript.more) await extend('oldest', {oldest: true});
    return openTranscript(store.get())?.more === false;
  };

  return {
    older: () => void olderPage(),
    olderPage,
    newerPage,
    oldestPage,
    [Symbol.dispose]: unsubscribe,
  };
};

const pageOf = (wire: Result<'session.history'>): HistoryPage => {
  const {messages, more, turns = []} = wire;
  return {
    messages: messages.map(message => fromWire<Message>(message)),
    more,
    endings: turns.flatMap(endingOf),
  };
};

const endingOf = (wire: Wire<Turn>): readonly Ending[] => {
  const {id, outcome, error, source, endedAt} = fromWire<Turn>(wire);
  if (outcome !== 'failed' && outcome !== 'aborted') return [];
  return [{turnId: id, at: endedAt ?? 0, outcome, source, error}];
};

type PageStart = Pick<Params<'session.history'>, 'before' | 'after' | 'oldest'>;

const PAGE = 100;
