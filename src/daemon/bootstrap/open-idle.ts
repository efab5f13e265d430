// Builds heartbeat and reflection. This module loads after the start, and only if a model is configured.

import type {Address} from '../../shared/records/address.ts';
import {MINUTE} from '../../shared/time/time.ts';
import type {Config} from '../config/config-schema.ts';
import {createHeartbeat} from '../flows/idle/fire-heartbeat.ts';
import {type IdleSource, type IdleSourceDeps, openIdleSource} from '../flows/idle/idle-source.ts';
import {createReflection} from '../flows/reflection/fire-reflection.ts';
import {createReflectionActions} from '../flows/reflection/reflection-actions.ts';
import type {JobRunner} from '../flows/run-job.ts';
import type {Models} from '../ports/model.ts';
import type {PageCache, WorkspaceFiles} from '../ports/workspace.ts';
import {topicsOf} from '../tools/files/reference-folder.ts';
import type {TurnTools} from '../turns/turn-job.ts';
import {copyPath} from '../workspace/copy-name.ts';
import {placeScaffoldFile} from '../workspace/scaffold.ts';

type OpenIdleDeps = Omit<IdleSourceDeps, 'jobs' | 'soonestMs'> & {
  readonly config: () => Config;
  readonly files: WorkspaceFiles;
  readonly cache: PageCache;
  readonly jobs: JobRunner;
  readonly tools: () => Promise<Pick<TurnTools, 'summarize'>>;
  readonly models: Models;
  readonly zoneOf: (user: string | undefined) => string;
  readonly addressesOf: (user: string) => readonly Address[];
};

export const openIdle = ({
  jobs,
  config,
  files,
  cache,
  tools,
  models,
  zoneOf,
  ...deps
}: OpenIdleDeps): IdleSource & Disposable => {
  const heartbeat = createHeartbeat({
    ...deps,
    jobs,
    rules: () => config().heartbeat,
    readPrompt: async () => {
      const text = await files.read(HEARTBEAT_FILE);
      if (text !== undefined) return text;
      await placeScaffoldFile(files.root, HEARTBEAT_FILE);
      return (await files.read(HEARTBEAT_FILE)) ?? '';
    },
  });
  const reflection = createReflection({
    ...deps,
    ...createReflectionActions({...deps, cache}),
    jobs,
    rules: () => config().reflection,
    tools,
    cache,
    topics: () => topicsOf(files),
    zoneOf,
    copyPath,
    contextTokens: async () => (await models.candidates()).find(({name}) => name !== 'offline')?.contextTokens,
  });
  return openIdleSource({
    ...deps,
    jobs: [heartbeat, reflection],
    soonestMs: () => Math.min(config().heartbeat.idleMinutes, config().reflection.idleMinutes) * MINUTE,
  });
};

const HEARTBEAT_FILE = 'HEARTBEAT.md';
