// Invalid cron files in the terminal UI.

import type {InvalidJob} from '../../shared/records/jobs/cron-job.ts';
import {rowOfFile} from './job-rows.ts';
import type {NounView} from './noun-view.ts';

/** An invalid file in the cron folder. */
export const invalid: NounView<InvalidJob> = {
  kind: 'invalid',
  label: () => 'job',
  sign: () => 'job',
  name: 'an invalid cron file',
  ref: () => undefined,
  list: 'plan',
  row: ({file}) => rowOfFile(file),
  state: () => undefined,
  line: ({file, line, reason}) => ({shape: 'mistake', place: `${file}:${line}`, reason}),
  detail: ({file, line, reason}) => ({
    text: reason,
    facts: [`${file}, line ${line}`, 'the job does not run until the file is fixed'],
  }),
  document: ({file, line, reason}) => ({
    title: file,
    kind: 'invalid job',
    facts: [['place', `${file}, line ${line}`]],
    text: `${reason}\n\nThe job does not run until the file is fixed.`,
    form: 'plain',
  }),
  sentence: ({file, line, reason}) => `Error in ${file}, line ${line}: ${reason}`,
  search: ({file, reason}) => [file, reason],
  filters: () => ['cron', 'paused or failing'],
  contexts: () => ['on-invalid'],
  because: (_, __, keyFor) => `; press ${keyFor('edit-job')} to fix its file`,
  changes: () => [],
  isMarked: () => true,
};
