// Searches beyond the held messages: the daemon finds the message, and all pages up to it are loaded, so that the
// conversation has no gap.

import {isPartial, partsOf} from '../../../shared/events/transcript.ts';
import {fromWire} from '../../../shared/fields/wire.ts';
import {spokenIn} from '../../../shared/record-text/sentinels.ts';
import type {MessageId} from '../../../shared/records/ids.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {isPickable, nextMatch, wordsOfItem} from '../../conversation/picked.ts';
import {openTranscript} from '../../state/selectors.ts';
import {clearToasts, selectItem} from '../../store/ui-changes.ts';
import type {CommandPorts} from '../command-ports.ts';
import {request, say} from '../session-actions.ts';
import {inBeginning} from './far-history.ts';

export const searchOlderPages = async (ports: CommandPorts, query: string): Promise<void> => {
  const {store, view, link} = ports;
  const {session} = store.get().ui;
  const none = (): void => say(ports, 'ok', `No older message has "${query}".`);
  const transcript = openTranscript(store.get());
  if (session === undefined || transcript === undefined || !isPartial(transcript)) return none();
  const [oldest] = partsOf(transcript).rest.messages;
  const found = await olderHit(ports, {session, query, before: oldest?.id});
  if (found === 'failed') return;
  if (found === undefined) return none();
  say(ports, 'ok', 'Loading older messages…');
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const {ui} = store.get();
    // A person who has moved on stays where they are.
    if (ui.session !== session || ui.browse === undefined || ui.search?.query !== query) return;
    const item = view
      .items(store.get())
      .filter(isPickable)
      .find(pickable => pickable.id === found.id && wordsOfItem(pickable).toLowerCase().includes(query.toLowerCase()));
    if (item !== undefined) {
      store.update(selectItem(item.id, view.revealed(store.get(), item.id)));
      store.update(clearToasts);
      return;
    }
    if (!(await link.reader.olderPage())) return none();
  }
  say(ports, 'warn', `"${query}" is more than ${MOST_PAGES} pages back.`);
};

/** Searches downwards from the first messages: page by page until the gap is closed. */
export const searchNewerPages = async (ports: CommandPorts, query: string): Promise<void> => {
  const {store, view, link} = ports;
  const {session, browse} = store.get().ui;
  for (let page = 0; page < MOST_PAGES && inBeginning(store.get().ui); page += 1) {
    if (!(await link.reader.newerPage())) break;
    const {ui} = store.get();
    if (ui.session !== session || ui.browse !== browse || ui.search?.query !== query) return;
    const found = nextMatch(view.items(store.get()), browse?.item ?? '', query, 1);
    if (found === undefined) continue;
    store.update(selectItem(found.id, view.revealed(store.get(), found.id)));
    return;
  }
  say(ports, 'ok', `No newer message has "${query}".`);
};

type Wanted = {readonly session: SessionKey; readonly query: string; readonly before: MessageId | undefined};

/** The newest older message with a visible match: tool output is folded, and long messages are cut. */
const olderHit = async (
  ports: CommandPorts,
  {session, query, before}: Wanted,
): Promise<Message | 'failed' | undefined> => {
  const answer = await request(ports, 'message.search', {
    text: query,
    session,
    literal: true,
    limit: HITS,
    before,
  });
  if (answer === undefined) return 'failed';
  const hits = answer.messages.map(message => fromWire<Message>(message));
  const seen = hits.find(hit => hit.role !== 'tool' && spokenIn(hit).toLowerCase().includes(query.toLowerCase()));
  const last = hits.at(-1);
  if (seen !== undefined || last === undefined || hits.length < HITS) return seen;
  return await olderHit(ports, {session, query, before: last.id});
};

const HITS = 50;
const MOST_PAGES = 200;
