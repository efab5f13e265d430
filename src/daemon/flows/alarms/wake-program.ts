// An alarm that wakes another program: the outbox delivers it. The claim stores the delivery, and the delivery's end
// settles the alarm.
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {AlarmId} from '../../../shared/records/ids.ts';
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Outbox} from '../../delivery/outbox.ts';
import {announcementKey} from '../../delivery/reply.ts';
import {withdrawUnsent} from '../../delivery/withdraw-unsent.ts';
import type {Emit, Store} from '../../ports/store.ts';
import type {World} from '../../ports/system.ts';
import {endRun} from '../../schedule/end-run.ts';
import type {Claimed} from './claim-alarm.ts';
import {formatUndelivered, reasonKept} from './format-alarm.ts';
import {pendingWakeUp} from './pending-wake-up.ts';
import {endFailed, type SettleDeps} from './settle-alarm.ts';

/** Queues the delivery of a claimed alarm, in the transaction of the claim. The run ends with the delivery. */
export const handOver = (
  {store, outbox}: Pick<World, 'store'> & {readonly outbox: Outbox},
  {alarm, run}: Claimed,
  emit: Emit,
): Delivery => {
  const {deliver: address, message, session, user, conversation, payload} = alarm;
  if (address === undefined) throw new TypeError(`alarm ${alarm.id} wakes no program`);
  const wake = {user, conversation, payload};
  const key = announcementKey(run, address);
  const delivery = outbox.enqueue({key, address, text: message, session, runId: run.id, wake}, emit);
  if (delivery === undefined) throw new GatewayError('invalid', `Alarm ${alarm.id} has no message.`);
  store.alarms.update({...alarm, retryAt: undefined}, alarm);
  return delivery;
};

/** Withdraws a delivery that hasn't left, because the alarm was cancelled. One that is leaving ends by itself. */
export const withdrawDelivery = (deps: Pick<World, 'store' | 'clock'>, alarm: Alarm, emit: Emit): void => {
  const {store} = deps;
  const run = pendingWakeUp(store, alarm);
  const delivery = run && deliveryOf(store, alarm, run);
  if (run === undefined || delivery?.state !== 'queued') return;
  withdrawUnsent(store, [delivery], CANCELLED, emit);
  endRun(deps, run, {status: 'skipped', error: CANCELLED}, emit);
};

/** Settles alarms whenever one of their deliveries is accepted, fails or is given up. */
export const followDeliveries = (deps: SettleDeps): Disposable =>
  deps.store.onCommitted(events => {
    for (const event of events) {
      if (event.type !== 'delivery.sent' && event.type !== 'delivery.failed' && event.type !== 'delivery.dead')
        continue;
      const {id, runId} = event.delivery;
      const run = runId === undefined ? undefined : deps.store.runs.get(runId);
      const delivery = run?.kind === 'alarm' ? deps.store.deliveries.get(id) : undefined;
      if (run === undefined || delivery === undefined) continue;
      try {
        deps.store.transact(emit => settleDelivery(deps, run, delivery, emit));
      } catch (error) {
        // The next start settles it.
        deps.log.error({run: run.id, error}, `Couldn't settle an alarm: ${errorMessage(error)}`);
      }
    }
  });

/** Continues a delivery that the last daemon left unsettled. Returns false for an alarm that wakes no program. */
export const resumeDelivery = (deps: SettleDeps, run: Run): boolean => {
  const alarm = deps.store.alarms.get(run.name as AlarmId);
  const delivery = alarm && deliveryOf(deps.store, alarm, run);
  if (delivery === undefined) return false;
  deps.store.transact(emit => settleDelivery(deps, run, delivery, emit));
  return true;
};

const settleDelivery = (deps: SettleDeps, {id}: Run, delivery: Delivery, emit: Emit): void => {
  const {store, clock} = deps;
  const run = store.runs.get(id);
  const alarm = run && store.alarms.get(run.name as AlarmId);
  if (run?.status !== 'running' || alarm?.deliver !== delivery.address) return;
  const isCurrent = alarm.state === 'active' && alarm.runId === id;
  const {state, attempts, lastError = ''} = delivery;
  if (state === 'queued' && isCurrent && lastError !== '') {
    const after: Alarm = {...alarm, failures: attempts, lastError: reasonKept(lastError)};
    store.alarms.update(after, alarm);
    emit({type: 'alarm.delayed', session: after.session, cause: after.id, alarm: after});
  }
  if (state === 'dead' && isCurrent) {
    endFailed(deps, alarm, run, {reason: lastError, how: 'this-time', format: formatUndelivered}, emit);
  } else if (state === 'dead') endRun(deps, run, {status: 'failed', error: lastError}, emit);
  if (state !== 'sent') return;
  endRun(deps, run, {status: 'ran'}, emit);
  if (!isCurrent) return;
  const now = clock.now();
  const woken: Alarm = {...alarm, lastError: undefined, failures: 0, lastFiredAt: now};
  const after: Alarm = woken.nextAt === undefined ? {...woken, state: 'fired', endedAt: now} : woken;
  store.alarms.update(after, alarm);
  emit({type: 'alarm.fired', session: after.session, cause: after.id, alarm: after, late: run.late});
};

const deliveryOf = ({deliveries}: Pick<Store, 'deliveries'>, {deliver}: Alarm, run: Run): Delivery | undefined =>
  deliver === undefined ? undefined : deliveries.byKey(announcementKey(run, deliver));

const CANCELLED = 'The alarm was cancelled before it was delivered.';
