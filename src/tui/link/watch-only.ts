// `rooster --watch`: only what reads leaves this terminal. Everything else is refused with the reason, before it is
// sent.
import type {Method} from '../../ipc/method-table.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {GatewayClient} from './gateway-client.ts';

export const watchOnly = (call: GatewayClient['call']): GatewayClient['call'] => {
  return async (method, params, options) => {
    if (!READS.has(method)) throw new GatewayError('refused', READ_ONLY);
    return call(method, params, options);
  };
};

export const READ_ONLY = 'Nothing changes from here: this terminal only watches (--watch).';

/** All other methods change something. */
const READS: ReadonlySet<Method> = new Set<Method>([
  'hello',
  'daemon.status',
  'events.subscribe',
  'events.list',
  'id.find',
  'stats.get',
  'config.get',
  'cron.list',
  'cron.get',
  'cron.source',
  'cron.preview',
  'cron.windows',
  'run.list',
  'run.get',
  'mail.status',
  'outbox.list',
  'outbox.get',
  'approval.list',
  'approval.get',
  'approval.rules',
  'ledger.get',
  'why',
  'reach.list',
  'alarm.list',
  'alarm.get',
  'reminder.list',
  'reminder.get',
  'reminder.understand',
  'reminder.preview',
  'session.list',
  'session.history',
  'session.preview',
  'message.search',
  'signal.status',
  'delegation.list',
]);
