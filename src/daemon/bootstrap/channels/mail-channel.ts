// The configured mailbox.
import dns from 'node:dns/promises';
import {formatReason} from '../../../shared/text/sentences.ts';
import {openMail} from '../../channels/mail/channel.ts';
import {folderOpener} from '../../channels/mail/incoming/folder.ts';
import {answeredMail} from '../../channels/mail/incoming/kept-mail.ts';
import {openMailReader} from '../../channels/mail/incoming/mail-reader.ts';
import {createReceiver} from '../../channels/mail/incoming/receiver.ts';
import {createLogins, type GetAccessToken, LoginFailure} from '../../channels/mail/login.ts';
import {createSentFolder} from '../../channels/mail/outgoing/sent-folder.ts';
import {isServed, type MailConfig} from '../../config/config-schema.ts';
import {mailFlags} from '../../outputs.ts';
import type {SecretSource} from '../../ports/system.ts';
import {writeKeyFile} from '../../system/key-file.ts';
import {readSecret} from '../../system/read-secret.ts';
import type {ConnectOptions} from '../parts.ts';
import type {ConfiguredChannel} from './connect-channel.ts';

export const MAIL: ConfiguredChannel<MailConfig> = {
  name: 'mail',
  configured: ({mail}) => mail,
  waitsForFix: true,
  open: async (config, options, onStatus) => {
    const {
      core,
      agent: {workspace},
      gate,
    } = options;
    const {openSender} = await import('../../channels/mail/outgoing/sender.ts');
    const usesTokens = config.imap.oauth !== undefined || config.smtp.oauth !== undefined;
    const accessToken = usesTokens ? await openAccessTokens(options) : undefined;
    const login = createLogins(config, secret => secretOf(options, secret), accessToken);
    return openMail({
      config,
      onStatus,
      store: core.store,
      isServed: address => isServed(core.config(), address),
      openReceiver: onChange =>
        createReceiver({
          ...core,
          config,
          open: folderOpener({...core, config, login}),
          workspace: workspace.files.root,
          reader: openMailReader((domain, type) => dns.resolve(domain, type) as Promise<string[] | string[][]>),
          isKnown: address => isServed(core.config(), `mail:${address}`),
          chance: Math.random,
          onChange,
        }),
      openSender: onChange =>
        openSender({
          ...core,
          config,
          login,
          files: workspace.files,
          sent: mailFlags(createSentFolder({config, login}), gate),
          gate,
          answered: quote => answeredMail(core.store.inbox, quote),
          chance: Math.random,
          onChange,
        }),
    });
  },
};

const openAccessTokens = async (options: ConnectOptions): Promise<GetAccessToken> => {
  const {accessTokens} = await import('../../channels/mail/oauth.ts');
  return accessTokens({
    clock: options.clock,
    read: file => secretOf(options, {file}),
    write: writeKeyFile,
    onSecret: options.redactor.know,
  });
};

const secretOf = ({env, redactor}: ConnectOptions, secret: SecretSource): string => {
  const reading = readSecret(secret, env);
  if (reading.kind === 'missing') throw new LoginFailure(formatReason(reading.reason), {retry: 'afterFix'});
  redactor.know(reading.value);
  return reading.value;
};
