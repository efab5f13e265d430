// Runs the tools that a model calls in a step. Each call is stored before it runs, its answer after.
import type {ToolCall} from '../../shared/records/message.ts';
import {type TextLimit, trustForEffects} from '../../shared/records/trust.ts';
import {replyAddress, type Turn} from '../../shared/records/turn.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {offlineCalls} from './offline-turn.ts';
import type {OpenCall} from './open-calls.ts';
import {seesOwnOnly} from './own-messages.ts';
import type {ToolRun, TurnDeps, TurnJob, TurnTools} from './turn-job.ts';
import {keepToolAnswer, keepToolUse} from './turn-record.ts';

type ToolUse = {
  readonly deps: TurnDeps;
  readonly job: TurnJob;
  readonly signal: AbortSignal;
  readonly tools: TurnTools;
  readonly offered: readonly Tool[];
  /** The texts from elsewhere that the turn has read. */
  readonly limits: readonly TextLimit[];
  readonly calls: readonly (ToolCall | OpenCall)[];
  /** Until it is disposed, the turn's time limit does not run. */
  readonly whileWaiting: () => Disposable;
  /** The calls that had begun before an interruption. @default none */
  readonly begun?: ReadonlySet<string>;
};

/**
 * Runs the tool calls one after the other. Returns true if the turn was stopped; the remaining calls then have no
 * answer.
 */
export const runTools = async (use: ToolUse): Promise<boolean> => {
  const {deps, job, tools, offered, limits, calls, signal} = use;
  const {turn} = job;
  for (const call of calls) {
    if (signal.aborted) return true;
    const tool = offered.find(({spec}) => spec.name === call.name);
    const fields = {turnId: turn.id, callId: call.callId, name: call.name, summary: tool?.summarize(call.input) ?? ''};
    const again = use.begun?.has(call.callId) === true;
    if (again && tool?.isReadOnly !== true && tool?.mayRunAgain?.(call.input) !== true) {
      keepToolAnswer(deps, turn, fields, {ok: false, text: outcomeUnknown(call.name), tookMs: 0, unknown: true});
      continue;
    }
    const isOffline = call.callId.startsWith(offlineCalls(turn));
    const context: ToolContext = {
      session: turn.session,
      turnId: turn.id,
      callId: call.callId,
      trust: tool?.isReadOnly ? turn.trust : trustForEffects(turn.trust, limits),
      limits,
      // The offline assistant acts for the person, wherever they wrote.
      user: turn.user,
      replyTo: isOffline ? undefined : replyAddress(turn),
      zone: job.zone,
      atTerminal: isTyped(turn) ? true : undefined,
      again: again || undefined,
      askedAt: 'askedAt' in call ? call.askedAt : undefined,
      seesOwnOnly: seesOwnOnly(turn) ? true : undefined,
      signal,
    };
    const isAllowed = !isForbidden(job, call);
    // The offline assistant does what the person wrote.
    const isCleared = tool === undefined || !isAllowed || isOffline;
    const cleared = isCleared
      ? ({kind: 'run', input: call.input, accepted: undefined, asked: undefined} as const)
      : await deps.clear({tool, call, context, turn, allow: job.allow, whileWaiting: use.whileWaiting});
    if (cleared.kind === 'stopped') return true;
    if (!isAllowed || cleared.kind === 'not-run') {
      const text = cleared.kind === 'not-run' ? cleared.text : `This task may not use ${call.name}.`;
      // At once: a call that has begun and has no output yet is carried on after a crash.
      deps.store.transact(() => {
        keepToolUse(deps, turn, fields);
        const {asked} = cleared;
        const how = again ? {unknown: true as const} : {notRun: true as const};
        keepToolAnswer(deps, turn, fields, {ok: false, text, tookMs: 0, asked, ...how});
      });
      continue;
    }
    keepToolUse(deps, turn, fields);
    const answer: ToolRun = await tools.run({...call, input: cleared.input}, {...context, accepted: cleared.accepted});
    // The next start carries the call on.
    if (answer.isStopped && deps.closing.aborted) return true;
    keepToolAnswer(deps, turn, fields, {...answer, asked: cleared.asked});
  }
  return signal.aborted;
};

const outcomeUnknown = (name: string): string =>
  `Interrupted: the daemon stopped while ${name} ran. It isn't known whether it was carried out, and it was not run again. ` +
  'Check if you can, and tell the person.';

const isForbidden = ({onlyTools}: TurnJob, {name}: ToolCall): boolean => onlyTools?.includes(name) === false;

const isTyped = ({source}: Turn): boolean => source.kind === 'user' && source.channel === 'terminal';
