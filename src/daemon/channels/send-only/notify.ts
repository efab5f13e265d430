// The notify channel: runs the configured program for each delivery. The program gets the text on stdin and facts in
// its environment. Exit code 0 accepts the delivery.
import type {Outbound} from '../../../shared/records/delivery/injection.ts';
import {SendFailure} from '../../../shared/records/delivery/send-failure.ts';
import {shellQuoted} from '../../../shared/text/shell-quoted.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import {isoOf, SECOND} from '../../../shared/time/time.ts';
import type {NotifyConfig} from '../../config/config-schema.ts';
import {type Notice, noticeOf} from './notice.ts';
import type {SendOnlyChannel, SendTools} from './send-only-channel.ts';

const LIMIT_MS = 30 * SECOND;

export const NOTIFY: SendOnlyChannel<NotifyConfig> = {
  name: 'notify',
  configured: ({notify}) => notify,
  limitMs: LIMIT_MS,
  fault: (config, tools) => whyMissing(config, tools),
  send: async (config, outbound, tools, signal) => {
    const missing = whyMissing(config, tools);
    if (missing !== undefined) throw new SendFailure(missing, {retry: 'never'});
    const notice = noticeOf(outbound);
    const outcome = await tools.run({
      command: commandLine(config.command, notice),
      input: notice.text,
      variables: variablesOf(outbound, notice, tools.clock.now()),
      zone: tools.zone(),
      limitMs: LIMIT_MS,
      signal,
      sandbox: config.sandbox === undefined ? undefined : {profile: config.sandbox, hosts: tools.hosts()},
    });
    if (outcome.ok) return;
    const {output, error, exitCode} = outcome;
    const wrote = output.trim() === '' ? '' : ` It wrote: ${beginningOf(output.trim(), LONGEST_QUOTE)}`;
    // A killed program may have shown the message.
    throw new SendFailure(`The notify command failed. ${error}${wrote}`, {
      retry: 'later',
      doubt: exitCode === undefined,
    });
  },
};

/** The reason why the program can't run, as a sentence. Undefined if the program exists. */
const whyMissing = ({command}: NotifyConfig, {findProgram}: SendTools): string | undefined => {
  const [program = ''] = command;
  if (findProgram(program) !== undefined) return undefined;
  return `Couldn't find the program "${program}". Install it, or change notify.command.`;
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

const LONGEST_ARGUMENT = 8_000;
const LONGEST_QUOTE = 300;
