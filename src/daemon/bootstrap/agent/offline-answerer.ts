// Answers without a language model, loaded with the first turn that has none.
import type {AnswerOffline} from '../../turns/offline-turn.ts';
import type {ServicesPart} from '../build-services.ts';
import type {StorePart} from '../build-store.ts';
import type {AgentToolsDeps} from './agent-tools.ts';

type OfflineAnswererDeps = {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly jobs: AgentToolsDeps['jobs'];
};

export const createOfflineAnswering =
  ({store: {world, agent}, services, jobs}: OfflineAnswererDeps): AnswerOffline =>
  async asked => {
    const {createOfflineAnswerer} = await import('../../flows/offline/answer-offline.ts');
    const loadFindWhen = async () => (await import('../../schedule/moments/human-time.ts')).findWhen;
    return createOfflineAnswerer({...world, agent, reminderService: services.reminders, jobs, loadFindWhen})(asked);
  };
