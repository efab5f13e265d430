// Which turns belong to a run. A run's message is kept under a key made of the run and the attempt, so that what is shown of
// one run is never another's, and an attempt is not begun twice.
import type {RunId} from '../../shared/records/ids.ts';
import type {Run} from '../../shared/records/jobs.ts';
import type {Message} from '../../shared/records/message.ts';
import {RUN_KIND_FACTS} from '../../shared/records/run-kinds.ts';
import type {Turn} from '../../shared/records/turn.ts';
import type {Store} from '../ports/store.ts';

/** The key of the message that begins an attempt at a run. */
export const attemptKey = (id: RunId, attempt: number): string => `${id}#${attempt}`;

/** The turns of a run's attempts, oldest first. What it announced elsewhere is not among them. */
const turnsOfRun = ({messages, turns}: Pick<Store, 'messages' | 'turns'>, {id, attempt}: Run): readonly Turn[] =>
  Array.from({length: attempt}, (_, index) => messages.byKey(attemptKey(id, index + 1))?.turnId).flatMap(turnId => {
    const turn = turnId === undefined ? undefined : turns.get(turnId);
    return turn === undefined ? [] : [turn];
  });

/** What was said in a run: prompt, tools, answer; of one that had no turn, what it put into conversations. */
export const transcriptOf = (store: Pick<Store, 'messages' | 'turns'>, run: Run): readonly Message[] => {
  const turns = turnsOfRun(store, run);
  return turns.length > 0
    ? turns.flatMap(turn => store.messages.ofTurn(turn.id))
    : store.messages.ofRun(run.id).filter(({turnId}) => turnId === undefined);
};

/** Forgets what was said in runs that are no longer kept; in the transaction at hand. */
export const forgetTranscripts = (
  store: Pick<Store, 'messages' | 'turns' | 'sessions'>,
  runs: readonly Run[],
): void => {
  for (const run of runs) {
    for (const turn of turnsOfRun(store, run)) {
      for (const message of store.messages.ofTurn(turn.id)) store.messages.remove(message.id);
      store.turns.remove(turn.id);
    }
    // What has an id has a session of its own, in which nothing more is said.
    const {named, session} = RUN_KIND_FACTS[run.kind];
    if (named === 'by id' && session === 'own') store.sessions.removeEmpty(run.session);
  }
};
