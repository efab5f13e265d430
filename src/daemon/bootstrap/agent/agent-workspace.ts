// Creates the agent's folder, cleans it up, and writes readable copies of the conversations into it.
import {existsSync} from 'node:fs';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {World} from '../../ports/system.ts';
import type {PageCache, WorkspaceFiles} from '../../ports/workspace.ts';
import {createFolder} from '../../workspace/folder.ts';
import {scaffoldWorkspace} from '../../workspace/scaffold.ts';
import {startSessionCopy} from '../../workspace/session-copy.ts';
import {sweepTemporary} from '../../workspace/sweep-temporary.ts';
import {createWebCache} from '../../workspace/web-cache.ts';

type AgentWorkspaceDeps = World & {readonly path: string};

export type AgentWorkspace = {
  readonly files: WorkspaceFiles;
  readonly cache: PageCache;
  /** Creates the folder if it is missing, and updates the copies until disposed. */
  readonly start: () => AsyncDisposable;
};

export const createAgentWorkspace = ({path, store, clock, log}: AgentWorkspaceDeps): AgentWorkspace => {
  const files = createFolder(path);
  return {
    files,
    cache: createWebCache({files, clock, log}),
    start: () => {
      // Not part of the start: nothing needs the folder before the first turn, and a failure must not stop the daemon.
      const made = existsSync(path)
        ? undefined
        : scaffoldWorkspace(path).catch((error: unknown) => {
            log.error({error}, `Couldn't create the workspace: ${errorMessage(error)}`);
          });
      sweepTemporary(path, log);
      const copies = startSessionCopy({files, store, log});
      return {
        [Symbol.asyncDispose]: async () => {
          await made;
          await copies[Symbol.asyncDispose]();
        },
      };
    },
  };
};
