// `rooster mail`: the mailbox that the agent reads and writes from.

import {COMMAND_HELP} from '../../format/format-command.ts';
import type {Noun, Run} from '../arguments.ts';
import {askAndPrint} from '../ask.ts';
import {needsReplyOn} from '../commands/channels/needs-reply.ts';
import {allowOn} from '../commands/channels/signal.ts';
import {setUpMail} from '../commands/setup/connect-mail.ts';
import {channelShown} from '../format/format-channel.ts';
import {JSON_OUT, NEW_USER_TRUST, TRUST_NOTES} from './specs.ts';

const mailStatus: Run = async (world, args) =>
  askAndPrint(world, args, 'mail.status', {}, status => channelShown(world, status));

/** A thread's id or session key, a person's address or name. */
const inMail = (word: string): string => (/^[a-z\d]{8,32}$|^[^:]+@/u.test(word) ? `mail:${word}` : word);

const allowMail: Run = allowOn(inMail);

const mailNeedsReply: Run = needsReplyOn(inMail);

export const MAIL: Noun = {
  name: 'mail',
  help: COMMAND_HELP.mail,
  otherwise: 'status',
  verbs: [
    {
      name: 'status',
      help: 'show inbound, outbound, account, last mail and contact requests',
      options: [JSON_OUT],
      reads: true,
      run: mailStatus,
    },
    {
      name: 'setup',
      help: 'connect the mailbox of the agent, step by step',
      options: [
        {flag: 'address', value: 'ADDRESS', help: 'the address of the mailbox'},
        {flag: 'imap', value: 'HOST', help: 'the server to read from, with :PORT if it is not 993'},
        {flag: 'smtp', value: 'HOST', help: 'the server to send through, with :PORT if it is not 465'},
        {flag: 'user', value: 'NAME', help: 'the user name there (default: the address)'},
        {flag: 'folder', value: 'NAME', help: 'the folder to read (default: INBOX)'},
        {flag: 'oauth', value: 'CLIENT', help: 'log in by OAuth2 instead of a password, with this client ID'},
        {flag: 'issuer', value: 'URL', help: 'the OAuth2 server'},
        {flag: 'device-url', value: 'URL', help: 'its URL for devices, if the issuer does not publish it'},
        {flag: 'token-url', value: 'URL', help: 'its URL for tokens, likewise'},
        {flag: 'scope', value: 'SCOPE', help: 'permissions to request, in quotes'},
        {flag: 'me', value: 'ADDRESS', help: 'your own address: a first mail goes there'},
      ],
      notes: [
        'Give Rooster a mailbox of its own. It logs in to both servers before anything is written.',
        'The password goes into a file that only you can read, never into the configuration.',
        'With --oauth it shows a URL and a code, and waits until you have confirmed there.',
        'In scripts: rooster mail setup --address rooster@example.org < file-with-the-password',
      ],
      place: 'host',
      run: setUpMail,
    },
    {
      name: 'allow',
      help: 'allow a contact request: add the address to the configuration',
      arguments: [{name: 'ADDRESS', help: 'a mail address, as in rooster mail status'}],
      options: [
        {flag: 'user', value: 'NAME', help: 'the user it belongs to, created if new'},
        NEW_USER_TRUST,
        JSON_OUT,
      ],
      notes: TRUST_NOTES,
      place: 'host',
      run: allowMail,
    },
    {
      name: 'needs-reply',
      help: 'exit with code 0 if a thread needs a reply, else 1',
      arguments: [
        {name: 'THREAD', help: 'a key such as rooster:mail:0123456789abcdef (see rooster sessions), or a person'},
      ],
      options: [{flag: 'clear', help: 'mark the thread as needing no reply'}],
      notes: [
        'A thread needs a reply if its newest mail is theirs. For a person, all their mail counts.',
        'A turn that ends with NO_ACTION_NEEDED clears it.',
        'It prints nothing on stdout and starts no daemon. Without a daemon the exit code is 1.',
      ],
      reads: args => !args.switches.has('clear'),
      run: mailNeedsReply,
    },
  ],
};
