// Finds the turns of a run. A run's message has a key of run id and attempt, so that runs don't mix and no attempt
// starts twice.
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {AlarmId, ReminderId, RunId} from '../../shared/records/ids.ts';
import type {Run} from '../../shared/records/jobs/jobs.ts';
import {RUN_KIND_FACTS} from '../../shared/records/jobs/run-kinds.ts';
import type {Message} from '../../shared/records/message.ts';
import {isRunIn} from '../../shared/records/session-key.ts';
import {storedLimits, type TextLimit} from '../../shared/records/trust.ts';
import type {Turn} from '../../shared/records/turn.ts';
import type {Store} from '../ports/store.ts';
import {limitsOfTurn} from './context-trust.ts';
import {hasCalls} from './open-calls.ts';

/** The message key of an attempt at a run. */
export const attemptKey = (id: RunId, attempt: number): string => `${id}#${attempt}`;

/** The run that this turn executes. Undefined for other turns, and for one that only announces a run. */
export const runOfTurn = ({messages, runs}: Pick<Store, 'messages' | 'runs'>, {id, session}: Turn): Run | undefined => {
  const runId = messages.ofTurn(id)[0]?.runId;
  const run = runId === undefined ? undefined : runs.get(runId);
  return run !== undefined && isRunIn(session, run) ? run : undefined;
};

/** The interrupted turn of a run's current attempt, which goes on. Undefined if the attempt starts with its prompt. */
export const turnToGoOn = (
  {messages, turns}: Pick<Store, 'messages' | 'turns'>,
  {id, attempt}: Run,
): Turn | undefined => {
  const turnId = messages.byKey(attemptKey(id, attempt))?.turnId;
  const turn = turnId === undefined ? undefined : turns.get(turnId);
  return turn?.outcome === 'aborted' && hasCalls(messages.ofTurn(turn.id)) ? turn : undefined;
};

/** The turns of a run's attempts, oldest first, without its announcements in other sessions. */
const turnsOfRun = ({messages, turns}: Pick<Store, 'messages' | 'turns'>, {id, attempt}: Run): readonly Turn[] =>
  Array.from({length: attempt}, (_, index) => messages.byKey(attemptKey(id, index + 1))?.turnId).flatMap(turnId => {
    const turn = turnId === undefined ? undefined : turns.get(turnId);
    return turn === undefined ? [] : [turn];
  });

/** The model of a run's last turn. Undefined if the run had none. */
export const modelOfRun = (store: Pick<Store, 'messages' | 'turns'>, run: Run): string | undefined =>
  turnsOfRun(store, run).at(-1)?.model;

/**
 * The texts from elsewhere that a run has read, and so its result holds: its turns', those of the reminder or
 * alarm that it rings, and those in the output of its commands. Undefined if there are none.
 */
export const limitsOfRun = (
  store: Pick<Store, 'messages' | 'turns' | 'reminders' | 'alarms' | 'preTools' | 'fileLimits'>,
  run: Run,
): readonly TextLimit[] | undefined =>
  storedLimits(
    ...turnsOfRun(store, run).map(({id}) => limitsOfTurn(store, id)),
    run.kind === 'reminder' ? store.reminders.get(run.name as ReminderId)?.limits : undefined,
    run.kind === 'alarm' ? store.alarms.get(run.name as AlarmId)?.limits : undefined,
    ...[...store.preTools.of(run.id).map(({output}) => output), run.error].map(text =>
      text === undefined ? undefined : store.fileLimits.of(text),
    ),
  );

/** The texts from elsewhere in a sent message: those of the turn that wrote it, or of its run. */
export const limitsOfDelivery = (
  store: Parameters<typeof limitsOfRun>[0] & Pick<Store, 'runs'>,
  {turnId, runId}: Pick<Delivery, 'turnId' | 'runId'>,
): readonly TextLimit[] | undefined => {
  const run = runId === undefined ? undefined : store.runs.get(runId);
  return storedLimits(turnId && limitsOfTurn(store, turnId), run && limitsOfRun(store, run));
};

/**
 * The messages of a run: prompt, tool calls and answer. Without a turn: the messages that the run added to
 * conversations.
 */
export const transcriptOf = (store: Pick<Store, 'messages' | 'turns'>, run: Run): readonly Message[] => {
  const turns = turnsOfRun(store, run);
  return turns.length > 0
    ? turns.flatMap(turn => store.messages.ofTurn(turn.id))
    : store.messages.ofRun(run.id).filter(({turnId}) => turnId === undefined);
};

/** Deletes the messages of deleted runs, in the current transaction. */
export const forgetTranscripts = (
  store: Pick<Store, 'messages' | 'turns' | 'sessions'>,
  runs: readonly Run[],
): void => {
  for (const run of runs) {
    for (const turn of turnsOfRun(store, run)) {
      for (const message of store.messages.ofTurn(turn.id)) store.messages.remove(message.id);
      store.turns.remove(turn.id);
    }
    // A run with an id has its own session, which gets no further messages.
    const {named, session} = RUN_KIND_FACTS[run.kind];
    if (named === 'by id' && session === 'own') store.sessions.removeEmpty(run.session);
  }
};
