// Opens the file of the selected job in the person's editor. The daemon follows the folder: the row shows what became of it.

import {READ_ONLY} from '../../link/watch-only.ts';
import {selectedRow} from '../../lists/selected.ts';
import type {Doors} from '../doors.ts';
import {say} from '../session-actions.ts';

export const editJob = async (doors: Doors): Promise<void> => {
  const file = fileOfRow(doors);
  if (file === undefined) return;
  if (doors.store.get().ui.watches) return say(doors, 'warn', READ_ONLY);
  if (file === 'config') return say(doors, 'error', 'This job is in config.json. Its path: rooster config path');
  const workspace = doors.store.get().ui.status?.home.workspace;
  if (workspace === undefined) return say(doors, 'error', 'Not connected yet. Try again.');
  const problem = await doors.terminal.editFile(file.startsWith('/') ? file : `${workspace}/${file}`);
  if (problem === undefined) say(doors, 'ok', `Closed ${file}. Its row shows whether the job can run.`);
  else say(doors, 'error', problem);
};

const fileOfRow = ({store}: Doors): string | undefined => {
  const row = selectedRow(store.get());
  if (row?.kind !== 'noun') return undefined;
  const {noun} = row;
  if (noun.kind === 'invalid') return noun.item.file;
  return noun.kind === 'job' ? noun.item.job.origin : undefined;
};
