// R3: messages that other programs send over HTTP, each answered once it is stored, against a bare node:http server that commits one
// row for each. On both sides requests that arrive together share a commit.
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import type {Goal} from '../goal.ts';
import {median, medianRatio, ms, perSecond} from '../support/figures.ts';
import {type LoadReport, messageOf, startProgram} from '../support/program.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {tempFolder} from '../support/temp-folder.ts';

export const httpDoor: Goal = {
  name: 'R3',
  title: 'messages over HTTP',
  measure: async ({rounds}) => {
    using folder = tempFolder();
    writeFileSync(folder.file('config.json'), JSON.stringify(CONFIG), {mode: 0o600});
    await using daemon = await startRealDaemon(folder.path);
    const port = portOf(await daemon.client.call('daemon.status', {}));
    const floor = startProgram('http-floor.ts', [folder.file('floor.db'), SECRET]);
    const floorPort = await messageOf<number>(floor);
    const ours: LoadReport[] = [];
    const theirs: LoadReport[] = [];
    await loadHttp(port, WARM);
    await loadHttp(floorPort, WARM);
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(await loadHttp(floorPort, CALLS));
      ours.push(await loadHttp(port, CALLS));
    }
    floor.disconnect();
    await once(floor, 'exit');
    const rates = (side: readonly LoadReport[]) => side.map(one => one.perSecond);
    const p99 = (side: readonly LoadReport[]) => ms(median(side.map(one => one.p99)));
    return [
      {
        what: `notes over HTTP, ${CLIENTS} clients ÷ a bare server’s`,
        figure: medianRatio(rates(ours), rates(theirs)),
        unit: '×',
        limit: {is: '≥', value: 0.5},
        sides: `${perSecond(median(rates(ours)))} : ${perSecond(median(rates(theirs)))}; p99 ${p99(ours)} : ${p99(theirs)}`,
      },
    ];
  },
};

const portOf = (status: Readonly<Record<string, unknown>>): number => {
  const {http, problems} = status as {readonly http?: {readonly listen: string}; readonly problems?: unknown};
  if (http === undefined) throw new Error(`The HTTP server isn't open: ${JSON.stringify(problems)}`);
  return Number(http.listen.split(':').at(-1));
};

const loadHttp = async (port: number, calls: number): Promise<LoadReport> => {
  const program = startProgram('http-load.ts', [port, '/hooks/bench', SECRET, CLIENTS, calls]);
  const ended = once(program, 'exit');
  await messageOf(program);
  program.send('go');
  const report = await messageOf<LoadReport>(program);
  await ended;
  return report;
};

const SECRET = 'the-secret-of-the-measurement';
const CLIENTS = 32;
const WARM = 1_000;
const CALLS = 3_000;
const CONFIG = {
  users: [{name: 'owner', trust: 'full', match: ['terminal:default']}],
  http: {listen: '127.0.0.1:0'},
  hooks: {bench: {secret: SECRET, target: 'rooster:main', reply: 'note', template: '{{payload.text}}'}},
  limits: {injectionsPerMinute: 1_000_000},
};
