// Sends deliveries over SMTP.
import nodemailer from 'nodemailer';
import {targetOf} from '../../../../shared/records/address.ts';
import {SendFailure} from '../../../../shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../../../shared/records/gateway-error.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import type {MailConfig} from '../../../config/config-schema.ts';
import type {SecretReading} from '../../../system/read-secret.ts';
import type {Half, MailSender} from '../channel.ts';
import {messageIdOf} from './message-id.ts';

type SenderDeps = {
  readonly clock: Clock;
  readonly config: MailConfig;
  readonly password: () => SecretReading;
};

export const openSender = ({clock, config, password}: SenderDeps): MailSender => {
  let half: Half = {state: 'up'};
  let lastSentAt: EpochMs | undefined;
  return {
    half: () => half,
    lastSentAt: () => lastSentAt,
    send: async ({id, to, text}) => {
      const secret = password();
      if (secret.kind === 'missing') throw new SendFailure(secret.reason, {retry: 'afterFix'});
      const {host, port, security, user = config.address} = config.smtp;
      const transport = nodemailer.createTransport({
        host,
        port,
        secure: security === 'tls',
        requireTLS: security === 'starttls',
        ignoreTLS: security === 'none',
        auth: {user, pass: secret.value},
      });
      try {
        await transport.sendMail({
          from: {name: config.name, address: config.address},
          to: targetOf(to),
          subject: config.name,
          text,
          messageId: messageIdOf(id, config.address),
        });
      } catch (error) {
        half = {state: 'down', because: errorMessage(error)};
        const sentence = `${host} didn't take the mail: ${errorMessage(error)}`;
        throw new SendFailure(sentence, {retry: 'later', doubt: true}, {cause: error});
      }
      half = {state: 'up'};
      lastSentAt = clock.now();
      return {at: lastSentAt, channelIds: [messageIdOf(id, config.address)]};
    },
    [Symbol.asyncDispose]: async () => {},
  };
};
