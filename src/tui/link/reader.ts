// Reading: history pages when they are needed, and the mark of what has been seen. Follows the state; asks for each thing once.

import type {Result} from '../../ipc/protocol.ts';
import type {MessageId} from '../../shared/ids.ts';
import type {Message} from '../../shared/message.ts';
import type {SessionKey} from '../../shared/session-key.ts';
import type {Ending, HistoryPage} from '../../shared/transcript.ts';
import type {Turn} from '../../shared/turn.ts';
import {fromWire, type Wire} from '../../shared/wire.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {openTranscript, readTarget} from '../store/selectors.ts';
import type {GatewayClient} from './gateway-client.ts';

export type Reader = Disposable & {
  /** The page before the oldest message that is held, if there is one. */
  older(): void;
  /** The same; resolves with whether there was one. */
  olderPage(): Promise<boolean>;
};

type ReaderDeps = {readonly store: AppStore; readonly call: GatewayClient['call']};

export const startReader = ({store, call}: ReaderDeps): Reader => {
  let marked: {readonly session: SessionKey; readonly upTo: MessageId} | undefined;

  /** The session whose page could not be had. */
  let refused: SessionKey | undefined;

  const fetch = async (session: SessionKey, which: 'newest' | 'older', before?: MessageId): Promise<void> => {
    store.dispatch({type: 'fetching', session, which});
    try {
      const page = await call('session.history', {session, limit: PAGE, ...(before === undefined ? {} : {before})});
      store.dispatch({type: 'history', session, which, page: pageOf(page)});
    } catch {
      // While there is no connection nobody asks; otherwise it is asked again when the session is opened again.
      if (store.get().ui.connection.kind === 'live') refused = session;
      store.dispatch({type: 'fetch-failed'});
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
      void fetch(ui.session, 'newest');
    }
    const target = readTarget(state);
    if (target === undefined || (marked?.session === target.session && marked.upTo === target.upTo)) return;
    marked = target;
    call('session.read', target).catch(() => {
      marked = undefined;
    });
  };

  const unsubscribe = store.subscribe(follow);
  const olderPage = async (): Promise<boolean> => {
    const {ui} = store.get();
    const transcript = openTranscript(store.get());
    const [oldest] = transcript?.messages ?? [];
    if (ui.session === undefined || oldest === undefined || transcript?.more !== true) return false;
    if (ui.fetching !== undefined || ui.connection.kind !== 'live') return false;
    await fetch(ui.session, 'older', oldest.id);
    return openTranscript(store.get())?.messages[0] !== oldest;
  };
  return {
    older: () => void olderPage(),
    olderPage,
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
  return [{turnId: id, at: endedAt ?? 0, outcome, source, ...(error === undefined ? {} : {error})}];
};

const PAGE = 100;
