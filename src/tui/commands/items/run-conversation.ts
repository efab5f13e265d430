// A run's own conversation as a child view of what the person looks at.
import {sameData} from '../../../shared/fields/same-data.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {kindName} from '../../../shared/records/jobs/run-kinds.ts';
import {isIsolated} from '../../../shared/records/session-key.ts';
import {briefly, shortWhen} from '../../nouns/format/format-noun.ts';
import type {AppState} from '../../state/app-state.ts';
import {daemonNow, openTranscript} from '../../state/selectors.ts';
import type {CommandPorts} from '../command-ports.ts';
import {request, say} from '../session-actions.ts';

/** The reason why a run has no conversation to open; undefined if it has one. */
export const noConversation = ({gateway, ui}: AppState, run: Run | undefined): string | undefined => {
  if (run === undefined) return 'only a run has a conversation of its own';
  if (!isIsolated(run.session)) return 'the run had no conversation of its own';
  if (!gateway.sessions.has(run.session)) return 'the conversation no longer exists';
  return ui.view === 'chat' && ui.session === run.session ? 'the conversation is already open' : undefined;
};

export const openConversation = async (ports: CommandPorts, run: Run): Promise<void> => {
  const {store} = ports;
  const refusal = noConversation(store.get(), run);
  if (refusal !== undefined) {
    say(ports, 'warn', `open its conversation: ${refusal}`);
    return;
  }
  const name = `${nameOf(run)} ${shortWhen(run.scheduledFor, daemonNow(store.get()))}`;
  store.dispatch({type: 'child', session: run.session, name});
  // A job's runs share one conversation. Its newest messages are those of a run that still works.
  if (run.endedAt !== undefined && store.get().ui.connection.kind === 'live') await showBeginning(ports, run);
};

/** Scrolls to the run's first message. Its conversation was requested before, so that the answer comes first. */
const showBeginning = async (ports: CommandPorts, {id, session}: Run): Promise<void> => {
  const {store, view, link} = ports;
  const ids = (await request(ports, 'run.get', {id}))?.transcript.map(message => message.id) ?? [];
  for (let page = 0; page < MOST_PAGES && ids.length > 0; page += 1) {
    const state = store.get();
    const {ui} = state;
    // A person who has moved on stays where they are.
    if (ui.session !== session || ui.view !== 'chat' || ui.browse !== undefined || ui.scroll.kind !== 'follow') return;
    if (openTranscript(state)?.messages.some(message => message.id === ids[0]) === true) {
      const first = view.items(state).find(item => ids.some(id => id === item.id));
      const scroll = first && view.revealed(state, first.id);
      // On the screen already: the view goes on following new messages.
      if (scroll !== undefined && !sameData(scroll, view.pinned(state))) store.update(ui => ({...ui, scroll}));
      return;
    }
    if (!(await link.reader.olderPage())) return;
  }
};

const nameOf = ({kind, name, delegated}: Run): string => {
  if (kind === 'cron') return name;
  return delegated === undefined ? kindName(kind) : briefly(delegated.task);
};

const MOST_PAGES = 50;
