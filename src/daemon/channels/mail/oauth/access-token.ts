// The access token of the mailbox: read from its file for each login, and refreshed before it expires.
import {isRecord} from '../../../../shared/fields/is-record.ts';
import type {MailOauth, MailTokens} from '../../../../shared/records/mail-oauth.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import {LoginFailure} from '../login.ts';
import {OauthRefused, refreshed} from './authorization-server.ts';

type TokenDeps = {
  readonly clock: Clock;
  /** Rejects with a LoginFailure. */
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /** Called with each token before its first use: no text may show it. */
  readonly onSecret: (token: string) => void;
};

export type GetAccessToken = (oauth: MailOauth) => Promise<string>;

export const accessTokens = (deps: TokenDeps): GetAccessToken => {
  const {clock, read, write, onSecret} = deps;
  const running = new Map<string, Promise<string>>();
  /** Refresh tokens that the server refused, with its reason. It isn't asked about them again. */
  const refused = new Map<string, string>();

  const current = async (oauth: MailOauth): Promise<string> => {
    const tokens = tokensOf(read(oauth.tokens), oauth.tokens);
    for (const token of [tokens.access, tokens.refresh]) if (token !== undefined) onSecret(token);
    if (tokens.expiresAt === undefined || clock.now() < tokens.expiresAt - MARGIN_MS) return tokens.access;
    const {refresh} = tokens;
    if (refresh === undefined) throw fixNeeded('The access to the mailbox has expired.');
    const before = refused.get(refresh);
    if (before !== undefined) throw fixNeeded(before);
    try {
      const next = await refreshed(oauth, refresh, clock);
      for (const token of [next.access, next.refresh]) if (token !== undefined) onSecret(token);
      write(oauth.tokens, JSON.stringify(next));
      return next.access;
    } catch (error) {
      if (!(error instanceof OauthRefused)) {
        throw new LoginFailure(errorMessage(error), {retry: 'unsent'}, {cause: error});
      }
      refused.set(refresh, error.message);
      throw fixNeeded(error.message);
    }
  };

  return oauth => {
    // Reading and sending log in at the same time, and a refresh token may count only once.
    const asked = running.get(oauth.tokens);
    if (asked !== undefined) return asked;
    const asking = current(oauth).finally(() => running.delete(oauth.tokens));
    running.set(oauth.tokens, asking);
    return asking;
  };
};

const tokensOf = (text: string, file: string): MailTokens => {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && typeof value['access'] === 'string') return value as MailTokens;
  } catch {
    // Said below: the parser's own sentence would quote the token.
  }
  throw fixNeeded(`${file} doesn't hold the tokens of the mailbox.`);
};

const fixNeeded = (because: string): LoginFailure =>
  new LoginFailure(`${because} Run rooster mail setup again.`, {retry: 'afterFix'});

/** A login takes a while, and clocks differ. */
const MARGIN_MS = 5 * MINUTE;
