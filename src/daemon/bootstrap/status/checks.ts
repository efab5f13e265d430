// The daemon's checks (`src/shared/record-text/checks.ts` lists them): what each one looks at, and the problems that
// `rooster status` shows.
import {programVersion} from '../../../ipc/versions/chosen-version.ts';
import {updateProblems} from '../../../ipc/versions/failed-update.ts';
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import {CHECK_IDS, type CheckId, failedCheck} from '../../../shared/record-text/checks.ts';
import type {InvalidJob} from '../../../shared/records/jobs/cron-job.ts';
import type {Environment} from '../../../shared/records/places.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {formatReason} from '../../../shared/text/sentences.ts';
import type {PolicyConfig} from '../../config/config-schema.ts';
import type {Log} from '../../ports/system.ts';
import {findProgram} from '../../system/find-program.ts';
import {readSecret} from '../../system/read-secret.ts';
import {mistakenIn} from '../jobs/cron-definitions.ts';
import type {RpcOptions} from '../parts.ts';

/** The daemon's parts, and the problems of the sockets. */
type Checked = RpcOptions & {readonly socketProblems: readonly Problem[]};

export const problemsOf = (checked: Checked): readonly Problem[] =>
  runChecks(id => RUNS[id](checked), checked.core.log);

/** A check that fails is a problem, and hides nothing that the others found. */
export const runChecks = (run: (id: CheckId) => readonly Problem[], log: Pick<Log, 'error'>): readonly Problem[] =>
  CHECK_IDS.flatMap(id => {
    try {
      return run(id);
    } catch (error) {
      log.error({error, check: id}, `A check failed (${id}): ${errorMessage(error)}`);
      return [failedCheck(id, errorMessage(error))];
    }
  });

const RUNS: Readonly<Record<CheckId, (checked: Checked) => readonly Problem[]>> = {
  configuration: ({config, env}) => [...config.problems(), ...secretProblems(config.current().policy.secrets, env)],
  channels: ({channels}) => channelProblems(channels.statuses()),
  cron: ({schedule, config, places}) => cronProblems(schedule.cron.list().invalid, mistakenIn(config, places)),
  unserved: ({channels}) => channels.problems(),
  http: ({doors}) => doors.problems(),
  speech: ({config, env, places}) =>
    speechProblems(
      config.current().speech?.command,
      program => findProgram(program, env['PATH'], places.workspace) !== undefined,
    ),
  ping: ({watch}) => watch.pings.problems(),
  expected: ({watch}) => watch.calls.problems(),
  unanswered: ({agent}) => agent.unanswered.problems(),
  store: ({open}) => open.health.problems(),
  fleet: ({cell}) => cell?.problems() ?? [],
  replica: ({services: {replica}}) => [...replica.followed.problems(), ...replica.oldMachine.problems()],
  update: ({places}) => updateProblems(places.versions, programVersion()),
  backup: ({open}) => open.backups.problems(),
  people: ({changes}) => changes.problems(),
  region: ({regionProblems}) => regionProblems(),
  timers: ({timerProblems}) => timerProblems(),
  sockets: ({socketProblems}) => socketProblems,
};

/** Secrets that can't be read, so that commands don't get their variables. */
const secretProblems = (secrets: PolicyConfig['secrets'], env: Environment): readonly Problem[] =>
  Object.entries(secrets).flatMap(([name, {secret}]) => {
    const reading = readSecret(secret, env);
    if (reading.kind === 'secret') return [];
    return [
      {key: `policy.secrets.${name}`, reason: formatReason(reading.reason), inForce: `commands can't send ${name}`},
    ];
  });

/** A channel that is connecting or off isn't a problem. */
export const channelProblems = (channels: readonly ChannelStatus[]): readonly Problem[] =>
  channels.flatMap(status => {
    const {channel, inbound, outbound, detail, life, lost = []} = status;
    const missing = lost.map(reason => ({
      key: channel,
      reason,
      inForce: 'ask the senders to send their messages again',
    }));
    const works = inbound === 'up' && outbound === 'up';
    const passes = life === 'starting' || life === 'stopping' || life === 'stopped';
    if (works || passes || detail === undefined) return missing;
    return [{key: channel, reason: detail, inForce: consequences(status)}, ...missing];
  });

const consequences = ({channel, inbound, outbound}: ChannelStatus): string => {
  if (inbound === 'up') return `messages to ${channel} wait in the outbox`;
  if (outbound === 'up') return `messages from ${channel} do not arrive`;
  return `${channel} receives nothing, and outgoing messages wait in the outbox`;
};

/** Leaves out problems that the configuration already reports (`known`) with more detail. */
const cronProblems = (invalid: readonly InvalidJob[], known: readonly InvalidJob[]): readonly Problem[] =>
  invalid
    .filter(
      ({file, line, reason}) => !known.some(job => job.file === file && job.line === line && job.reason === reason),
    )
    .map(({file, line, reason}) => ({key: `${file}:${line}`, reason, inForce: 'The job does not run.'}));

export const speechProblems = (
  command: readonly string[] | undefined,
  exists: (program: string) => boolean,
): readonly Problem[] => {
  if (command === undefined) return [];
  const [program = ''] = command;
  const needed = command.some(part => part.includes('{wav}')) ? ['ffmpeg', program] : [program];
  return needed
    .filter(name => !exists(name))
    .map(name => ({
      key: 'speech.command',
      reason: `Couldn't find the program "${name}".`,
      inForce: 'voice messages get no text',
    }));
};
