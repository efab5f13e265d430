// The keys of ntfy, and of the program that shows messages on this machine.
import type {NotifyConfig, NtfyConfig} from '../config-schema.ts';
import {oneOf, program, secret, text, url} from '../config-values.ts';
import {type ConfigField, described, optional, presumed} from './field.ts';
import {record} from './field-group.ts';
import {ownSandbox} from './policy-fields.ts';

export const ntfy = (): ConfigField<NtfyConfig> =>
  record<NtfyConfig>(
    'The connection to an ntfy server, which notifies phones.',
    () => ({
      url: presumed(url('The server.'), 'https://ntfy.sh'),
      topic: text(
        'The topic of ntfy:default. On a public server, everybody who knows it can read it: use a long random one.',
        TOPIC_WORDS,
        TOPIC,
      ),
      token: optional(secret('The access token: its text, or {"env": "NAME"} for an environment variable.')),
      replyTopic: optional(
        text(
          'The topic that the buttons of reminders publish to. Without it there are no buttons.',
          TOPIC_WORDS,
          TOPIC,
        ),
      ),
      content: described(
        optional(
          oneOf('Whether the server gets the text, or only a hint that there is a message.', ['text', 'hidden']),
        ),
        'text on a private network, else hidden',
      ),
    }),
    {
      check: ({topic, replyTopic}) =>
        topic === replyTopic ? {key: 'replyTopic', reason: 'It must differ from the topic.'} : undefined,
    },
  );

export const notify = (): ConfigField<NotifyConfig> =>
  record<NotifyConfig>('A program that shows messages on this machine.', () => ({
    command: program('The program and its arguments. The text is on stdin; {text} and {title} are replaced.'),
    sandbox: optional(ownSandbox()),
  }));

/** Shorter than ntfy's 64, to leave room for a name. */
const TOPIC = /^[-\w]{1,31}$/u;
const TOPIC_WORDS = 'up to 31 letters, digits, - and _';
