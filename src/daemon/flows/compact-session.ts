// Compaction: replaces the older part of a conversation in the model's context by a summary. The database keeps all
// messages, and a failed summary changes nothing.

import type {TurnId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import type {Core} from '../core.ts';
import type {ModelChoice} from '../ports/model.ts';
import {decideCut} from '../sessions/compaction.ts';
import {limitsOfContext} from '../turns/context-trust.ts';
import type {StepEnd, StepRequest} from '../turns/model-step.ts';
import {promptMessages, withRequest} from '../turns/prompt/turn-history.ts';

type CompactDeps = Core & {
  readonly runStep: (request: StepRequest) => Promise<StepEnd>;
};

export type Compactor = {
  /** Before a step: compacts the conversation if the context is nearly full, or always if forced. Never rejects. */
  readonly compactContext: (
    turn: Pick<Turn, 'id' | 'session'>,
    choice: ModelChoice,
    signal: AbortSignal,
    force: boolean,
  ) => Promise<void>;
  /**
   * The context of a turn that reads another conversation: the newest part that fits beside the turn's own messages.
   * Changes nothing.
   */
  readonly readBeside: (
    turn: Pick<Turn, 'id' | 'session'>,
    reads: SessionKey,
    choice: ModelChoice,
    force: boolean,
  ) => readonly Message[];
  /** Manual compaction. Rejects with a sentence if there is nothing to summarize or no model for it. */
  readonly compact: (session: SessionKey, choice: ModelChoice, signal: AbortSignal) => Promise<void>;
};

export const createCompactor = (deps: CompactDeps): Compactor => {
  const {store, log} = deps;

  const summarize = async (
    {session, seenBy}: {readonly session: SessionKey; readonly seenBy?: TurnId},
    choice: ModelChoice,
    signal: AbortSignal,
    force: boolean,
  ): Promise<boolean> => {
    const messages = store.messages.context(session, seenBy);
    const cut = decideCut(messages, {contextTokens: choice.contextTokens, force});
    const last = cut?.older.at(-1);
    if (cut === undefined || last === undefined) return false;
    const end = await deps.runStep({
      choices: [choice],
      system: SUMMARY_PROMPT,
      messages: withRequest(
        promptMessages(withSummary(cut.older, store.sessions.get(session)?.summary)),
        SUMMARY_REQUEST,
      ),
      tools: [],
      signal,
      clock: deps.clock,
      log,
      onText: () => {},
    });
    if (end.kind !== 'answered' || end.text.trim() === '') {
      const why = end.kind === 'failed' ? end.error : 'the model returned no summary.';
      throw new GatewayError('failed', `Couldn't summarise the conversation: ${why}`);
    }
    store.transact(emit => {
      const kept = store.sessions.get(session);
      if (kept === undefined) return;
      const limits = limitsOfContext(cut.older, kept);
      const rest = {...kept, summaryLimits: undefined};
      const summaryLimits = limits.length === 0 ? undefined : limits;
      store.sessions.put({...rest, summary: end.text, summarizedTo: last.id, summaryLimits});
      const message = store.messages.add({
        id: deps.ids.next('msg'),
        session,
        role: 'system',
        text: `The model now sees a summary instead of ${cut.older.length} earlier messages. You can still read them here.`,
        at: deps.clock.now(),
        source: {kind: 'system', name: 'compaction'},
      });
      emit({type: 'message.added', session, trust: kept.trust, message});
      deps.index.changed(session, emit);
    });
    log.info({session, messages: cut.older.length}, 'A conversation was summarised.');
    return true;
  };

  return {
    compactContext: async ({id, session}, choice, signal, force) => {
      await summarize({session, seenBy: id}, choice, signal, force).catch((error: unknown) => {
        log.warn({session}, `Continued without summarising older messages: ${errorMessage(error)}`);
      });
    },
    readBeside: ({id, session}, reads, {contextTokens}, force) => {
      const read = store.messages.context(reads);
      const all = [...read, ...store.messages.context(session, id)];
      const cut = decideCut(all, {contextTokens, force});
      // The turn's own messages start with its task and stay complete.
      return cut === undefined ? all : withNoteOfMore(all.slice(Math.min(cut.older.length, read.length)));
    },
    compact: async (session, choice, signal) => {
      if (choice.name === 'offline') {
        throw new GatewayError(
          'unavailable',
          "The offline assistant can't summarise. Connect a model with agent.model.",
        );
      }
      const done = await summarize({session}, choice, signal, true);
      if (!done) throw new GatewayError('conflict', 'There is nothing to summarise in this conversation yet.');
    },
  };
};

/** The new summary includes the earlier one, so that nothing gets lost. */
const withSummary = (older: readonly Message[], summary: string | undefined): readonly Message[] => {
  const [first] = older;
  if (summary === undefined || first === undefined) return older;
  const line = {...first, toolCalls: undefined, tool: undefined, turnId: undefined, frame: undefined, runId: undefined};
  return [{...line, role: 'user', text: summary, source: {kind: 'system'}, frame: {kind: 'summary'}}, ...older];
};

const withNoteOfMore = (messages: readonly Message[]): readonly Message[] => {
  const [first] = messages;
  if (first === undefined) return messages;
  const {id, session, at} = first;
  const note = {id, session, at, role: 'system', text: MORE, source: {kind: 'system'}} as const;
  return [note, ...messages];
};

const MORE = 'Earlier messages of this conversation are not shown.';
const SUMMARY_PROMPT =
  'You keep the memory of a conversation between a person and their agent. You answer with the summary only, in plain text.';
const SUMMARY_REQUEST =
  'Summarise the conversation so far for your own later use; it replaces what you see of it. Keep word for word: names, ' +
  'dates and times with their zone, ids, numbers, paths, commands, addresses. Keep what was decided and why, what was ' +
  'promised and is still open, what the person prefers, what was tried and failed, and which tools changed what. Leave out ' +
  'greetings and repetition. Write short lines under the headings: Person, Facts, Decisions, Open, Done.';
