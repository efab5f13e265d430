// S1: fifty people write on Signal at once, against one who writes alone, fifty times over: from the moment the message waits on the
// server until signal-cli is asked to send the answer. Where one waited for another it would take as long, or longer.
import {mkdirSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {writeAccount} from '../../test/signal-stand-in/program/data-dir.ts';
import {data, OWN, received} from '../../test/signal-stand-in/signal/samples.ts';
import {openServer} from '../../test/signal-stand-in/signal/server.ts';
import {writeShellCommand} from '../../test/support/shell-command.ts';
import type {Goal} from '../goal.ts';
import {median, ms} from '../support/figures.ts';
import {pause, startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const signalCrowd: Goal = {
  name: 'S1',
  title: 'fifty people on Signal',
  measure: async ({quick}) => {
    using folder = tempFolder();
    using signal = makeHome(folder.path);
    await using daemon = await startRealDaemon(folder.path);
    await signal.answers(() => signal.write([0]));
    const alone: number[] = [];
    const crowd: number[] = [];
    for (let round = 0; round < (quick ? 3 : 7); round += 1) {
      const one: number[] = [];
      for (let person = 0; person < 5; person += 1) one.push(await signal.answers(() => signal.write([person])));
      alone.push(median(one));
      crowd.push(await signal.answers(() => signal.write(PEOPLE.keys().toArray())));
    }
    const {channels} = await daemon.client.call('daemon.status');
    if (!JSON.stringify(channels).includes('"outbound":"up"')) throw new Error('Signal was not up.');
    const all = median(crowd.map((took, round) => took / (PEOPLE.length * (alone[round] ?? Number.NaN))));
    return [
      {
        what: 'fifty at once ÷ fifty times one alone',
        figure: all,
        unit: '×',
        limit: {is: '≤', value: 1},
        sides: `${ms(median(crowd))} : 50 × ${ms(median(alone))}`,
      },
    ];
  },
};

const makeHome = (home: string) => {
  const command = `${home}/signal-cli`;
  writeShellCommand(command, [process.execPath, STAND_IN]);
  const folder = `${home}/signal/${OWN.number}/data`;
  mkdirSync(folder, {recursive: true, mode: 0o700});
  const server = openServer(folder);
  writeAccount(folder, OWN);
  const users = PEOPLE.map(({uuid, name}) => ({name, trust: 'inner', match: [`signal:${uuid}`]}));
  const limits = {personPerMinute: 100_000};
  writeFileSync(`${home}/config.json`, JSON.stringify({users, limits, signal: {account: OWN.number, command}}));
  let number = 0;
  let expected = 0;
  const sent = (): number => server.calls().filter(({method}) => method === 'send').length;
  return {
    write: (people: readonly number[]): void => {
      expected += people.length;
      server.enqueue(
        ...people.flatMap(index => {
          number += 1;
          const at = 1_700_000_000_000 + number;
          const person = PEOPLE[index];
          return person === undefined ? [] : [received({dataMessage: data('what time is it?', {}, {at})}, person, at)];
        }),
      );
    },
    /** Time until every written message has its answer, in ms. */
    answers: async (write: () => void): Promise<number> => {
      write();
      const before = performance.now();
      while (sent() < expected) {
        if (performance.now() - before > PATIENCE_MS) throw new Error('An answer on Signal did not come.');
        await pause(2);
      }
      return performance.now() - before;
    },
    [Symbol.dispose]: () => server[Symbol.dispose](),
  };
};

const PEOPLE = Array.from({length: 50}, (_, index) => ({
  number: `+1555501${String(index).padStart(4, '0')}`,
  uuid: `99999999-9999-4999-8999-${String(index).padStart(12, '0')}`,
  name: `Person ${index}`,
}));
const STAND_IN = fileURLToPath(new URL('../../test/signal-stand-in/main.ts', import.meta.url));
const PATIENCE_MS = 30_000;
