// Checks the addresses on one channel: whether it is set up, who uses it, and whether test messages arrived. The daemon
// supplies the facts; this file judges them in a pure function.
import type {DaemonStatus} from '../../../../ipc/daemon-status.ts';
import type {Result} from '../../../../ipc/method-table.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import {channelFacts} from '../../../../shared/records/channels.ts';
import type {Finding} from '../../../../shared/records/problem.ts';
import {printableLine} from '../../../../shared/text/sanitize.ts';
import {whenOf} from '../../../../shared/time/format-time.ts';
import {ask} from '../../ask.ts';
import type {CommandWorld} from '../../command.ts';
import {formatPerson} from '../../format/format-status.ts';
import {FIX_SECRET} from './daemon.ts';
import {bad, good, odd} from './finding.ts';

type Person = Result<'reach.list'>['people'][number];
type Way = Person['ways'][number];

/** Without a daemon there are no facts; its own finding says that none runs. */
export const addressFindings = async (
  world: CommandWorld,
  channel: string,
  status: Pick<Result<'daemon.status'>, 'channels'> | undefined,
): Promise<readonly Finding[]> => {
  if (status === undefined) return [];
  const {people} = await ask(world, 'reach.list', {});
  const isSetUp = status.channels.some(({channel: name}) => name === channel);
  return judgeAddresses({channel, isSetUp, people, now: world.clock.now()});
};

/** Findings about people: presence, channels, and whether a test arrived at the terminal. */
export const peopleFindings = async (
  world: CommandWorld,
  status: Pick<Result<'daemon.status'>, 'people'> | undefined,
): Promise<readonly Finding[]> => {
  if (status?.people === undefined) return [];
  const now = world.clock.now();
  const {people} = await ask(world, 'reach.list', {});
  return status.people.flatMap((person): readonly Finding[] => {
    const what = `${printableLine(person.name)}: ${printableLine(formatPerson(person, now))}`;
    const way = people.find(({name}) => name === person.name)?.ways.find(({channel}) => channel === 'terminal');
    const isTested = way?.tested !== undefined;
    return [good('person', what), ...(isTested ? [judgeAddress('terminal', person.name, way, now)] : [])];
  });
};

type AddressFacts = {
  readonly channel: string;
  readonly isSetUp: boolean;
  readonly people: readonly Person[];
  readonly now: number;
};

export const judgeAddresses = ({channel, isSetUp, people, now}: AddressFacts): readonly Finding[] => {
  const used = people.flatMap(({name, ways}) => ways.filter(way => way.channel === channel).map(way => ({name, way})));
  const {label = channel, setUp, isThreaded} = channelFacts(channel) ?? {};
  if (!isSetUp) {
    return used.map(({name, way: {address}}) =>
      bad(channel, `${printableLine(name)} has the address ${address}, but ${label} is not set up`, setUp),
    );
  }
  if (used.length === 0) {
    const what = `${label} is set up, but no person has an address there`;
    return [
      odd(
        channel,
        what,
        `add "${channel}:${isThreaded === true ? 'you@example.org' : 'default'}" to the "match" of a person under "users"`,
      ),
    ];
  }
  return used.map(({name, way}) => judgeAddress(channel, name, way, now));
};

const judgeAddress = (channel: string, name: string, {address, tested}: Way, now: number): Finding => {
  const person = printableLine(name);
  const test = `rooster reach test ${person}`;
  if (tested === undefined) {
    return odd(channel, `nobody has tested ${address} (${person})`, test);
  }
  const when = whenOf(tested.at, now);
  if (!tested.rang) {
    const what = `the last test message to ${address} did not arrive, ${when}`;
    return bad(channel, what, `check the notifications of its app, then run ${test}`);
  }
  return good(channel, `the last test message to ${address} arrived, ${when}`);
};

/** Nothing without a daemon, or without a mailbox. */
export const mailFindings = (status: Pick<Wire<DaemonStatus>, 'channels'> | undefined): readonly Finding[] => {
  const mail = status?.channels.find(({channel}) => channel === 'mail');
  if (mail === undefined || (mail.inbound === 'off' && mail.outbound === 'off' && mail.detail === undefined)) return [];
  const {inbound, outbound, inboundDetail, outboundDetail = mail.detail, account = 'the mailbox', warnings = []} = mail;
  return [
    mailFinding(inbound === 'up', `${account} is read`, `${account} can't be read now`, inboundDetail),
    mailFinding(outbound === 'up', `${account} can send`, `${account} can't send now`, outboundDetail),
    ...warnings.map((warning): Finding => odd('mail', printableLine(warning))),
  ];
};

const mailFinding = (works: boolean, text: string, failure: string, because: string | undefined): Finding => {
  if (works) return good('mail', text);
  const what = because === undefined ? failure : `${failure}: ${printableLine(because)}`;
  return bad('mail', what, 'check it with rooster mail status, or run rooster mail setup again');
};

/** The targets whose secret can't be read. Nothing without a daemon, or without targets. */
export const targetFindings = (status: Pick<Wire<DaemonStatus>, 'channels'> | undefined): readonly Finding[] => {
  const targets = status?.channels.find(({channel}) => channel === 'hook');
  if (targets === undefined) return [];
  const {warnings = []} = targets;
  if (warnings.length === 0) return [good('targets', 'requests can leave')];
  return warnings.map(what => bad('targets', what, FIX_SECRET));
};
