// Builds the operations on conversations, and what follows them.
import {mainSession, type SessionKey, sessionOfTarget} from '../../shared/records/session-key.ts';
import {modelProblem} from '../config/model-names.ts';
import {type ConversationService, createConversationService} from '../flows/conversations/conversation-service.ts';
import {followTitles} from '../flows/conversations/follow-titles.ts';
import {createSessionService, type SessionService} from '../flows/session-service.ts';
import type {AgentPart} from './build-agent.ts';
import type {SchedulePart} from './build-schedule.ts';
import type {ServicesPart} from './build-services.ts';
import type {StorePart} from './build-store.ts';

type ConversationOptions = {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly agent: AgentPart;
  readonly schedule: Pick<SchedulePart, 'escalations'>;
};

type ConversationsPart = {
  readonly sessionService: SessionService;
  readonly conversations: ConversationService;
  /** Improves titles until disposed. */
  readonly follow: () => AsyncDisposable;
};

export const buildConversations = ({
  store,
  services,
  agent,
  schedule: {escalations},
}: ConversationOptions): ConversationsPart => {
  const {world, config, people} = store;
  const sessionService = createSessionService({...world, ...services, ...agent, shown: escalations.shown});
  return {
    sessionService,
    conversations: createConversationService({
      ...world,
      ...services,
      agent: store.agent,
      worker: store.sessionWorker,
      trustOf: people.trustOf,
      ownSession: user => ownSession(store, user),
      withdrawQueued: sessionService.withdrawQueued,
      neededBy: session => neededBy(store, session),
      modelProblem: model => modelProblem(config.current(), model),
    }),
    follow: () => followTitles({...world, index: services.index, models: agent.models, runStep: agent.runStep}),
  };
};

const ownSession = ({agent, people}: StorePart, user: string | undefined): SessionKey => {
  const own = user === undefined || user === people.owner() ? undefined : people.conversationOf(user);
  return own ?? mainSession(agent());
};

const neededBy = ({config, agent}: StorePart, session: SessionKey): string | undefined => {
  const [hook] =
    Object.entries(config.current().hooks).find(([, {target}]) => sessionOfTarget(agent(), target) === session) ?? [];
  return hook === undefined ? undefined : `The hook "${hook}" writes there. Change hooks.${hook}.target first.`;
};
