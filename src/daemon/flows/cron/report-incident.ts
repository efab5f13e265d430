// Announces the first failure of a job with its reason, and the first success after a failure. The notice goes to the
// owner's conversation and the push addresses of the job's user. Failures that a short wait may fix are not announced.

import {type Address, isGroup, isPushable} from '../../../shared/records/address.ts';
import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {mainSession} from '../../../shared/records/session-key.ts';
import {shellQuoted} from '../../../shared/text/shell-quoted.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import {createCronCursors} from '../../schedule/cron/cron-cursors.ts';
import {isFirstNoticeToday} from '../../schedule/cron/job-budget.ts';
import {isLongWait} from '../../schedule/cron/retry-runs.ts';
import type {Announcer} from '../announce.ts';

export type ReportIncidentDeps = Core & {
  readonly announcer: Pick<Announcer, 'aim' | 'putNotice' | 'sendNotice'>;
};

/** Call this in the transaction that ends a run or schedules its retry. */
export const reportIncident = (deps: ReportIncidentDeps, job: CronDefinition, run: Run, emit: Emit): void => {
  const {store, announcer, agent} = deps;
  const {name, status} = run;
  const isRetried = run.retryAt !== undefined;
  // A skipped run gives no information about the job's health.
  if (status === 'skipped' || (isRetried && !isLongWait(run))) return;
  const failing = isRetried || status === 'failed';
  const cursors = createCronCursors(store.cursors);
  if (failing === cursors.isReportedFailing(name)) return;
  cursors.setReportedFailing(name, failing);
  const about = {run, source: {kind: 'cron', name}} as const;
  const text = failing ? formatFailure(run, isRetried) : `The job "${name}" works again.`;
  announcer.putNotice(text, about, mainSession(agent()), emit);
  sendPersonally(deps, job, text, {...about, key: `incident:${run.id}:${failing ? 'fails' : 'works'}`}, emit);
};

/** Announces at most once a day that the job reached its limit. */
export const reportLimit = (deps: ReportIncidentDeps, job: CronDefinition, run: Run, reason: string): void =>
  deps.store.transact(emit => {
    if (!isFirstNoticeToday(deps.store.cursors, job, deps.clock.now())) return;
    const about = {run, source: {kind: 'cron', name: job.name}} as const;
    const text = `${reason} It stops until tomorrow, or run it by hand: rooster cron run ${job.name} --force`;
    deps.announcer.putNotice(text, about, mainSession(deps.agent()), emit);
    sendPersonally(deps, job, text, {...about, key: `limit:${run.id}`}, emit);
  });

const sendPersonally = (
  deps: ReportIncidentDeps,
  job: CronDefinition,
  text: string,
  about: Parameters<Announcer['sendNotice']>[1],
  emit: Emit,
): void => {
  const {
    announcer,
    people: {owner},
  } = deps;
  const {user: person = owner(), announce, addressed, urgent} = job;
  const otherwise = personalAddresses(deps, job);
  const aimed = {
    ...about,
    text,
    person,
    kind: 'announce',
    otherwise,
    notice: true,
    addressed: addressed === true,
  } as const;
  const addresses = announce === 'none' ? otherwise : announcer.aim({...aimed, urgent: urgent === true});
  for (const address of addresses) announcer.sendNotice(text, about, address, emit);
};

const formatFailure = ({name, error}: Run, isRetried: boolean): string => {
  const reason = shortened(error ?? 'unknown reason.', LONGEST_REASON);
  const next = isRetried
    ? 'Rooster retries.'
    : `Until it works again, failures are only listed: rooster runs --name ${shellQuoted(name)}`;
  // The end of a command's output may be no sentence.
  const gap = /[.!?]$/u.test(reason) ? ' ' : '\n';
  return `The job "${name}" failed: ${reason}${gap}${next}`;
};

/** The user's push addresses among the delivery targets. A user other than the owner gets at least one push address. */
const personalAddresses = (
  {people: {owner, addressesOf}}: ReportIncidentDeps,
  {user = owner(), deliver, announce}: CronDefinition,
): readonly Address[] => {
  if (user === undefined || announce === 'none') return [];
  const own = addressesOf(user).filter(address => isPushable(address) && !isGroup(address));
  const notified = own.filter(address => deliver.includes(address));
  return notified.length > 0 || user === owner() ? notified : own.slice(0, 1);
};

const LONGEST_REASON = 600;
