// Runs the agent's tools: checks that the tool exists and the session may use it, runs it, and limits its output. Every
// result is an output, and a stopped turn gets one at once.
import type {Address} from '../../shared/records/address.ts';
import type {ToolCall} from '../../shared/records/message.ts';
import {addressOfSession, purposeOf, type SessionKey, type SessionPurpose} from '../../shared/records/session-key.ts';
import {reaches, type TextLimit, type Trust, trustForEffects} from '../../shared/records/trust.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';

import type {Clock} from '../../shared/time/clock.ts';
import type {Log} from '../ports/system.ts';
import type {Tool, ToolContext, ToolOutput} from '../ports/tool.ts';
import {OUTPUT_LIMIT, withinLimit} from './output-limit.ts';

/** The facts that decide which tools a turn gets. */
type TurnTools = {
  readonly trust: Trust;
  /** @default any conversation */
  readonly session?: SessionKey;
  /** The texts from elsewhere that it has read. @default nothing */
  readonly limits?: readonly TextLimit[];
  /** The address that the turn answers. @default the session's own address */
  readonly replyTo?: Address;
};

/** `isStopped`: the turn was stopped first, so it isn't known what the tool did. */
type ToolRun = ToolOutput & {readonly tookMs: number; readonly isStopped?: true};

export type ToolBox = {
  /** The tools for a turn. Its model sees no others. */
  offered(turn: TurnTools): readonly Tool[];
  /** One-line summary of a call. Empty for an unknown tool. */
  summarize(call: Pick<ToolCall, 'name' | 'input'>): string;
  /** Never rejects. Resolves at once when the context's signal is aborted. */
  run(call: ToolCall, context: ToolContext): Promise<ToolRun>;
};

export const createToolBox = ({
  tools,
  clock,
  log,
  withoutSecrets = text => text,
}: {
  readonly tools: readonly Tool[];
  readonly clock: Clock;
  readonly log: Log;
  /** Redacts the daemon's secrets before a model sees an output or it is stored. @default redacts nothing */
  readonly withoutSecrets?: (text: string) => string;
}): ToolBox => {
  const named = (name: string): Tool | undefined => tools.find(({spec}) => spec.name === name);

  const offered: ToolBox['offered'] = ({trust, session, limits = [], replyTo}) => {
    const address = replyTo ?? (session && addressOfSession(session));
    const purpose = session === undefined ? 'conversation' : purposeOf(session);
    const forEffects = trustForEffects(trust, limits);
    // A reflection has the agent's notes before it, and nobody watches.
    const staysIn = purpose === 'reflection' && limits.length > 0;
    return tools
      .filter(
        ({needs, isReadOnly, reachesOut, purposes = USUAL_PURPOSES}) =>
          reaches(isReadOnly ? trust : forEffects, needs) && purposes.includes(purpose) && !(staysIn && reachesOut),
      )
      .filter(({isOffered}) => isOffered === undefined || isOffered(address));
  };

  const prepare = (name: string, context: ToolContext): Tool | ToolOutput => {
    const open = offered(context);
    const tool = open.find(({spec}) => spec.name === name);
    if (tool !== undefined) return tool;
    const names = open.map(({spec}) => spec.name).join(', ');
    const instead = names === '' ? 'This conversation has no tools.' : `There are: ${names}.`;
    const known = named(name);
    const problem =
      known === undefined ? `No tool "${name}"` : `The tool ${name} may not be used here${whyNot(known, context)}`;
    return {ok: false, text: `${problem}. ${instead}`};
  };

  const finalize = ({text, ...output}: ToolOutput): ToolOutput => {
    const kept = withinLimit(withoutSecrets(text.toWellFormed()), OUTPUT_LIMIT);
    return {...output, text: kept.trim() === '' ? '(no output)' : kept};
  };

  const execute = async (tool: Tool, input: unknown, context: ToolContext): Promise<ToolOutput> => {
    try {
      return await tool.run(input, context);
    } catch (error) {
      log.error({tool: tool.spec.name, session: context.session, reason: errorMessage(error)}, 'A tool threw.');
      return {ok: false, text: `${tool.spec.name} failed: ${errorMessage(error)}`};
    }
  };

  return {
    offered,
    summarize: ({name, input}) => withoutSecrets(named(name)?.summarize(input) ?? ''),
    run: async ({name, input}, context) => {
      const startedAt = clock.now();
      const tool = prepare(name, context);
      const output = 'spec' in tool ? await orStopped(() => execute(tool, input, context), context.signal) : tool;
      const tookMs = Math.max(0, clock.now() - startedAt);
      return {...finalize(output), tookMs, isStopped: output === STOPPED ? true : undefined};
    },
  };
};

/** Trust as the reason, as a clause. Empty if the tool isn't offered for another reason. */
const whyNot = ({needs, isReadOnly}: Tool, {trust, limits = []}: Pick<TurnTools, 'trust' | 'limits'>): string => {
  if (!reaches(trust, needs)) return `: it needs trust ${needs}, and this conversation has ${trust}`;
  const forEffects = trustForEffects(trust, limits);
  if (isReadOnly === true || reaches(forEffects, needs)) return '';
  return `: it needs trust ${needs}, and what was read here allows only ${forEffects}`;
};

const orStopped = async (work: () => Promise<ToolOutput>, signal: AbortSignal): Promise<ToolOutput> => {
  if (signal.aborted) return STOPPED;
  const stopped = Promise.withResolvers<ToolOutput>();
  // Deferred, so that a tool which handles the signal itself can return its partial output first.
  const stop = (): void => void setImmediate(() => stopped.resolve(STOPPED));
  signal.addEventListener('abort', stop, {once: true});
  try {
    return await Promise.race([work(), stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

const USUAL_PURPOSES: readonly SessionPurpose[] = ['conversation', 'job'];
const STOPPED: ToolOutput = {ok: false, text: 'Stopped before it was done.'};
