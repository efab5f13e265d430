// Judges a channel's outbox: failed messages, waiting messages, changed safety numbers. Pure.
import type {DaemonStatus} from '../../../../ipc/daemon-status.ts';
import type {Result} from '../../../../ipc/method-table.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import {addressName, type Names, NO_NAMES} from '../../../../shared/record-text/names.ts';
import type {Finding} from '../../../../shared/records/problem.ts';
import {counted} from '../../../../shared/text/sentences.ts';
import {shortId} from '../../../../shared/text/short-id.ts';
import {odd} from './finding.ts';

type Deliveries = Result<'outbox.list'>['deliveries'];
type ChannelStatus = Wire<DaemonStatus>['channels'][number];
type Held = NonNullable<ChannelStatus['held']>[number];

export type OutboxFacts = {
  /** From the daemon; undefined when none runs. */
  readonly status?: ChannelStatus;
  /** Chats with held messages. */
  readonly held?: ChannelStatus['held'];
  /** Dead deliveries that nobody has discarded, newest first. */
  readonly dead?: Deliveries;
  /** Names of people and groups. */
  readonly names?: Names;
};

export const outboxFindings = (
  channel: string,
  {held = [], dead = [], status, names = NO_NAMES}: OutboxFacts,
): readonly Finding[] => {
  const note = (what: string, fix: string): Finding => odd(channel, what, fix);
  const [newest] = dead;
  const many = counted(dead.length, 'message');
  const because = newest?.lastError === undefined ? '' : `; the newest: ${newest.lastError}`;
  return [
    ...(newest === undefined ? [] : [note(`${many} failed${because}`, deadFix(newest))]),
    ...heldFindings(held, status, names).map(([what, fix]) => note(what, fix)),
    ...(status?.untrusted ?? []).map(({address, name}) =>
      note(
        `the safety number of ${name} has changed, so their messages can't be read`,
        `compare the safety number with them, then run rooster signal trust ${address}`,
      ),
    ),
  ];
};

/** If nothing can be sent at all, a finding above has the reason. */
const heldFindings = (
  held: readonly Held[],
  status: ChannelStatus | undefined,
  names: Names,
): readonly (readonly [what: string, fix: string])[] => {
  const look = 'rooster outbox --state queued';
  if (held.length === 0) return [];
  if (status?.outbound === 'up') return held.map(chat => [formatHeld(chat, names), needFix(chat) ?? look]);
  const count = held.reduce((sum, {messages}) => sum + messages, 0);
  return [[`${counted(count, 'message waits', 'messages wait')} until Signal works again`, look]];
};

const formatHeld = ({address, messages, reason}: Held, names: Names): string =>
  `${counted(messages, 'message to', 'messages to')} ${addressName(address, names)} ${messages === 1 ? 'waits' : 'wait'}: ${reason}`;

const deadFix = ({id, address, needs}: Deliveries[number]): string => {
  const again = `rooster outbox retry ${shortId(id)}`;
  const first = needFix({address, needs});
  return first === undefined
    ? 'rooster outbox --state dead, then retry or discard each'
    : `${first}, then run ${again}`;
};

/** The step that a person must do first. */
const needFix = ({
  address,
  needs,
}: Pick<Held, 'address'> & {readonly needs?: Held['needs'] | undefined}): string | undefined => {
  switch (needs) {
    case 'trust':
      return `compare the safety number with them and run rooster signal trust ${address}`;
    case 'captcha':
      return 'solve the captcha (see rooster signal status)';
    case 'link':
      return 'rooster signal link';
    case 'update':
      return 'update signal-cli, then run rooster daemon restart';
    case undefined:
      return undefined;
  }
};
