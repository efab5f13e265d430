// Compares what people notice of two daemons, measured in turn.
import type {Check} from '../goal.ts';
import {inTurn, median, ms} from './figures.ts';
import type {RealDaemon} from './real-daemon.ts';

type Measured = Pick<RealDaemon, 'client'> & {readonly home: string};

/** `without`: what the other daemon is, in words. `took` returns ms. */
export const compare = async (
  what: string,
  rounds: number,
  {ours, theirs, without}: {readonly ours: Measured; readonly theirs: Measured; readonly without: string},
  took: (daemon: Measured) => Promise<number>,
): Promise<Check> => {
  const all = await inTurn(rounds, {theirs: () => took(theirs), ours: () => took(ours)});
  const [own, other] = [median(all.ours), median(all.theirs)];
  return {what: `${what} ÷ ${without}`, figure: own / other, unit: '×', sides: `${ms(own)} : ${ms(other)}`};
};

/** The median time of one of many reminders that are set. */
export const setMany = ({client}: Measured): Promise<number> =>
  each(SETS, () => client.call('reminder.set', {in: '5d', message: 'Call the dentist'}));

/** The median time from a message to the end of its turn. */
export const chat = ({client}: Measured): Promise<number> => each(CHATS, () => say(client));

/** The offline assistant answers, which stores all that an answer stores. */
const say = async (client: RealDaemon['client']): Promise<void> => {
  const {turnId} = await client.call('session.send', {text: 'what time is it?'});
  const {promise: ended, resolve: end} = Promise.withResolvers<void>();
  client.onEvent(event => {
    if (event.type === 'turn.ended' && event['turnId'] === turnId) end();
  });
  const {seq} = await client.call('daemon.status');
  await client.call('events.subscribe', {since: Math.max(0, Number(seq) - 40)});
  await ended;
};

const each = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  const took: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = performance.now();
    await work();
    took.push(performance.now() - from);
  }
  return median(took);
};

const SETS = 100;
const CHATS = 10;
