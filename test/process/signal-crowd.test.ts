// Fifty people write on Signal at the same time, and the model is slow for one of them: one turn at a time for each, and nobody waits for
// another.
// @module-tag deep
import {expect, test} from 'vitest';
import {OWN} from '../signal-stand-in/signal/samples.ts';
import {startEchoModel} from '../support/echo-model.ts';
import {signalHome, text} from '../support/signal-home.ts';
import {until} from '../support/until.ts';
import {modelAt} from '../support/write-config.ts';

const PEOPLE = Array.from({length: 50}, (_, index) => ({
  number: `+1555501${String(index).padStart(4, '0')}`,
  uuid: `99999999-9999-4999-8999-${String(index).padStart(12, '0')}`,
  name: `Person ${index}`,
}));
const ROUNDS = [1, 2, 3];

test('fifty people at once each get an answer in order, one turn at a time, and nobody waits for another', async () => {
  const answered = new Map<string, number>();
  const atWork = new Set<string>();
  const together: string[] = [];
  let most = 0;
  const held = Promise.withResolvers<void>();
  await using model = await startEchoModel(async words => {
    const [person = ''] = words.split(' ');
    if (atWork.has(person)) together.push(person);
    atWork.add(person);
    most = Math.max(most, atWork.size);
    if (person === 'p0') await held.promise;
    else await new Promise<void>(resolve => setImmediate(resolve));
    atWork.delete(person);
    answered.set(person, 1 + (answered.get(person) ?? 0));
    return undefined;
  });
  await using home = await signalHome();
  home.configure({
    ...modelAt(model.baseUrl),
    users: PEOPLE.map(({uuid, name}) => ({name, trust: 'inner', match: [`signal:${uuid}`]})),
    signal: {account: OWN.number, command: `${home.path}/signal-cli`},
  });
  await using daemon = await home.start();
  await daemon.follow(0);
  const said = ROUNDS.flatMap(round =>
    PEOPLE.map((person, index) => text(`p${index} m${round}`, round * 1_000 + index, person)),
  );
  home.server.enqueue(...said);
  const sentTo = (uuid: string) =>
    home.sends().flatMap(({recipient, message}) => (recipient === uuid ? [message] : []));
  const others = (): number => daemon.events.filter(({type}) => type === 'delivery.sent').length;
  await until('everybody else is answered', () => others() === 49 * ROUNDS.length);
  expect(answered.get('p0')).toBeUndefined();
  held.resolve();
  await until('the last one is answered too', () => others() === 50 * ROUNDS.length);
  for (const [index, {uuid}] of PEOPLE.entries()) {
    expect(sentTo(uuid)).toEqual(ROUNDS.map(round => `You said: p${index} m${round}`));
  }
  expect(together).toEqual([]);
  expect(most).toBeGreaterThan(1);
});
