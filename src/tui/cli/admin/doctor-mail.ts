// Checks the mailbox, while it is configured: whether it is read and whether mail leaves.
import type {DaemonStatus} from '../../../ipc/daemon-status.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import type {Finding} from './finding.ts';

/** Nothing without a daemon, or without a mailbox. */
export const mailFindings = (status: Pick<Wire<DaemonStatus>, 'channels'> | undefined): readonly Finding[] => {
  const mail = status?.channels.find(({channel}) => channel === 'mail');
  if (mail === undefined || (mail.inbound === 'off' && mail.outbound === 'off' && mail.detail === undefined)) return [];
  const {inbound, outbound, inboundDetail, outboundDetail = mail.detail, account = 'the mailbox', warnings = []} = mail;
  return [
    finding(inbound === 'up', `${account} is read`, `${account} can't be read now`, inboundDetail),
    finding(outbound === 'up', `${account} can send`, `${account} can't send now`, outboundDetail),
    ...warnings.map((warning): Finding => ({name: 'mail', verdict: 'odd', what: printableLine(warning)})),
  ];
};

const finding = (works: boolean, good: string, bad: string, because: string | undefined): Finding => {
  if (works) return {name: 'mail', verdict: 'good', what: good};
  const what = because === undefined ? bad : `${bad}: ${printableLine(because)}`;
  return {
    name: 'mail',
    verdict: 'bad',
    what,
    fix: 'check it with rooster mail status, or run rooster mail setup again',
  };
};
