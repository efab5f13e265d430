// `rooster mail`: the mailbox that the agent reads and writes from.
import {COMMAND_WORDS} from '../../format/format-command.ts';
import type {Noun} from '../arguments.ts';
import {mailNeedsReply, mailStatus} from '../commands/channels/mail.ts';
import {JSON_OUT} from './specs.ts';

export const MAIL: Noun = {
  name: 'mail',
  words: COMMAND_WORDS.mail,
  otherwise: 'status',
  verbs: [
    {
      name: 'status',
      words: 'show inbound, outbound, account, last mail and contact requests',
      options: [JSON_OUT],
      reads: true,
      run: mailStatus,
    },
    {
      name: 'needs-reply',
      words: 'exit with code 0 if a thread is owed a reply, else 1',
      arguments: [
        {name: 'THREAD', words: 'a key such as rooster:mail:0123456789abcdef (see rooster sessions), or a person'},
      ],
      options: [{flag: 'clear', words: 'mark the thread as needing no reply'}],
      notes: [
        'A reply is owed while the newest mail of the thread is theirs. For a person, all their mail counts.',
        'A turn that ends with NO_ACTION_NEEDED clears it.',
        'It prints nothing on stdout and starts no daemon. Without a daemon the exit code is 1.',
      ],
      run: mailNeedsReply,
    },
  ],
};
