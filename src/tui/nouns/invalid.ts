import type {InvalidJob} from '../../shared/records/cron-job.ts';
import {formatReason} from './format-noun.ts';
import type {NounView} from './noun-view.ts';

/** A file of the cron folder that is not a job. */
export const invalid: NounView<InvalidJob> = {
  kind: 'invalid',
  label: () => 'cron',
  name: 'a file that is no job',
  ref: () => undefined,
  list: 'plan',
  row: ({file}) => `invalid:${file}`,
  state: () => undefined,
  line: ({file, line, reason}) => ({shape: 'mistake', place: `${file}:${line}`, reason}),
  detail: ({file, line, reason}) => ({
    text: reason,
    facts: [`${file}, line ${line}`, 'it does not run until the file is mended'],
  }),
  sentence: ({file, line, reason}) => `Mistake in ${file}, line ${line}: ${formatReason(reason).join('')}`,
  search: ({file, reason}) => [file, reason],
  filters: () => ['cron', 'paused or failing'],
  contexts: () => [],
  because: () => '; mend the file, it is read again by itself',
  changes: () => [],
  isMarked: () => true,
};
