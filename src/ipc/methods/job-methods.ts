// The methods about scheduled jobs and runs.
import type {Wire} from '../../shared/events/wire.ts';
import type {CronJob, InvalidJob} from '../../shared/records/cron-job.ts';
import type {Delivery} from '../../shared/records/delivery.ts';
import type {RunId} from '../../shared/records/ids.ts';
import type {Run} from '../../shared/records/jobs.ts';
import type {Message} from '../../shared/records/message.ts';
import {RUN_KINDS} from '../../shared/records/run-kinds.ts';
import {id, instant, integer, name, nameOrEmpty, oneOf, optional} from '../fields.ts';
import {method, returns} from '../method.ts';
import {limit} from '../repeated-fields.ts';

export const JOB_METHODS = {
  'cron.list': method({}, returns<{jobs: readonly Wire<CronJob>[]; invalid: readonly InvalidJob[]}>()),
  'cron.get': method({name}, returns<Wire<CronJob>>()),
  'cron.run': method({name}, returns<{runId: RunId}>()),
  'cron.pause': method({name}, returns<Wire<CronJob>>()),
  'cron.resume': method({name}, returns<Wire<CronJob>>()),
  'cron.preview': method(
    {
      expression: nameOrEmpty,
      timezone: optional(name),
      count: optional(integer(1, 1_000)),
    },
    returns<{instants: readonly string[]}>(),
  ),
  /** When the jobs come up to an instant (two days ahead without one), and at least three times each; bounded. */
  'cron.windows': method(
    {until: optional(instant)},
    returns<{windows: readonly {name: string; at: string}[]; more: boolean}>(),
  ),
  /** `before`: only those older than this one. */
  'run.list': method(
    {
      kind: optional(oneOf(RUN_KINDS)),
      name: optional(name),
      limit,
      before: optional(id('run')),
    },
    returns<{runs: readonly Wire<Run>[]}>(),
  ),
  'run.get': method(
    {id: id('run')},
    returns<Wire<Run> & {transcript: readonly Wire<Message>[]; deliveries: readonly Wire<Delivery>[]}>(),
  ),
};
