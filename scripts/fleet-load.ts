// `npm run fleet-load -- [--minutes N] [--people N] [--cells N] [--daemons N] [--every SECONDS] [--lead SECONDS]`: daemons of a
// fleet on one machine, with Debian's PostgreSQL, while daemons, machines and the database are killed and stopped at
// random. Round after round every person gets a reminder, all due within one minute. At the end each reminder that was
// acknowledged must have reached its person's phone or be a delivery that was given up, no two of its copies may look
// like two, and each past instant must have one outcome. Prints the figures; ends with 1 if anything is lost, doubled
// or early.

import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout as pause} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {startPostgres, whyNoPostgres} from '../test/support/postgres.ts';
import {ensureBuilt} from '../test/support/rooster-home.ts';
import {auditCells, isGivenUp, knownOf} from './fleet-load/audit.ts';
import {startDisasters} from './fleet-load/disasters.ts';
import {startMachines} from './fleet-load/machines.ts';
import {openSender} from './fleet-load/sender.ts';

/** A reminder: due and arrived in ms of the machine's clock. Each arrival has the id of its delivery. */
type Told = {readonly cell: string; readonly dueAt: number; acknowledged: boolean; readonly arrivals: Arrival[]};
type Arrival = {readonly at: number; readonly delivery: string; readonly text: string};

const main = async (): Promise<number> => {
  const {values} = parseArgs({
    options: {
      minutes: {type: 'string', default: '30'},
      people: {type: 'string', default: '10000'},
      cells: {type: 'string', default: '12'},
      daemons: {type: 'string', default: '3'},
      every: {type: 'string', default: '20'},
      lead: {type: 'string', default: '120'},
    },
  });
  const why = whyNoPostgres();
  if (why !== undefined) throw new Error(why);
  ensureBuilt();
  const [minutes, people, daemons] = [Number(values.minutes), Number(values.people), Number(values.daemons)];
  const cells = Array.from({length: Number(values.cells)}, (_, index) => `cell-${index + 1}`);
  const told = new Map<string, Told>();
  await using phones = await startPhones((text, delivery) => {
    const [name = ''] = NAME.exec(text) ?? [];
    told.get(name)?.arrivals.push({at: Date.now(), delivery, text});
  });
  await using postgres = await startPostgres();
  await using machines = await startMachines({postgres, cells, daemons, people, ntfy: phones.url});
  await using sender = openSender(machines);
  await machines.ready();
  console.log(`${daemons} daemons hold ${cells.length} cells with ${people} people.`);
  const disasters = startDisasters({machines, postgres, everyMs: Number(values.every) * 1_000});
  const perCell = Math.ceil(people / cells.length);

  const endAt = Date.now() + minutes * MINUTE_MS;
  for (let round = 0; Date.now() < endAt; round += 1) {
    const from = Date.now() + Number(values.lead) * 1_000;
    // Each cell by itself: one that is taken over holds up no other one.
    const setting = cells.map(async (cell, index) => {
      const count = Math.min(perCell, people - index * perCell);
      await sender.inParallel(count, async person => {
        const dueAt = Math.ceil(from + (MINUTE_MS * person) / count);
        const name = `${cell}/${round}/${person}`;
        const one: Told = {cell, dueAt, acknowledged: false, arrivals: []};
        told.set(name, one);
        one.acknowledged = await sender.set(cell, {name, dueAt, to: `ntfy:u${person}`});
      });
    });
    await Promise.all(setting);
    await pause(from + MINUTE_MS - Date.now());
    const arrived = [...told.values()].filter(({arrivals}) => arrivals.length > 0).length;
    console.log(`round ${round + 1}: ${told.size} set, ${arrived} arrived, ${disasters.log.length} disasters`);
  }
  await disasters.stop();
  const isOut = (): boolean =>
    [...told.values()].every(({acknowledged, arrivals}) => !acknowledged || arrivals.length > 0);
  for (let waited = 0; waited < LAST_MS && !(isOut() && waited > SETTLED_MS); waited += 1_000) await pause(1_000);
  await machines.stop();
  const databases = machines.databases();
  const ofCell = (cell: string): readonly string[] => databases.filter(path => path.includes(`/${cell}/`));
  return report([...told], disasters.log, {
    audit: auditCells(databases, Date.now() - SETTLED_MS),
    known: (cell, name) => knownOf(ofCell(cell), name),
    isGivenUp: (cell, name) => isGivenUp(ofCell(cell), name),
  });
};

