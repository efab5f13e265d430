// Opens the setup of the mailbox. Loaded with its first use.
import {join} from 'node:path';
import {trySmtp} from '../../channels/mail/outgoing/smtp.ts';
import {tryImap} from '../../channels/mail/try-imap.ts';
import {createMailSetup, type SetUpMail} from '../../flows/setup/mail-setup.ts';
import {writeKeyFile} from '../../system/key-file.ts';
import type {StorePart} from '../build-store.ts';
import type {BuildOptions} from '../daemon-options.ts';

type SetupOptions = Pick<BuildOptions, 'redactor' | 'places'> & {readonly store: Pick<StorePart, 'config'>};

export const openMailSetup = ({redactor, places, store}: SetupOptions): SetUpMail =>
  createMailSetup({
    config: store.config.current,
    onSecret: redactor.know,
    tryImap,
    trySmtp: (server, login) => trySmtp({server, login, signal: new AbortController().signal}),
    keep: password => {
      const file = join(places.keys, 'mail');
      return {file, undo: writeKeyFile(file, password)};
    },
    set: store.config.set,
  });
