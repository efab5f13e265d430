// `rooster status`: what runs and what comes next, on one screen. With no daemon it says so, and starts none.
import type {DaemonStatus, Result} from '../../../ipc/protocol.ts';
import {durationInWords} from '../../../shared/human-words.ts';
import {instantOfIso} from '../../../shared/time.ts';
import type {Wire} from '../../../shared/wire.ts';
import {fieldLines} from '../ask.ts';
import type {CommandWorld, ExitCode, Run} from '../command.ts';
import {wantsJson} from '../given.ts';
import {saysNoneRuns} from '../reach/no-daemon-error.ts';
import {whenOf} from '../words/local-time.ts';
import {oneLine} from '../words/plain-text.ts';
import {problemLines} from './config.ts';

export const status: Run = (world, given) => printStatus(world, wantsJson(given), 0);

/** `whenAbsent` is the exit code where no daemon runs. */
export const printStatus = async (world: CommandWorld, json: boolean, whenAbsent: ExitCode): Promise<ExitCode> => {
  const {print, places} = world;
  const found = await statusIfRunning(world);
  if (found !== undefined) {
    if (json) print.json(found);
    else print.line(statusLines(world, found).join('\n'));
    return 0;
  }
  if (json) print.json({running: false, home: homeOf(world)});
  else {
    const lines = [
      ...fieldLines(world, [
        ['Config', places.config],
        ['Socket', places.socket],
        ['Log', places.log],
      ]),
    ];
    print.line(['No daemon is running. Start one: rooster daemon start', ...lines].join('\n'));
  }
  return whenAbsent;
};

/** The status of the daemon, or undefined where none runs. */
export const statusIfRunning = async ({connect}: CommandWorld): Promise<Result<'daemon.status'> | undefined> => {
  try {
    await using connection = await connect({starts: false});
    return await connection.client.call('daemon.status', {});
  } catch (thrown) {
    if (saysNoneRuns(thrown)) return undefined;
    throw thrown;
  }
};

export const statusLines = (world: CommandWorld, found: Wire<DaemonStatus>): readonly string[] => {
  const {print, version} = world;
  const now = world.clock.now();
  const {model, sessions, outbox, reminders, channels, nextWakes, home, problems} = found;
  const upFor = durationInWords(now - (instantOfIso(found.startedAt) ?? now));
  const other =
    found.version === version ? '' : print.paint('busy', ` (this command is ${version}: rooster daemon restart)`);
  const dead = outbox.dead === 0 ? '' : print.paint('bad', `, ${outbox.dead} given up (rooster outbox --state dead)`);
  return [
    `Rooster ${found.version}${other}, pid ${found.pid}, up for ${upFor}`,
    ...fieldLines(world, [
      ['Agent', found.agent],
      [
        'Model',
        `${model.name}, ${model.ready ? print.paint('good', 'ready') : print.paint('bad', 'not ready')}${detailOf(model.detail)}`,
      ],
      ['Channels', channels.map(channelWords).join('; ')],
      ['Sessions', `${sessions.total}, ${sessions.busy} busy, ${sessions.queued} queued`],
      ['Reminders', `${reminders.pending} waiting`],
      ['Outbox', `${outbox.waiting} waiting${dead}`],
      ['Clients', String(found.clients)],
      ['Config', home.config],
      ['Workspace', home.workspace],
      ['Log', home.log],
    ]),
    ...(nextWakes.length === 0
      ? ['', print.paint('quiet', 'Nothing is scheduled.')]
      : [
          '',
          ...nextWakes.map(({kind, what, name, wakeAt}) => wakeLine(world, whenOf(wakeAt, now), kind, what || name)),
        ]),
    ...(problems.length === 0 ? [] : ['', ...problemLines(world, problems)]),
  ];
};

const wakeLine = ({print}: CommandWorld, when: string, kind: string, what: string): string =>
  `${print.paint('good', when)}  ${kind}  ${oneLine(what)}`;

const channelWords = ({channel, inbound, outbound, detail}: DaemonStatus['channels'][number]): string => {
  const state = inbound === outbound ? inbound : `in ${inbound}, out ${outbound}`;
  return `${channel} ${state}${detailOf(detail)}`;
};

const detailOf = (detail: string | undefined): string => (detail === undefined ? '' : ` (${oneLine(detail)})`);

const homeOf = ({places}: CommandWorld): DaemonStatus['home'] => {
  const {config, database, workspace, log, socket} = places;
  return {config, database, workspace, log, socket};
};
