// Answers without a language model.

import type {Turn} from '../../../shared/records/turn.ts';
import type {CronEditor} from '../../flows/cron/edit-cron.ts';
import type {CronSource} from '../../flows/cron/fire-cron.ts';
import {createOfflineAnswerer} from '../../flows/offline/answer-offline.ts';
import {findProgram} from '../../system/find-program.ts';
import type {AnswerOffline} from '../../turns/offline-turn.ts';
import type {Base, ServicesPart} from '../parts.ts';
import type {AgentToolsDeps} from './agent-tools.ts';

type OfflineAnswererDeps = Pick<Base, 'core' | 'timeReaders' | 'terminals' | 'env' | 'places'> & {
  readonly services: ServicesPart;
  readonly jobs: AgentToolsDeps['jobs'];
  readonly cron: () => CronSource;
  readonly cronEditor: Pick<CronEditor, 'create' | 'edit' | 'remove'>;
};

export const createOfflineAnswering =
  ({core, timeReaders, terminals, services, jobs, cron, cronEditor, env, places}: OfflineAnswererDeps): AnswerOffline =>
  async asked => {
    const {findWhen, locale} = timeReaders;
    // The locale that a person configured, else their terminal's, else the daemon's.
    const localeFor = ({user, promptChannel = 'terminal'}: Turn): string =>
      core.people.localeOf(user) ?? (promptChannel === 'terminal' ? terminals.locale() : undefined) ?? locale();
    const {create, edit, remove} = cronEditor;
    return createOfflineAnswerer({
      ...core,
      reminderService: services.reminders,
      jobs,
      cron: {...cron(), create, edit, remove},
      // "rooster status" is a command, also where rooster isn't on the daemon's PATH.
      isProgram: name => name === 'rooster' || findProgram(name, env['PATH'], places.workspace) !== undefined,
      locale: localeFor,
      findWhen,
    })(asked);
  };
