// A sender of mail on loopback servers, with what it reported.
import {openSender} from '../../../src/daemon/channels/mail/outgoing/sender.ts';
import {createSentFolder} from '../../../src/daemon/channels/mail/outgoing/sent-folder.ts';
import type {MailConfig} from '../../../src/daemon/config/config-schema.ts';
import type {Outbound, Receipt} from '../../../src/shared/records/delivery/injection.ts';
import {type Clock, systemClock} from '../../../src/shared/time/clock.ts';
import {memoryLog} from '../memory-log.ts';
import {toolWorkspace} from '../tool-workspace.ts';

/** `imapPort`: nothing listens on the default one. */
export const mailConfig = (smtpPort: number, imapPort = 9, over: Partial<MailConfig> = {}): MailConfig => {
  const server = {host: '127.0.0.1', security: 'none', password: 'secret'} as const;
  return {
    address: 'rooster@example.org',
    name: 'Rooster',
    aliases: [],
    imap: {...server, port: imapPort},
    smtp: {...server, port: smtpPort},
    folder: 'INBOX',
    replies: 'automatic',
    replyGuard: true,
    signers: {},
    ...over,
  };
};

type Options = Partial<Pick<Parameters<typeof openSender>[0], 'answered' | 'login'>> & {readonly clock?: Clock};

export const senderFixture = (config: MailConfig, {clock = systemClock(), ...over}: Options = {}) => {
  const workspace = toolWorkspace();
  const log = memoryLog();
  const {login = async ({user = config.address}) => ({kind: 'password', user, password: 'secret'})} = over;
  const sender = openSender({
    clock,
    log,
    config,
    login,
    files: workspace.files,
    sent: createSentFolder({config, login}),
    answered: () => undefined,
    chance: () => 0,
    onChange: () => {},
    ...over,
  });
  const parts: Receipt[] = [];
  return {
    ...sender,
    workspace,
    log,
    /** The parts accepted before the end of a send. */
    parts,
    post: (outbound: Partial<Outbound> = {}, signal = new AbortController().signal): Promise<Receipt> =>
      sender.send(outboundMail(outbound), signal, async part => {
        parts.push(part);
      }),
    [Symbol.asyncDispose]: async () => {
      await sender[Symbol.asyncDispose]();
      workspace[Symbol.dispose]();
    },
  };
};

export const outboundMail = (over: Partial<Outbound> = {}): Outbound => ({
  id: 'dlv_1',
  key: 'k',
  to: 'mail:alice@example.org',
  text: 'Hello',
  repeat: false,
  ...over,
});
