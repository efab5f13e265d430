// All tools of the agent. Imports the schema library, so it loads with the first turn that needs tools, not at the
// start.
import type {Environment} from '../../shared/records/places.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {PolicyConfig} from '../config/config-schema.ts';
import type {Sandbox} from '../ports/sandbox.ts';
import type {Log} from '../ports/system.ts';
import type {Tool} from '../ports/tool.ts';
import type {PageCache, WorkspaceFiles} from '../ports/workspace.ts';
import {addressPlace} from '../system/http/address-place.ts';
import {systemResolve} from '../system/http/pinned-address.ts';
import {createRequestOnce} from '../system/http/request-once.ts';
import {type AlarmToolDeps, createAlarmTool} from './alarm.ts';
import {type CronToolDeps, createCronTool} from './cron.ts';
import {type CrossSessionActions, createCrossSessionTools} from './cross-session.ts';
import {createEditFile} from './files/edit-file.ts';
import type {FileLimits} from './files/file-limits.ts';
import {createListFiles} from './files/list-files.ts';
import {createMemoryWrite} from './files/memory-write.ts';
import {createFileRights} from './files/private-files.ts';
import {createReadFile} from './files/read-file.ts';
import {createReferenceManage, type ReferenceManageDeps} from './files/reference-manage.ts';
import {createReferenceWrite} from './files/reference-write.ts';
import {createWriteFile} from './files/write-file.ts';
import {createMailSend, type MailActions} from './mail.ts';
import {createQuietTool, type PlanningQuiet} from './quiet.ts';
import {createReflectionTodo, type ReflectionTodoDeps} from './reflection-todo.ts';
import {createReminderTool, type ReminderToolDeps} from './reminder.ts';
import {createScheduleTool, type ScheduleToolDeps} from './schedule.ts';
import {createBash} from './shell/bash.ts';
import {createSignalTools, type SignalActions} from './signal.ts';
import {createToolBox, type ToolBox} from './tool-box.ts';
import {createWebFetch, type WebFetchDeps} from './web/web-fetch.ts';
import {createWebSearch, type WebSearchDeps} from './web/web-search.ts';

type ToolsDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly files: WorkspaceFiles;
  readonly reminders: ReminderToolDeps;
  readonly alarms: AlarmToolDeps;
  readonly jobs: ScheduleToolDeps['jobs'];
  readonly cron: CronToolDeps;
  readonly quiet: PlanningQuiet;
  readonly signal: SignalActions;
  readonly mail: MailActions;
  readonly crossSession: CrossSessionActions;
  readonly search: Pick<WebSearchDeps, 'config' | 'keyOf'>;
  /** The user of the conversation in a readable copy (its name without extension), if known. */
  readonly sessionUser: (copyName: string) => string | undefined;
  readonly limits: FileLimits;
  readonly addresses: Pick<WebFetchDeps, 'isKnown' | 'mayLead'>;
  readonly cache: PageCache;
  readonly reflection: ReflectionTodoDeps & Pick<ReferenceManageDeps, 'pagesFor'>;
  readonly environment: Environment;
  /** Environment variables that the configuration names as secrets. */
  readonly secretNames: () => readonly string[];
  readonly sandbox: Sandbox;
  readonly policy: () => PolicyConfig;
  readonly withoutSecrets: (text: string) => string;
};

export const loadTools = (deps: ToolsDeps): ToolBox => createToolBox({...deps, tools: toolsOf(deps)});

const toolsOf = ({
  clock,
  files,
  reminders,
  alarms,
  jobs,
  cron,
  quiet,
  signal,
  mail,
  crossSession,
  search,
  sessionUser,
  limits,
  addresses,
  cache,
  reflection,
  environment,
  secretNames,
  sandbox,
  policy,
}: ToolsDeps): readonly Tool[] => {
  const rights = createFileRights(sessionUser);
  const newBoundary = (): string => crypto.randomUUID().slice(-12);
  return [
    createReminderTool(reminders),
    createAlarmTool(alarms),
    createScheduleTool({
      jobs,
      reminders: reminders.actions.list,
      formatMoment: reminders.formatMoment,
    }),
    createCronTool(cron),
    createQuietTool(quiet),
    ...createSignalTools(signal),
    createMailSend(mail),
    ...createCrossSessionTools(crossSession),
    createReadFile({files, rights, limits, newBoundary}),
    createWriteFile({files, rights, limits}),
    createEditFile({files, rights, limits}),
    createListFiles({files, rights}),
    createBash({clock, root: files.root, files, limits, environment, secretNames, sandbox, policy}),
    createWebFetch({
      clock,
      resolve: systemResolve,
      placeOf: addressPlace,
      ...addresses,
      keep: cache.save,
      newBoundary,
    }),
    createWebSearch({
      ...search,
      clock,
      request: createRequestOnce(),
      keep: cache.save,
      newBoundary,
    }),
    createReflectionTodo(reflection),
    createReferenceManage({files, limits, cache, pagesFor: reflection.pagesFor}),
    createReferenceWrite({files, limits}),
    createMemoryWrite({files, rights, limits}),
  ];
};
