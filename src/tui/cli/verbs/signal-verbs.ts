// `rooster signal`: the bridge, who is let in by it, and what is mended by hand.
import {TRUST_LEVELS} from '../../../shared/trust.ts';
import {COMMAND_WORDS} from '../../format/format-command.ts';
import type {ArgumentSpec, Noun} from '../arguments.ts';
import {allowSignal, needsReply, proveSignal, sendSignal, signalStatus, trustSignal} from '../commands/signal.ts';
import {later} from './later.ts';
import {JSON_OUT, TEXT} from './specs.ts';

const CONTACT: ArgumentSpec = {name: 'CONTACT', words: 'the name of a user, a number, an id or an address'};

export const SIGNAL: Noun = {
  name: 'signal',
  words: COMMAND_WORDS.signal,
  otherwise: 'status',
  verbs: [
    {
      name: 'status',
      words: 'each way by itself, the account, the last messages, who knocked',
      options: [JSON_OUT],
      run: signalStatus,
    },
    {
      name: 'link',
      words: 'link this machine to a Signal account, by a QR code',
      options: [
        {flag: 'name', value: 'DEVICE', words: 'what the phone calls this device (else Rooster)'},
        {flag: 'yes', short: 'y', words: 'the account is your own: be met in its Note to Self, without being asked'},
        {flag: 'light', words: 'draw the code for a light terminal, where there is no colour to draw it with'},
        {flag: 'json', words: 'print {"uri"} as one JSON document; the exit code says whether it was linked'},
      ],
      notes: [
        'It ends with a test message and the question whether your phone rang; Ctrl+C gives the code up.',
        'A code that nobody scans in time is followed by a new one.',
      ],
      run: later('linkSignal'),
    },
    {
      name: 'send',
      words: 'send a message, and wait until Signal has accepted it',
      arguments: [{...CONTACT, name: 'ADDRESS'}, TEXT],
      options: [
        {flag: 'no-wait', words: 'only put it into the outbox'},
        {flag: 'key', value: 'KEY', words: 'sending with the same key again is the same message'},
        JSON_OUT,
      ],
      notes: ['Exit code 1 if it is not accepted within 30 seconds; it stays in the outbox until it is.'],
      run: sendSignal,
    },
    {
      name: 'needs-reply',
      words: 'exit code 0 if a contact is owed a reply, else 1',
      arguments: [CONTACT],
      options: [{flag: 'clear', words: 'mark the conversation as needing no reply'}],
      notes: [
        'A reply is owed while the newest message between you is theirs.',
        'A reaction of the agent clears it, and so does a turn that ends with NO_ACTION_NEEDED.',
        'Nothing is printed on stdout, and no daemon is started: without one the exit code is 1.',
      ],
      run: needsReply,
    },
    {
      name: 'ring',
      words: 'send a test message to your phone, and keep whether it rang',
      arguments: [{name: 'ANSWER', words: 'yes or no: keep this answer, and send nothing', optional: true}],
      notes: ['rooster doctor tells of a phone that does not ring.'],
      run: later('ringPhone'),
    },
    {
      name: 'allow',
      words: 'let in who knocked: add their address to the configuration',
      arguments: [{name: 'ADDRESS', words: 'a number, an id or an address, as rooster signal status shows it'}],
      options: [
        {flag: 'user', value: 'NAME', words: 'whose it is; a user of that name is made where there is none'},
        {
          flag: 'trust',
          value: 'T',
          choices: TRUST_LEVELS,
          words: `the trust of a new user: ${TRUST_LEVELS.join(', ')} (else familiar)`,
        },
        JSON_OUT,
      ],
      notes: ['Example: rooster signal allow +15555550100 --user carol', 'signal:group:ID has the group served.'],
      run: allowSignal,
    },
    {
      name: 'trust',
      words: 'show the safety number with somebody; with NUMBER, trust it',
      arguments: [
        CONTACT,
        {name: 'NUMBER', words: 'the 60 digits that their phone shows too', optional: true, rest: true},
      ],
      options: [JSON_OUT],
      notes: ['Messages to somebody whose number changed wait until it is trusted, and then leave at once.'],
      run: trustSignal,
    },
    {
      name: 'captcha',
      words: 'give the answer of the captcha that Signal wants',
      arguments: [{name: 'ANSWER', words: 'what the page gave: signalcaptcha://…'}],
      options: [JSON_OUT],
      notes: ['rooster signal status says whether one is wanted, and where it is solved.'],
      run: proveSignal,
    },
  ],
};
