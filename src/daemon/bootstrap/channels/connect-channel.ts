// Connects a channel that has a part of the configuration: its deliveries leave, and what it receives goes to the
// conversations.
import type {ChannelStatus} from '../../../shared/events/gateway-event.ts';
import type {ChannelName} from '../../../shared/records/channels.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {openSendOnly, type SendOnlyChannel} from '../../channels/send-only/send-only-channel.ts';
import type {Config} from '../../config/config-schema.ts';
import {createOutboxService} from '../../flows/outbox-service.ts';
import {httpRequests} from '../../outputs.ts';
import type {Channel} from '../../ports/channel.ts';
import {findProgram} from '../../system/find-program.ts';
import {createRequestOnce} from '../../system/http/request-once.ts';
import {readSecret} from '../../system/read-secret.ts';
import {createCommandRunner} from '../agent/agent-tools.ts';
import {chatHandler} from '../chat-handler.ts';
import type {ConnectOptions} from '../parts.ts';
import {type ChannelConnection, createChannelConnection, startSending} from './channel-connection.ts';

/** `C`: its part of the configuration. Any change of it opens the channel again. */
export type ConfiguredChannel<C> = {
  readonly name: ChannelName;
  /** Undefined while the channel is off. */
  readonly configured: (config: Config) => C | undefined;
  /** Calls `onStatus` on each change of the status. Rejects with the reason. */
  readonly open: (
    config: C,
    options: ConnectOptions,
    onStatus: (status: ChannelStatus) => void,
  ) => Promise<Channel & AsyncDisposable>;
  /** Deliveries wait for a fix of the configuration, so they are tried at once when it changes. */
  readonly waitsForFix: boolean;
};

export const connectChannel = <C>(
  {name, configured, open, waitsForFix}: ConfiguredChannel<C>,
  options: ConnectOptions,
): ChannelConnection => {
  const {core, gate} = options;
  const connection = createChannelConnection({
    ...core,
    name,
    config: () => configured(options.config.current()),
    identityOf: config => JSON.stringify(config),
  });
  const follow = (): Promise<void> =>
    connection.follow(async (config: C, onStatus) => {
      const {channel, drain} = startSending(core, gate, await open(config, options, onStatus));
      if (waitsForFix) createOutboxService({store: core.store, reschedule: drain.reschedule}).unblock(name);
      const listening = await channel.listen(chatHandler(options));
      return {channel, drain, listening};
    });
  return {
    ...connection,
    follow,
    reopen: () => {
      connection.expire();
      return follow();
    },
  };
};

export const sendOnly = <C>(channel: SendOnlyChannel<C>): ConfiguredChannel<C> => ({
  name: channel.name,
  configured: channel.configured,
  waitsForFix: channel.waitsForFix === true,
  open: async (config, {core, agent: {workspace}, env, redactor, sandbox, gate}) =>
    openSendOnly(channel, config, {
      clock: core.clock,
      request: httpRequests(createRequestOnce(), gate),
      run: createCommandRunner({
        core,
        workspace,
        env,
        redactor,
        sandbox,
        gate,
        tooLong: `It took longer than ${channel.limitMs / SECOND} seconds and was ended.`,
      }),
      hosts: () => core.config().policy.hosts,
      findProgram: program => findProgram(program, env['PATH'], workspace.files.root),
      readSecret: secret => {
        const reading = readSecret(secret, env);
        if (reading.kind === 'secret') redactor.know(reading.value);
        return reading;
      },
      owner: () => core.people.owner() ?? 'owner',
      zone: () => core.people.zoneOf(core.people.owner()),
    }),
});
