// Answers without a language model.

import type {Turn} from '../../../shared/records/turn.ts';
import type {CronStarter} from '../../flows/cron/cron-starter.ts';
import type {CronEditor} from '../../flows/cron/edit-cron.ts';
import {createOfflineAnswerer} from '../../flows/offline/answer-offline.ts';
import {findProgram} from '../../system/find-program.ts';
import type {AnswerOffline} from '../../turns/offline-turn.ts';
import type {ServicesPart} from '../build-services.ts';
import type {StorePart} from '../build-store.ts';
import type {DaemonOptions} from '../daemon-options.ts';
import type {AgentToolsDeps} from './agent-tools.ts';

type OfflineAnswererDeps = Pick<DaemonOptions, 'env' | 'places'> & {
  readonly store: StorePart;
  readonly services: ServicesPart;
  readonly jobs: AgentToolsDeps['jobs'];
  readonly cronStarter: CronStarter;
  readonly cronEditor: Pick<CronEditor, 'create' | 'edit' | 'remove'>;
};

export const createOfflineAnswering =
  ({
    store: {world, agent, people, timeReaders},
    services,
    jobs,
    cronStarter,
    cronEditor,
    env,
    places,
  }: OfflineAnswererDeps): AnswerOffline =>
  async asked => {
    const {findWhen, locale} = timeReaders;
    // The locale that a person configured, else their terminal's, else the daemon's.
    const localeFor = ({user, promptChannel = 'terminal'}: Turn): string =>
      people.localeOf(user) ?? (promptChannel === 'terminal' ? services.terminals.locale() : undefined) ?? locale();
    const cron = {...cronStarter, create: cronEditor.create, edit: cronEditor.edit, remove: cronEditor.remove};
    return createOfflineAnswerer({
      ...world,
      agent,
      reminderService: services.reminders,
      jobs,
      cron,
      // "rooster status" is a command, also where rooster isn't on the daemon's PATH.
      isProgram: name => name === 'rooster' || findProgram(name, env['PATH'], places.workspace) !== undefined,
      locale: localeFor,
      findWhen,
    })(asked);
  };
