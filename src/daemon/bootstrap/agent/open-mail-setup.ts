// Opens the setup of the mailbox.

import {join} from 'node:path';
import {tryImap} from '../../channels/mail/imap.ts';
import {trySmtp} from '../../channels/mail/outgoing/smtp.ts';
import {createMailSetup, type MailSetup} from '../../flows/setup/mail-setup.ts';
import {writeKeyFile} from '../../system/key-file.ts';
import type {Base, ChannelsPart} from '../parts.ts';

type SetupOptions = Pick<Base, 'redactor' | 'places' | 'clock' | 'boot' | 'config'> & {
  readonly channels: Pick<ChannelsPart, 'reopen'>;
};

export const openMailSetup = ({redactor, places, clock, boot, config, channels}: SetupOptions): MailSetup =>
  createMailSetup({
    config: config.current,
    onSecret: redactor.know,
    tryImap,
    trySmtp: (server, login) => trySmtp({server, login, signal: new AbortController().signal}),
    keep: (name, secret) => {
      const file = join(places.keys, name);
      return {file, undo: writeKeyFile(file, secret)};
    },
    authorize: async client => {
      const {askForDevice} = await import('../../channels/mail/oauth.ts');
      return await askForDevice(client, clock);
    },
    tokens: async (grant, gone) => {
      const {tokensOfDevice} = await import('../../channels/mail/oauth.ts');
      return await tokensOfDevice(grant, {clock, signal: AbortSignal.any([gone, boot.closing.signal])});
    },
    set: config.set,
    reopen: () => channels.reopen('mail'),
  });
