// The room of quiet conversations: the heartbeat, and what is looked at after it. It is loaded after the start, and only where a
// model is connected that could do something there.

import {MINUTE} from '../shared/time.ts';
import type {Config} from './config/config-schema.ts';
import {createHeartbeat} from './flows/idle/fire-heartbeat.ts';
import {openQuietSource, type QuietSource, type QuietSourceDeps} from './flows/idle/quiet-source.ts';
import type {JobRunner} from './flows/run-job.ts';
import {createFolder} from './workspace/folder.ts';
import {placeScaffoldFile} from './workspace/scaffold.ts';

type IdleRoomDeps = Omit<QuietSourceDeps, 'jobs' | 'soonestMs'> & {
  readonly config: () => Config;
  readonly workspace: string;
  readonly jobs: JobRunner;
};

export const openIdleRoom = ({jobs, config, workspace, ...deps}: IdleRoomDeps): QuietSource & Disposable => {
  const files = createFolder(workspace);
  const heartbeat = createHeartbeat({
    ...deps,
    jobs,
    rules: () => config().heartbeat,
    readPrompt: async () => {
      const text = await files.read(HEARTBEAT_FILE);
      if (text !== undefined) return text;
      await placeScaffoldFile(workspace, HEARTBEAT_FILE);
      return (await files.read(HEARTBEAT_FILE)) ?? '';
    },
  });
  return openQuietSource({
    ...deps,
    jobs: [heartbeat],
    soonestMs: () => Math.min(config().heartbeat.idleMinutes, config().reflection.idleMinutes) * MINUTE,
  });
};

const HEARTBEAT_FILE = 'HEARTBEAT.md';
