// Opens the mail channel. Loaded only when a mailbox is configured.
import {openMail} from '../../channels/mail/channel.ts';
import {openSender} from '../../channels/mail/outgoing/sender.ts';
import type {DoorSecret, MailConfig} from '../../config/config-schema.ts';
import {startOutboxDrain} from '../../delivery/outbox-drain.ts';
import {createOutboxService} from '../../flows/outbox-service.ts';
import {readSecret, type SecretReading} from '../../system/read-secret.ts';
import {chatHandler} from '../chat-handler.ts';
import type {OpenChannel, OpenedChannel} from './channel-connection.ts';
import type {ConnectOptions} from './channel-entries.ts';

export const mailOpener =
  (options: ConnectOptions): OpenChannel<MailConfig, OpenedChannel> =>
  async config => {
    const {
      store: {world},
      env,
      redactor,
    } = options;
    const secretOf = (secret: DoorSecret): SecretReading => {
      const reading = readSecret(secret, env);
      if (reading.kind === 'secret') redactor.know(reading.value);
      return reading;
    };
    const sender = openSender({...world, config, password: () => secretOf(config.smtp.password)});
    const channel = openMail({config, sender});
    const drain = startOutboxDrain({...world, channel, jitter: Math.random});
    // What waited for a password or another server is tried at once.
    createOutboxService({store: world.store, reschedule: drain.reschedule}).unblock(channel.name);
    const listening = await channel.listen(chatHandler(options));
    return {channel, drain, listening};
  };
