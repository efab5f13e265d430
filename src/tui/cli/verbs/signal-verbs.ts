// `rooster signal`: the bridge, its contacts, and manual fixes.

import {COMMAND_HELP} from '../../format/format-command.ts';
import type {ArgumentSpec, Noun} from '../arguments.ts';
import {
  allowSignal,
  needsReply,
  proveSignal,
  sendSignal,
  signalStatus,
  trustSignal,
} from '../commands/channels/signal.ts';
import {linkSignal} from '../commands/channels/signal-link.ts';
import {ringPhone} from '../commands/channels/signal-ring.ts';
import {JSON_OUT, NEW_USER_TRUST, TEXT, TRUST_NOTES} from './specs.ts';

const CONTACT: ArgumentSpec = {
  name: 'CONTACT',
  of: 'person',
  help: "a person's name, a phone number, an ID or an address",
};

export const SIGNAL: Noun = {
  name: 'signal',
  help: COMMAND_HELP.signal,
  otherwise: 'status',
  verbs: [
    {
      name: 'status',
      help: 'show connection, account, last messages and contact requests',
      options: [JSON_OUT],
      reads: true,
      run: signalStatus,
    },
    {
      name: 'link',
      help: 'link this machine to a Signal account with a QR code',
      options: [
        {flag: 'name', value: 'DEVICE', help: 'name of this device on the phone (default: Rooster)'},
        {flag: 'yes', short: 'y', help: 'the account is yours: use Note to Self without asking'},
        {flag: 'light', help: 'draw the code for a light terminal without colour'},
        {flag: 'json', help: 'print {"uri"} as one JSON document; the exit code is 0 once linked'},
      ],
      notes: [
        'After linking, it sends a test message and asks whether your phone rang. Ctrl+C cancels.',
        'If a code expires, a new one appears.',
      ],
      place: 'host',
      run: linkSignal,
    },
    {
      name: 'send',
      help: 'send a message and wait until Signal accepts it',
      arguments: [{...CONTACT, name: 'ADDRESS'}, TEXT],
      options: [
        {flag: 'no-wait', help: 'only queue the message'},
        {flag: 'key', value: 'KEY', help: 'makes repeated calls safe: same key, same message'},
        JSON_OUT,
      ],
      notes: ["Exit code 1 if Signal hasn't accepted it within 30 seconds. The message then stays in the outbox."],
      run: sendSignal,
    },
    {
      name: 'needs-reply',
      help: 'exit with code 0 if a contact needs a reply, else 1',
      arguments: [CONTACT],
      options: [{flag: 'clear', help: 'mark the conversation as needing no reply'}],
      notes: [
        'A contact needs a reply if the newest message between you is theirs.',
        'A reaction from the agent clears it, and so does a turn that ends with NO_ACTION_NEEDED.',
        "It prints nothing on stdout. If the daemon is not running, it isn't started, and the exit code is 1.",
      ],
      reads: args => !args.switches.has('clear'),
      run: needsReply,
    },
    {
      name: 'ring',
      help: 'send a test message to your phone and record whether it rang',
      arguments: [{name: 'ANSWER', help: 'yes or no: only record this answer', optional: true}],
      notes: ['If the phone does not ring, rooster doctor lists that as a problem.'],
      run: ringPhone,
    },
    {
      name: 'allow',
      help: 'allow a contact request: add the address to the configuration',
      arguments: [{name: 'ADDRESS', help: 'a phone number, an ID or an address, as in rooster signal status'}],
      options: [
        {flag: 'user', value: 'NAME', help: 'the user that the address belongs to; a new name creates a user'},
        NEW_USER_TRUST,
        JSON_OUT,
      ],
      notes: [
        'Example: rooster signal allow +15555550100 --user carol',
        'For a group: rooster signal allow signal:group:ID',
        ...TRUST_NOTES,
      ],
      place: 'host',
      run: allowSignal,
    },
    {
      name: 'trust',
      help: "show a contact's safety number; with NUMBER, trust it",
      arguments: [CONTACT, {name: 'NUMBER', help: 'the 60 digits, as on their phone', optional: true, rest: true}],
      options: [JSON_OUT],
      notes: ['After a safety number changes, messages to that contact wait until you trust the new one.'],
      run: trustSignal,
    },
    {
      name: 'captcha',
      help: "submit the answer to Signal's captcha",
      arguments: [{name: 'ANSWER', help: 'the result from the captcha page: signalcaptcha://…'}],
      options: [JSON_OUT],
      notes: ['rooster signal status shows whether Signal asks for a captcha, and where to solve it.'],
      run: proveSignal,
    },
  ],
};
