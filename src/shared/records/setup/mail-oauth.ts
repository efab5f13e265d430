// The mailbox's login by OAuth2: who asks which server, what a person confirms, and the tokens. Pure.
import type {EpochMs} from '../../time/time.ts';

/** The server is named by its issuer, or by its two endpoints. */
export type OauthClient = {
  readonly issuer?: string;
  readonly deviceEndpoint?: string;
  readonly tokenEndpoint?: string;
  readonly clientId: string;
  readonly scope: string;
};

/** As it is configured: with the file that holds the tokens. */
export type MailOauth = OauthClient & {readonly tokens: string};

/** A question for access that waits for a person. */
export type MailGrant = OauthClient & {
  readonly deviceCode: string;
  readonly intervalMs: number;
  readonly expiresAt: EpochMs;
};

/** The page for the person, and the code that they enter there. */
export type AskedGrant = {readonly url: string; readonly code: string; readonly grant: MailGrant};

export type MailTokens = {
  readonly access: string;
  /** Absent: it doesn't expire. */
  readonly expiresAt?: EpochMs;
  readonly refresh?: string;
};

/** True if the URL, which may be invalid, leads to this machine. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(new URL(url).hostname);
