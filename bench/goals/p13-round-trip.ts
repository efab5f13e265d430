// P13: a call that does nothing but be answered, against a server that sends back the bytes it gets. One that reads a reminder
// from the database is told beside it, without a limit.
import {once} from 'node:events';
import type {Goal} from '../goal.ts';
import {median, medianRatio, ms, perSecond} from '../support/figures.ts';
import {makeHome} from '../support/memory.ts';
import {type LoadReport, load, messageOf, startProgram} from '../support/program.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const roundTrip: Goal = {
  name: 'P13',
  title: 'round trip',
  measure: async ({rounds}) => {
    using folder = tempFolder();
    makeHome(folder.path, 1_000);
    await using daemon = await startRealDaemon(folder.path);
    const echoSocket = folder.file('echo.sock');
    const echo = startProgram('echo.ts', [echoSocket]);
    await messageOf(echo);
    await load(daemon.socket, 'hello', 10, 20_000);
    const one: Record<'ours' | 'theirs', LoadReport[]> = {ours: [], theirs: []};
    const many: Record<'ours' | 'theirs', LoadReport[]> = {ours: [], theirs: []};
    for (let round = 0; round < rounds; round += 1) {
      one.theirs.push(await load(echoSocket, 'echo', 1, ONE));
      one.ours.push(await load(daemon.socket, 'hello', 1, ONE));
      many.theirs.push(await load(echoSocket, 'echo', 100, MANY));
      many.ours.push(await load(daemon.socket, 'hello', 100, MANY));
    }
    const {reminders} = await daemon.client.call('reminder.list', {limit: 1});
    const [known] = reminders as readonly {readonly id: string}[];
    const reading = await load(daemon.socket, 'get', 100, MANY, known?.id);
    echo.disconnect();
    await once(echo, 'exit');
    const lateness = (at: 'p50' | 'p99', most: number) => ({
      what: `a call, 1 client: ${at} ÷ an echo`,
      figure: medianRatio(
        one.ours.map(report => report[at]),
        one.theirs.map(report => report[at]),
      ),
      unit: '×' as const,
      limit: {is: '≤' as const, value: most},
      sides: `${ms(median(one.ours.map(report => report[at])))} : ${ms(median(one.theirs.map(report => report[at])))}`,
    });
    const rates = (side: readonly LoadReport[]) => side.map(({perSecond}) => perSecond);
    return [
      lateness('p50', 1.5),
      lateness('p99', 1.6),
      {
        what: 'calls, 100 clients ÷ echoes',
        figure: medianRatio(rates(many.ours), rates(many.theirs)),
        unit: '×',
        limit: {is: '≥', value: 0.6},
        sides: `${perSecond(median(rates(many.ours)))} : ${perSecond(median(rates(many.theirs)))}`,
      },
      {
        what: 'calls that read a reminder, 100 clients',
        figure: reading.perSecond,
        unit: '/s',
        sides: `p50 ${ms(reading.p50)}`,
      },
    ];
  },
};

const ONE = 5_000;
const MANY = 20_000;
