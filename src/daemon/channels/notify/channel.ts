// The notify channel: runs the configured program for each delivery. The program gets the text on stdin and facts in
// its environment. Exit code 0 accepts the delivery.
import type {Outbound, Receipt} from '../../../shared/records/delivery/injection.ts';
import {SendFailure} from '../../../shared/records/delivery/send-failure.ts';
import {shellQuoted} from '../../../shared/text/shell-quoted.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {isoOf, SECOND} from '../../../shared/time/time.ts';
import type {NotifyConfig} from '../../config/config-schema.ts';
import type {Channel} from '../../ports/channel.ts';
import type {RunCommand} from '../../ports/command.ts';
import {type Notice, noticeOf} from '../notice/notice.ts';

type NotifyDeps = {
  readonly config: NotifyConfig;
  readonly clock: Clock;
  /** The time zone in the program's environment. */
  readonly zone: () => string;
  readonly run: RunCommand;
  /** The path of a program. Undefined if the program doesn't exist. */
  readonly find: (program: string) => string | undefined;
};

type NotifyChannel = Channel & AsyncDisposable;

export const openNotify = (deps: NotifyDeps): NotifyChannel => ({
  name: CHANNEL,
  status: () => {
    const missing = whyMissing(deps);
    return {channel: CHANNEL, inbound: 'off', outbound: 'up', warnings: missing === undefined ? undefined : [missing]};
  },
  // The program can't return a reply.
  listen: async () => ({[Symbol.asyncDispose]: async () => {}}),
  send: (outbound, signal) => send(deps, outbound, signal),
  sendLimitMs: LIMIT_MS + 10 * SECOND,
  [Symbol.asyncDispose]: async () => {},
});

/** The reason why the program can't run, as a sentence. Undefined if the program exists. */
const whyMissing = ({config: {command}, find}: Pick<NotifyDeps, 'config' | 'find'>): string | undefined => {
  const [program = ''] = command;
  if (find(program) !== undefined) return undefined;
  return `Couldn't find the program "${program}". Install it, or change notify.command.`;
};

const send = async (deps: NotifyDeps, outbound: Outbound, signal: AbortSignal): Promise<Receipt> => {
  const missing = whyMissing(deps);
  if (missing !== undefined) throw new SendFailure(missing, {retry: 'never'});
  const notice = noticeOf(outbound);
  const outcome = await deps.run({
    command: commandLine(deps.config.command, notice),
    input: notice.text,
    variables: variablesOf(outbound, notice, deps.clock.now()),
    zone: deps.zone(),
    limitMs: LIMIT_MS,
    signal,
  });
  if (outcome.ok) return {at: deps.clock.now()};
  const {output, error, exitCode} = outcome;
  const wrote = output.trim() === '' ? '' : ` It wrote: ${beginningOf(output.trim(), LONGEST_QUOTE)}`;
  const sentence = `The notify command failed. ${error}${wrote}`;
  // A killed program may have shown the message.
  throw new SendFailure(sentence, {retry: 'later', doubt: exitCode === undefined});
};

/** Quotes each argument, so that the shell changes nothing. */
const commandLine = (command: readonly string[], {title, text}: Notice): string =>
  command
    .map(part => part.replaceAll(/\{(title|text)\}/gu, (_, name) => argument(name === 'title' ? title : text)))
    .map(shellQuoted)
    .join(' ');

/** The limit fits the system's limit for one argument. NUL is removed because no argument can hold one. */
const argument = (text: string): string => beginningOf(text.replaceAll('\0', ''), LONGEST_ARGUMENT);

const variablesOf = ({id, to, run, late, repeat, urgent}: Outbound, {kind, title}: Notice, now: number) => ({
  ROOSTER_KIND: kind,
  ROOSTER_TITLE: title.replaceAll('\0', ''),
  ROOSTER_ID: id,
  ROOSTER_ADDRESS: to,
  ROOSTER_AT: isoOf(late?.dueAt ?? run?.scheduledFor ?? now),
  ROOSTER_NAME: run?.name,
  ROOSTER_LATE: late === undefined ? undefined : '1',
  ROOSTER_URGENT: urgent === true ? '1' : undefined,
  ROOSTER_REPEAT: repeat ? '1' : undefined,
});

const CHANNEL = 'notify';
const LIMIT_MS = 30 * SECOND;
const LONGEST_ARGUMENT = 8_000;
const LONGEST_QUOTE = 300;
