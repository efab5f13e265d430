// Checks the addresses on one channel: whether it is set up, who uses it, and whether test messages arrived. The daemon
// supplies the facts; this file judges them in a pure function.
import type {Result} from '../../../ipc/method-table.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {whenOf} from '../../../shared/time/format-time.ts';
import {ask} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import {formatPerson} from '../format/format-status.ts';
import type {Finding} from './finding.ts';

type Person = Result<'reach.list'>['people'][number];
type Way = Person['ways'][number];

/** Without a daemon there are no facts; its own finding says that none runs. */
export const wayFindings = async (
  world: CommandWorld,
  channel: string,
  status: Pick<Result<'daemon.status'>, 'channels'> | undefined,
): Promise<readonly Finding[]> => {
  if (status === undefined) return [];
  const {people} = await ask(world, 'reach.list', {});
  const isSetUp = status.channels.some(each => each.channel === channel);
  return judgeWays({channel, isSetUp, people, now: world.clock.now()});
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
    return [
      {name: 'person', verdict: 'good', what},
      ...(isTested ? [judgeWay('terminal', person.name, way, now)] : []),
    ];
  });
};

type WayFacts = {
  readonly channel: string;
  readonly isSetUp: boolean;
  readonly people: readonly Person[];
  readonly now: number;
};

export const judgeWays = ({channel, isSetUp, people, now}: WayFacts): readonly Finding[] => {
  const used = people.flatMap(({name, ways}) => ways.filter(way => way.channel === channel).map(way => ({name, way})));
  const {label = channel, setUp, isThreaded} = channelFacts(channel) ?? {};
  if (!isSetUp) {
    return used.map(({name, way: {address}}) => ({
      name: channel,
      verdict: 'bad',
      what: `${printableLine(name)} has the address ${address}, but ${label} is not set up`,
      fix: setUp,
    }));
  }
  if (used.length === 0) {
    const what = `${label} is set up, but no person has an address there`;
    return [
      {
        name: channel,
        verdict: 'odd',
        what,
        fix: `add "${channel}:${isThreaded === true ? 'you@example.org' : 'default'}" to the "match" of a person under "users"`,
      },
    ];
  }
  return used.map(({name, way}) => judgeWay(channel, name, way, now));
};

const judgeWay = (channel: string, name: string, {address, tested}: Way, now: number): Finding => {
  const person = printableLine(name);
  const test = `rooster reach test ${person}`;
  if (tested === undefined) {
    return {name: channel, verdict: 'odd', what: `nobody has tested ${address} (${person})`, fix: test};
  }
  const when = whenOf(tested.at, now);
  if (!tested.rang) {
    const what = `the last test message to ${address} did not arrive, ${when}`;
    return {name: channel, verdict: 'bad', what, fix: `check the notifications of its app, then run ${test}`};
  }
  return {name: channel, verdict: 'good', what: `the last test message to ${address} arrived, ${when}`};
};
