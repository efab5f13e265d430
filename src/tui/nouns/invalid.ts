// Invalid cron files in the terminal UI.

import type {InvalidJob} from '../../shared/records/jobs/cron-job.ts';
import {formatReason} from './format/format-noun.ts';
import type {NounView} from './noun-view.ts';

/** An invalid file in the cron folder. */
export const invalid: NounView<InvalidJob> = {
  kind: 'invalid',
  label: () => 'job',
  sign: () => 'job',
  name: 'an invalid cron file',
  ref: () => undefined,
  list: 'plan',
  row: ({file}) => `invalid:${file}`,
  state: () => undefined,
  line: ({file, line, reason}) => ({shape: 'mistake', place: `${file}:${line}`, reason}),
  detail: ({file, line, reason}) => ({
    text: reason,
    facts: [`${file}, line ${line}`, 'the job does not run until the file is fixed'],
  }),
  sentence: ({file, line, reason}) => `Error in ${file}, line ${line}: ${formatReason(reason).join('')}`,
  search: ({file, reason}) => [file, reason],
  filters: () => ['cron', 'paused or failing'],
  contexts: () => ['on-invalid'],
  because: (_, __, keyFor) => `; press ${keyFor('edit-job')} to fix its file`,
  changes: () => [],
  isMarked: () => true,
};
