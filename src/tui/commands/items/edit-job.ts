// Opens the file of the selected job in the person's editor. The daemon follows the folder: the row shows what became
// of it.

import {READ_ONLY} from '../../link/watch-only.ts';
import {selectedRow} from '../../lists/selected.ts';
import type {AppState} from '../../state/app-state.ts';
import type {CommandPorts} from '../command-ports.ts';
import {say} from '../session-actions.ts';

export const editJob = async (ports: CommandPorts): Promise<void> => {
  const file = fileOfRow(ports.store.get());
  if (file === undefined) return;
  if (ports.store.get().ui.watches) return say(ports, 'warn', READ_ONLY);
  if (file === 'config') return say(ports, 'error', 'This job is in config.json. Its path: rooster config path');
  const host = ports.store.get().ui.host?.name;
  if (host !== undefined)
    return say(ports, 'error', `This file is on ${host}. To edit it: rooster --host ${host} cron edit NAME`);
  const workspace = ports.store.get().ui.status?.home.workspace;
  if (workspace === undefined) return say(ports, 'error', 'Not connected yet. Try again.');
  const problem = await ports.terminal.editFile(file.startsWith('/') ? file : `${workspace}/${file}`);
  if (problem === undefined) say(ports, 'ok', `Closed ${file}. Its row shows whether the job can run.`);
  else say(ports, 'error', problem);
};

/** The file of the selected job, valid or not. */
export const fileOfRow = (state: AppState): string | undefined => {
  const row = selectedRow(state);
  if (row?.kind !== 'noun') return undefined;
  const {noun} = row;
  if (noun.kind === 'invalid') return noun.item.file;
  return noun.kind === 'job' ? noun.item.job.origin : undefined;
};
