// ListRow: one row of a list before it is drawn. The same kinds in every list, so that each is drawn, searched and acted on in
// one way wherever it stands.
import type {Alarm} from '../../shared/alarm.ts';
import type {CronJob, InvalidJob} from '../../shared/cron-job.ts';
import type {Delivery} from '../../shared/delivery.ts';
import type {GatewayEvent} from '../../shared/gateway-event.ts';
import type {Reminder, Run} from '../../shared/jobs.ts';
import type {EpochMs} from '../../shared/time.ts';
import type {Wake} from '../../shared/wake.ts';
import type {NotedTurn} from './turns-of-note.ts';

export type ListRow = {readonly id: string; readonly selectable: boolean} & (
  | {readonly kind: 'reminder'; readonly reminder: Reminder}
  | {readonly kind: 'alarm'; readonly alarm: Alarm}
  | {readonly kind: 'cron'; readonly job: CronJob; readonly current?: Run}
  | {readonly kind: 'invalid'; readonly job: InvalidJob}
  /** A cron job's next window. */
  | {readonly kind: 'window'; readonly job: CronJob; readonly at: EpochMs}
  /** Something else that will happen by itself, as far as the daemon was asked. */
  | {readonly kind: 'quiet'; readonly wake: Wake}
  | {
      readonly kind: 'run';
      readonly run: Run;
      readonly title: string;
      readonly deliveries: readonly Delivery[];
      /** The reminder that it told of, as long as that is not done. */
      readonly reminder?: Reminder;
    }
  | {readonly kind: 'delivery'; readonly delivery: Delivery}
  /** A turn that somebody elsewhere set off, or that went wrong. */
  | {readonly kind: 'turn'; readonly turn: NotedTurn}
  | {readonly kind: 'event'; readonly event: GatewayEvent}
  /** A day, or the name of what follows. */
  | {readonly kind: 'divider'; readonly day?: EpochMs; readonly title?: string}
  /** Something to be said between rows. */
  | {readonly kind: 'note'; readonly text: string}
  | {readonly kind: 'now'}
);
