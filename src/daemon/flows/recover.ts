// What a start finds of the previous daemon's end: turns that ran are told as interrupted and never answered twice; turns
// that waited are gone on with; runs are carried on from the step that is stored.
import type {Run} from '../../shared/jobs.ts';
import type {Turn} from '../../shared/turn.ts';
import type {World} from '../ports.ts';
import type {Router} from '../router.ts';
import type {SessionBook} from '../sessions/session-book.ts';

export type RecoverDeps = World & {
  readonly router: Pick<Router, 'resume'>;
  readonly book: SessionBook;
  readonly carryOn: (run: Run) => void;
};

export type Recovery = {
  /** How many turns had been running. */
  readonly interrupted: number;
  /** Goes on with what waited. Call it when the house is open. */
  readonly goOn: () => void;
};

/** Ends what was interrupted, in one transaction; then says what there is to go on with. */
export const recover = (deps: RecoverDeps): Recovery => {
  const {store} = deps;
  const interrupted = store.turns.inState('running');
  const waiting = store.turns.inState('queued');
  // What a job said to a session is said again by its run, which knows how far it got.
  const orphans = waiting.filter(belongsToRun);
  const runs = store.runs.list({status: 'running', limit: MOST_RUNS});
  store.transact(emit => {
    for (const turn of [...interrupted, ...orphans]) {
      const error = turn.state === 'running' ? INTERRUPTED : NEVER_STARTED;
      store.turns.put({...turn, state: 'ended', endedAt: deps.clock.now(), outcome: 'aborted', error});
      emit({
        type: 'turn.ended',
        session: turn.session,
        cause: turn.id,
        trust: turn.trust,
        turnId: turn.id,
        outcome: 'aborted',
        error,
        source: turn.source,
      });
      deps.book.changed(turn.session, emit);
    }
    for (const run of runs) if (run.output === undefined) store.runs.update({...run, attempt: run.attempt + 1});
  });
  return {
    interrupted: interrupted.length,
    goOn: () => {
      for (const turn of waiting) if (!belongsToRun(turn)) void deps.router.resume(turn);
      for (const run of runs) deps.carryOn(store.runs.get(run.id) ?? run);
    },
  };
};

const belongsToRun = ({source}: Turn): boolean => source.kind === 'cron' || source.kind === 'reminder';

const INTERRUPTED =
  'The daemon ended while this was being worked on. It was not answered a second time by itself: ask again if you still want it.';
const NEVER_STARTED = 'The daemon ended before this began; its job says it again.';
const MOST_RUNS = 10_000;
