// The keys of the mailbox that the agent reads and writes from.
import {MAIL_ADDRESS} from '../../../shared/records/channels.ts';
import {isLoopbackUrl, type MailOauth} from '../../../shared/records/setup/mail-oauth.ts';
import type {MailConfig, MailServer} from '../config-schema.ts';
import {oneOf, text, truth, whole} from '../config-values.ts';
import {type ConfigField, described, leaf, maybe, optional, orElse, presumed, shown} from './field.ts';
import {list, record, table} from './field-group.ts';
import {secretSource} from './http-fields.ts';

export const mail = (): ConfigField<MailConfig> =>
  record<MailConfig>('The mailbox that the agent reads and writes from.', () => ({
    address: mailAddress("The agent's own address."),
    name: presumed(text('The name beside the address.', 'a name'), 'Rooster'),
    aliases: orElse(
      list('Further addresses of the agent. Mail from them is never answered.', mailAddress('An address.'), {
        left: name => `mail from ${name} counts as somebody else's`,
      }),
      [],
    ),
    imap: server('The server that holds the mailbox.', 993),
    smtp: server('The server that takes outgoing mail.', 465),
    folder: presumed(text('The folder that is read.', 'the name of a folder'), 'INBOX'),
    sent: described(
      optional(text('The folder for copies of sent mail.', 'the name of a folder')),
      'the one that the server names',
    ),
    replies: presumed(
      oneOf('What is sent: the text of a turn, or only messages that the agent sends with a tool.', [
        'automatic',
        'by-tool',
      ]),
      'by-tool',
    ),
    replyGuard: presumed(
      truth('With "by-tool": whether the agent is asked once for a reply if its turn ends without one.'),
      true,
    ),
    authserv: maybe(
      text(
        'The server whose Authentication-Results header Rooster trusts. Set it only if your mail server removes such headers of others.',
        'the name that stands first in that header, such as "mx.example.org"',
        /^[\w.-]+$/u,
      ),
      'signatures are checked here',
    ),
    signers: orElse(
      table('Domains that sign mail for an address, if they differ from its own.', domain(), {
        left: name => `mail from ${name} needs a signature of its own domain`,
        nameProblem: name => (MAIL_ADDRESS.test(name) ? undefined : `Its name must be ${ADDRESS_WORDS}.`),
      }),
      {},
    ),
  }));

const server = (sentence: string, port: number): ConfigField<MailServer> =>
  record<MailServer>(
    sentence,
    () => ({
      host: text('Its name.', 'a host name such as "mail.example.org"', /^[\w.:-]+$/u),
      port: presumed(whole('Its port.', 1, 65_535), port),
      security: presumed(
        oneOf('Encryption: from the start, after STARTTLS, or none (only for servers on this machine).', [
          'tls',
          'starttls',
          'none',
        ]),
        'tls',
      ),
      user: described(optional(text('The user name.', 'a name')), 'the address'),
      password: optional(secretSource('The password. Best use an app password for Rooster alone.')),
      oauth: optional(oauth()),
    }),
    {
      check: ({host, security, password, oauth: login}) => {
        if (security === 'none' && !LOOPBACK.test(host))
          return {
            key: 'security',
            reason: 'The password would cross the network unencrypted. Use "tls" or "starttls".',
          };
        if (password === undefined && login === undefined)
          return {key: 'password', reason: 'It is missing. Run rooster mail setup, or set password or oauth.'};
        return password === undefined || login === undefined
          ? undefined
          : {key: 'oauth', reason: 'There is a password, too. Set only one of them.'};
      },
    },
  );

const oauth = (): ConfigField<MailOauth> =>
  record<MailOauth>(
    'A login by OAuth2 instead of a password. Written by rooster mail setup --oauth.',
    () => ({
      issuer: optional(oauthUrl('The authorization server, if it publishes its endpoints.')),
      deviceEndpoint: optional(oauthUrl('Otherwise: where a device asks for access.')),
      tokenEndpoint: optional(oauthUrl('Otherwise: where it gets tokens.')),
      clientId: text('The name of Rooster at that server.', 'a client ID'),
      scope: text('What Rooster may do.', 'scopes, separated by spaces'),
      tokens: text('The file of mode 0600 that holds the tokens.', 'the absolute path of a file', /^\//u),
    }),
    {
      check: ({issuer, deviceEndpoint, tokenEndpoint}) => {
        const isWhole = deviceEndpoint !== undefined && tokenEndpoint !== undefined;
        const isEmpty = deviceEndpoint === undefined && tokenEndpoint === undefined;
        return (issuer === undefined ? isWhole : isEmpty)
          ? undefined
          : {key: 'issuer', reason: 'Set either issuer, or both deviceEndpoint and tokenEndpoint.'};
      },
    },
  );

const oauthUrl = (sentence: string): ConfigField<string> =>
  leaf<string>(sentence, 'an https URL', raw =>
    typeof raw === 'string' && URL.canParse(raw) && (raw.startsWith('https:') || isOpenLoopback(raw))
      ? {value: raw}
      : undefined,
  );

const isOpenLoopback = (url: string): boolean => url.startsWith('http:') && isLoopbackUrl(url);

/** Kept in lower case, so that one person has one address. */
const mailAddress = (sentence: string): ConfigField<string> =>
  leaf<string>(sentence, ADDRESS_WORDS, raw => {
    const address = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
    return MAIL_ADDRESS.test(address) ? {value: address} : {why: `It must be ${ADDRESS_WORDS}, not ${shown(raw)}.`};
  });

const domain = (): ConfigField<string> =>
  text('The domain that signs.', 'a domain such as "example.net"', /^[\w-]+(?:\.[\w-]+)+$/u);

const ADDRESS_WORDS = 'an address such as "rooster@example.org"';
const LOOPBACK = /^(?:localhost|127\.[\d.]+|::1)$/u;
