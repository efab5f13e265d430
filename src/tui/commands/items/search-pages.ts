// Searching further back than what is held: the daemon says which message has the words, and the pages up to it are read, so
// that the conversation stays whole.
import {instantOfIso} from '../../../shared/time.ts';
import {isPickable, wordsOfItem} from '../../conversation/picked.ts';
import {openTranscript} from '../../store/selectors.ts';
import type {Doors} from '../doors.ts';
import {request, say} from '../session-actions.ts';

export const searchOlderPages = async (doors: Doors, query: string): Promise<void> => {
  const {store, view, link} = doors;
  const {session} = store.get().ui;
  const none = (): void => say(doors, 'ok', `no older message has "${query}"`);
  if (session === undefined || openTranscript(store.get())?.more !== true) return none();
  const answer = await request(doors, 'message.search', {text: query, session, limit: 1_000});
  if (answer === undefined) return;
  const held = new Set(openTranscript(store.get())?.messages.map(({id}) => id));
  const oldest = openTranscript(store.get())?.messages[0];
  const found = answer.messages
    .filter(({id, at}) => !held.has(id) && (oldest === undefined || instant(at) <= oldest.at))
    .toSorted((a, b) => instant(b.at) - instant(a.at))[0];
  if (found === undefined) return none();
  say(doors, 'ok', 'reading older messages');
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const {ui} = store.get();
    // Whoever went on elsewhere is not thrown back.
    if (ui.session !== session || ui.browse === undefined || ui.search?.query !== query) return;
    const item = view
      .items(store.get())
      .filter(isPickable)
      .find(one => one.id === found.id && wordsOfItem(one).toLowerCase().includes(query.toLowerCase()));
    if (item !== undefined) {
      store.dispatch({type: 'browse', item: item.id, scroll: view.revealed(store.get(), item.id)});
      store.dispatch({type: 'toasts-seen'});
      return;
    }
    if (!(await link.reader.olderPage())) return none();
  }
  say(doors, 'warn', `"${query}" stands more than ${MOST_PAGES} pages back`);
};

const instant = (at: string): number => instantOfIso(at) ?? 0;

const MOST_PAGES = 200;
