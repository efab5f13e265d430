// Judges a send error without recipients by its code and message. signal-cli uses one code for many problems, so the
// message decides. An unclear error counts as unknown, never as a success.
import {abridged} from '../../../../shared/text/shortened.ts';
import {type SendVerdict, unregistered, untrusted} from './send-verdict.ts';

type CallError = {readonly code: number; readonly message: string};

export const failedCall = (error: CallError): SendVerdict => {
  const known = WORDS.find(([pattern]) => pattern.test(error.message));
  if (known !== undefined && error.code > LOWEST_PROTOCOL_CODE_OF_COMMANDS) return known[1](error.message);
  switch (error.code) {
    case -5:
      return slowDown();
    case -4:
      return untrusted('a recipient', 'CONTACT');
    case -3:
      return noNetwork(error.message);
    case -1:
      return /^Failed to send message$/u.test(error.message) ? trouble(error.message) : refused(error.message);
    case -32602:
      return {
        kind: 'temporary',
        retry: 'afterFix',
        needs: 'link',
        sentence: `signal-cli does not serve the account (${error.message}). Link it: rooster signal link.`,
      };
    case -32601:
      return refused(`${error.message}; is signal-cli run with -a ACCOUNT, and new enough?`);
    case -32600:
    case -32700:
      return refused(error.message);
    case -32603:
      return known?.[1](error.message) ?? trouble(error.message);
    default:
      return trouble(error.message);
  }
};

const slowDown = (): SendVerdict => ({
  kind: 'limited',
  retry: 'later',
  sentence: 'Signal is rate-limiting messages from this account. Rooster retries.',
});

/** Group members are served in order, so some may already have the message. */
const slowDownHalfway = (): SendVerdict => ({
  ...slowDown(),
  doubt: true,
  sentence: 'Signal is rate-limiting messages; some of the group may already have this one. Rooster retries.',
});

const noNetwork = (message: string): SendVerdict => ({
  kind: 'temporary',
  retry: 'later',
  doubt: true,
  sentence: `The connection to Signal broke while it was sent (${firstLine(message)}). Rooster retries.`,
});

const neverLeft = (message: string): SendVerdict => ({
  kind: 'temporary',
  retry: 'later',
  sentence: `There is no connection to Signal (${firstLine(message)}). Rooster retries.`,
});

const unlinked = (message: string): SendVerdict => ({
  kind: 'temporary',
  retry: 'afterFix',
  needs: 'link',
  sentence: `Signal no longer knows this device (${firstLine(message)}). Link it again: rooster signal link.`,
});

const outdated = (message: string): SendVerdict => ({
  kind: 'temporary',
  retry: 'afterFix',
  needs: 'update',
  sentence: `This signal-cli is too old for Signal (${firstLine(message)}). Update it.`,
});

const refused = (message: string): SendVerdict => ({
  kind: 'notAllowed',
  retry: 'never',
  sentence: `signal-cli refused it: ${firstLine(message)}`,
});

/** Nothing shows how far the send got. */
const trouble = (message: string): SendVerdict => ({
  kind: 'unknown',
  retry: 'doubt',
  doubt: true,
  sentence: `signal-cli failed while it was sent, and does not say how far it came: ${firstLine(message)}`,
});

const firstLine = (message: string): string => abridged(message.split('\n', 1)[0] ?? '', LONGEST_QUOTE);

const notRegistered = (message: string): SendVerdict =>
  unregistered(/user (\S+) is not registered/iu.exec(message)?.[1] ?? 'the recipient');

/** The first match decides. */
const WORDS: readonly (readonly [pattern: RegExp, verdict: (message: string) => SendVerdict])[] = [
  [/\[(?:413|429)\]|RateLimitException/u, slowDownHalfway],
  [/too old for the Signal-Server|\[499\]|DeprecatedVersionException/u, outdated],
  [/Authorization failed|\[(?:401|403)\]|AuthorizationFailedException/u, unlinked],
  [/is not registered/u, notRegistered],
  [/AttachmentInvalidException|ClassCastException|NullPointerException|NumberFormatException/u, refused],
  [/UnknownHost|ConnectException|Connection refused|No connection|Failed to connect|unreachable/u, neverLeft],
  [/IOException|Connection closed|timed? ?out|Timeout/u, noNetwork],
];
/** JSON-RPC's own codes are below, with messages by us or a parser. */
const LOWEST_PROTOCOL_CODE_OF_COMMANDS = -32_000;
const LONGEST_QUOTE = 300;
