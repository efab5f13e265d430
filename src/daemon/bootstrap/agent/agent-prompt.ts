// Builds the system prompt of a turn from its session and its cause.

import type {AlarmId} from '../../../shared/records/ids.ts';
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import {limitOfTools, type TextLimit} from '../../../shared/records/trust.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import type {World} from '../../ports/system.ts';
import type {Tool} from '../../ports/tool.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {seesOwnOnly} from '../../turns/own-messages.ts';
import {createTurnPrompt, limitsOfNotes} from '../../turns/prompt/turn-prompt.ts';
import type {TurnJob} from '../../turns/turn-job.ts';

type AgentPromptDeps = Pick<World, 'clock' | 'store'> & {
  readonly files: WorkspaceFiles;
  readonly agent: () => string;
  /** The tool that sends the turn's reply, where its text isn't sent by itself. */
  readonly sendTool: (turn: Turn) => string | undefined;
};

type SystemPrompt = (job: TurnJob, tools: readonly Tool[], limits: readonly TextLimit[]) => Promise<string>;

export const createSystemPrompt = ({clock, store, files, agent, sendTool}: AgentPromptDeps): SystemPrompt => {
  const promptFor = createTurnPrompt({workspace: files, agentName: agent});
  return ({turn, zone, attempt = 1, reads}, offered, limits) => {
    const {session, trust, user, promptChannel, source} = turn;
    const isOwnOnly = seesOwnOnly(turn);
    const summary = isOwnOnly ? undefined : store.sessions.get(reads ?? session)?.summary;
    // A program gets no notes about the person, either.
    const owner = isOwnOnly ? undefined : store.sessions.get(session)?.user;
    const tools = offered.map(({spec}) => spec.name);
    const byTool = sendTool(turn);
    return promptFor({
      session,
      trust,
      zone,
      now: clock.now(),
      source,
      setByHand: source.kind === 'alarm' && wasSetByHand(store.alarms.get(source.name as AlarmId)),
      tools,
      attempt,
      user,
      owner,
      promptChannel,
      summary,
      limit: limitOfTools(limits),
      sendTool: byTool !== undefined && tools.includes(byTool) ? byTool : undefined,
    });
  };
};

/** The texts from elsewhere in the notes that the prompt of a turn holds. A program gets no notes about the person. */
export const createNotesRead =
  ({store, files}: Pick<AgentPromptDeps, 'store' | 'files'>) =>
  async ({turn}: Pick<TurnJob, 'turn'>): Promise<readonly TextLimit[]> => {
    if (seesOwnOnly(turn)) return [];
    const {session, trust, user} = turn;
    return await limitsOfNotes(files, {session, trust, user, owner: store.sessions.get(session)?.user});
  };

const wasSetByHand = (alarm: Alarm | undefined): boolean => alarm !== undefined && alarm.turnId === undefined;
