// Builds the operations on conversations.
import {mainSession, type SessionKey, sessionOfTarget} from '../../shared/records/session-key.ts';
import {modelProblem} from '../config/model-names.ts';
import type {Core} from '../core.ts';
import {createConversationService} from '../flows/conversations/conversation-service.ts';
import {createSessionService} from '../flows/session-service.ts';
import {enclosedOrigins} from './agent/agent-tools.ts';
import type {AgentPart, Base, ConversationsPart, SchedulePart} from './parts.ts';

type ConversationOptions = Pick<Base, 'core' | 'sessionWorker'> & {
  readonly agent: AgentPart;
  readonly schedule: Pick<SchedulePart, 'escalations'>;
};

export const buildConversations = ({
  core,
  sessionWorker,
  agent: {compactor, models, workspace},
  schedule: {escalations},
}: ConversationOptions): ConversationsPart => {
  const sessionService = createSessionService({
    ...core,
    compactor,
    models,
    shown: escalations.shown,
    limitsOfEnclosed: enclosedOrigins(core, workspace),
  });
  return {
    sessionService,
    conversations: createConversationService({
      ...core,
      worker: sessionWorker,
      ownSession: user => ownSession(core, user),
      withdrawQueued: sessionService.withdrawQueued,
      neededBy: session => neededBy(core, session),
      modelProblem: model => modelProblem(core.config(), model),
    }),
  };
};

const ownSession = ({agent, people}: Core, user: string | undefined): SessionKey => {
  const own = user === undefined || user === people.owner() ? undefined : people.conversationOf(user);
  return own ?? mainSession(agent());
};

const neededBy = ({config, agent}: Core, session: SessionKey): string | undefined => {
  const [hook] =
    Object.entries(config().hooks).find(
      ([, {target}]) => target !== undefined && sessionOfTarget(agent(), target) === session,
    ) ?? [];
  return hook === undefined ? undefined : `The hook "${hook}" writes there. Change hooks.${hook}.target first.`;
};
