// Opens the mail channel. Loaded only when a mailbox is configured.
import dns from 'node:dns/promises';
import {SendFailure} from '../../../shared/records/delivery/send-failure.ts';
import {readReport} from '../../channels/mail/bounce/settle-bounce.ts';
import {openMail} from '../../channels/mail/channel.ts';
import {folderOpener} from '../../channels/mail/incoming/folder.ts';
import {answeredMail} from '../../channels/mail/incoming/kept-mail.ts';
import {createReceiver} from '../../channels/mail/incoming/receiver.ts';
import type {MailLogin} from '../../channels/mail/login.ts';
import {openSender} from '../../channels/mail/outgoing/sender.ts';
import {isServed, type MailConfig, type MailServer} from '../../config/config-schema.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {createOutboxService} from '../../flows/outbox-service.ts';
import {readSecret} from '../../system/read-secret.ts';
import {chatHandler} from '../chat-handler.ts';
import type {OpenChannel, OpenedChannel} from './channel-connection.ts';
import type {ConnectOptions} from './channel-entries.ts';

export const mailOpener =
  (options: ConnectOptions): OpenChannel<MailConfig, OpenedChannel> =>
  async (config, onStatus) => {
    const {
      store: {world},
      agent: {workspace},
    } = options;
    const channel = openMail({
      config,
      onStatus,
      store: world.store,
      isServed: address => isServed(options.store.config.current(), address),
      openReceiver: onChange =>
        createReceiver({
          ...world,
          config,
          open: folderOpener({...world, config, login: server => loginAt(options, config, server)}),
          workspace: workspace.files.root,
          resolve: (domain, type) => dns.resolve(domain, type) as Promise<string[] | string[][]>,
          isKnown: address => isServed(options.store.config.current(), `mail:${address}`),
          readReport: source => readReport({...world, own: config.address}, source),
          chance: Math.random,
          onChange,
        }),
      openSender: onChange =>
        openSender({
          ...world,
          config,
          login: server => loginAt(options, config, server),
          files: workspace.files,
          answered: quote => answeredMail(world.store.inbox, quote),
          chance: Math.random,
          onChange,
        }),
    });
    const drain = startOutboxDrain({...world, channel, jitter: Math.random});
    // What waited for a password or another server is tried at once.
    createOutboxService({store: world.store, reschedule: drain.reschedule}).unblock(channel.name);
    const listening = await channel.listen(chatHandler(options));
    return {channel, drain, listening};
  };

const loginAt = async ({env, redactor}: ConnectOptions, config: MailConfig, server: MailServer): Promise<MailLogin> => {
  const reading = readSecret(server.password, env);
  if (reading.kind === 'missing') throw new SendFailure(reading.reason, {retry: 'afterFix'});
  redactor.know(reading.value);
  return {kind: 'password', user: server.user ?? config.address, password: reading.value};
};
