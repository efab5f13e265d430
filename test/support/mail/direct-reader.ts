// Reads mail in the thread of the test, for tests of many mails.
import type {ResolveDns} from '../../../src/daemon/channels/mail/incoming/judge-sender.ts';
import {type DnsQuestion, MAIL_JOBS} from '../../../src/daemon/channels/mail/incoming/mail-jobs.ts';
import type {ReadMail} from '../../../src/daemon/channels/mail/incoming/mail-reader.ts';
import type {Ask} from '../../../src/daemon/system/worker/worker-protocol.ts';

export const directReader = (resolve: ResolveDns = async () => []): ReadMail => {
  const ask: Ask = async question => {
    const {domain, type} = question as DnsQuestion;
    return resolve(domain, type);
  };
  return async (name, input) => {
    const job = MAIL_JOBS[name] as (of: unknown, ask: Ask) => Promise<never>;
    return job(structuredClone(input), ask);
  };
};