/** Read from the databases at the end. */
type Books = {
  readonly audit: readonly string[];
  readonly known: (cell: string, name: string) => readonly string[];
  readonly isGivenUp: (cell: string, name: string) => boolean;
};

const report = (
  told: readonly (readonly [string, Told])[],
  disasters: readonly {readonly at: number; readonly cells: readonly string[]; readonly kind: string}[],
  {audit, known, isGivenUp}: Books,
): number => {
  const all = told.filter(([, {acknowledged}]) => acknowledged);
  const missing = all.filter(([, {arrivals}]) => arrivals.length === 0);
  const givenUp = missing.filter(([name, {cell}]) => isGivenUp(cell, name));
  const lost = missing.filter(one => !givenUp.includes(one));
  const doubled = all.filter(
    ([, {arrivals}]) => new Set(arrivals.filter(isUnmarked).map(({delivery}) => delivery)).size > 1,
  );
  const repeated = all.filter(([, {arrivals}]) => arrivals.length > 1);
  const early = all.filter(([, {dueAt, arrivals}]) => arrivals.some(({at}) => at < dueAt - 1));
  const isQuiet = ({cell, dueAt}: Told): boolean =>
    !disasters.some(({at, cells}) => cells.includes(cell) && dueAt > at - 1_000 && dueAt < at + TAKEOVER_MS);
  const lateness = (some: readonly (readonly [string, Told])[]): readonly number[] =>
    some
      .flatMap(([, {dueAt, arrivals}]) => (arrivals[0] === undefined ? [] : [arrivals[0].at - dueAt]))
      .toSorted((a, b) => a - b);
  const quiet = lateness(all.filter(([, one]) => isQuiet(one)));
  const stormy = lateness(all.filter(([, one]) => !isQuiet(one)));
  const at = (values: readonly number[], part: number): string =>
    `${((values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0) / 1_000).toFixed(2)} s`;
  const kinds = Map.groupBy(disasters, ({kind}) => kind);
  console.log(`disasters: ${[...kinds].map(([kind, {length}]) => `${length} × ${kind}`).join(', ')}`);
  console.log(`reminders: ${all.length} acknowledged of ${told.length}`);
  console.log(`lost: ${lost.length}; unmarked doubles: ${doubled.length}; early: ${early.length}`);
  console.log(`given up after two kills in the middle of their sending, which is said: ${givenUp.length}`);
  console.log(`copies of one delivery, which a phone shows as one: ${repeated.length}`);
  console.log(
    `late outside of takeovers: p50 ${at(quiet, 0.5)}, p99 ${at(quiet, 0.99)}, most ${at(quiet, 1)} (${quiet.length})`,
  );
  console.log(
    `late around takeovers: p50 ${at(stormy, 0.5)}, p99 ${at(stormy, 0.99)}, most ${at(stormy, 1)} (${stormy.length})`,
  );
  console.log(`audit: ${audit.length === 0 ? 'each past instant has one outcome' : audit.slice(0, 5).join('; ')}`);
  for (const [name, one] of [...missing, ...doubled].slice(0, 5))
    console.log(name, JSON.stringify(one), ...known(one.cell, name));
  return lost.length + doubled.length + early.length + audit.length === 0 ? 0 : 1;
};

/** A repeat that says so is no double. */
const isUnmarked = ({text}: Arrival): boolean => !/sent before|again/u.test(text);

/** An ntfy server for all phones. */
const startPhones = async (onMessage: (text: string, delivery: string) => void) => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', part => parts.push(part));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method !== 'POST') return response.end('{"healthy":true}');
      const {topic, message, sequence_id: delivery} = JSON.parse(Buffer.concat(parts).toString());
      onMessage(message, delivery);
      return response.end(JSON.stringify({id: 'x', time: 1, event: 'message', topic, message}));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const MINUTE_MS = 60_000;
/** The last ones may still be on their way. */
const SETTLED_MS = 20_000;
/** In the text of a reminder, which may say that it is late or a repeat. */
const NAME = /cell-\d+\/\d+\/\d+/u;
const LAST_MS = 180_000;
/** From a kill until the next holder has caught up. */
const TAKEOVER_MS = 20_000;

process.exit(await main());
