// Plan: what is set up. Files that are no jobs at the top, since they do not run; then what comes next first; then what will
// not come by itself (paused, disabled, never), by name.
import type {CronJob} from '../../shared/cron-job.ts';
import type {AppState} from '../store/app-state.ts';
import type {ListRow} from './list-row.ts';

export const planRows = ({gateway}: AppState): readonly ListRow[] => {
  const running = new Set(gateway.runs.filter(({status}) => status === 'running').map(({name}) => name));
  const cronRow = (job: CronJob): ListRow => ({
    kind: 'cron',
    id: `cron:${job.name}`,
    selectable: true,
    job,
    running: running.has(job.name),
  });
  const coming = [
    ...gateway.cron.flatMap(job => (comes(job) ? [{at: job.nextAt, row: cronRow(job)}] : [])),
    ...gateway.reminders.map(reminder => ({
      at: reminder.fireAt,
      row: {kind: 'reminder', id: `rem:${reminder.id}`, selectable: true, reminder} satisfies ListRow,
    })),
  ].toSorted((a, b) => a.at - b.at);
  return [
    ...gateway.invalidCron.map((job): ListRow => ({kind: 'invalid', id: `invalid:${job.file}`, selectable: true, job})),
    ...coming.map(({row}) => row),
    ...gateway.cron
      .filter(job => !comes(job))
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(cronRow),
  ];
};

const comes = (job: CronJob): job is CronJob & {readonly nextAt: number} =>
  job.nextAt !== undefined && job.enabled && !job.paused;
