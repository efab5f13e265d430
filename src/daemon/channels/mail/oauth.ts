// OAuth2 access to the mailbox. An authorization server grants it by the device flow (RFC 8628). The tokens are kept in
// a file, and the access token is refreshed before it expires.
import {
  type AuthorizationServer,
  allowInsecureRequests,
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  discoveryRequest,
  None,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import {isRecord} from '../../../shared/fields/is-record.ts';
import {
  type AskedGrant,
  isLoopbackUrl,
  type MailGrant,
  type MailOauth,
  type MailTokens,
  type OauthClient,
} from '../../../shared/records/setup/mail-oauth.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../shared/text/one-line.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {type EpochMs, HOUR, MINUTE, SECOND} from '../../../shared/time/time.ts';
import {type GetAccessToken, LoginFailure} from './login.ts';

type AccessTokenDeps = {
  readonly clock: Clock;
  /** Rejects with a LoginFailure. */
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /** Called with each token before its first use: no text may show it. */
  readonly onSecret: (token: string) => void;
};

export const accessTokens = ({clock, read, write, onSecret}: AccessTokenDeps): GetAccessToken => {
  const running = new Map<string, Promise<string>>();
  /** Refresh tokens that the server refused, with its reason. It isn't asked about them again. */
  const refusals = new Map<string, string>();

  const currentToken = async (oauth: MailOauth): Promise<string> => {
    const tokens = readTokens(read(oauth.tokens), oauth.tokens);
    for (const token of [tokens.access, tokens.refresh]) if (token !== undefined) onSecret(token);
    if (tokens.expiresAt === undefined || clock.now() < tokens.expiresAt - EXPIRY_MARGIN_MS) return tokens.access;
    const {refresh} = tokens;
    if (refresh === undefined) throw setupNeeded('The access to the mailbox has expired.');
    const refusal = refusals.get(refresh);
    if (refusal !== undefined) throw setupNeeded(refusal);
    try {
      const next = await refreshTokens(oauth, refresh, clock);
      for (const token of [next.access, next.refresh]) if (token !== undefined) onSecret(token);
      write(oauth.tokens, JSON.stringify(next));
      return next.access;
    } catch (error) {
      if (!(error instanceof OauthRefused)) {
        throw new LoginFailure(errorMessage(error), {retry: 'unsent'}, {cause: error});
      }
      refusals.set(refresh, error.message);
      throw setupNeeded(error.message);
    }
  };

  return oauth => {
    // Reading and sending log in at the same time, and a refresh token may be valid only once.
    const current = running.get(oauth.tokens);
    if (current !== undefined) return current;
    const started = currentToken(oauth).finally(() => running.delete(oauth.tokens));
    running.set(oauth.tokens, started);
    return started;
  };
};

const readTokens = (text: string, file: string): MailTokens => {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && typeof value['access'] === 'string') return value as MailTokens;
  } catch {
    // Reported below: the parser's own sentence would quote the token.
  }
  throw setupNeeded(`${file} doesn't hold the tokens of the mailbox.`);
};

const setupNeeded = (because: string): LoginFailure =>
  new LoginFailure(`${because} Run rooster mail setup again.`, {retry: 'afterFix'});

/** The server refused: asking again changes nothing. */
class OauthRefused extends GatewayError {}

export const askForDevice = (client: OauthClient, clock: Clock): Promise<AskedGrant> =>
  withSentence(client, () =>
    withTimeout(clock, async signal => {
      const server = await findServer(client, signal);
      const options = optionsFor(server.device_authorization_endpoint, signal);
      const scope = {scope: client.scope};
      const response = await deviceAuthorizationRequest(server, idOf(client), None(), scope, options);
      const answer = await processDeviceAuthorizationResponse(server, idOf(client), response);
      const grant = {
        ...client,
        deviceCode: answer.device_code,
        intervalMs: (answer.interval ?? DEFAULT_INTERVAL) * SECOND,
        expiresAt: clock.now() + answer.expires_in * SECOND,
      };
      return {url: answer.verification_uri, code: answer.user_code, grant};
    }),
  );

/** Polls until the person has decided, or the code has expired. */
export const tokensOfDevice = (
  grant: MailGrant,
  {clock, signal}: {readonly clock: Clock; readonly signal: AbortSignal},
): Promise<MailTokens> =>
  withSentence(grant, async () => {
    let {intervalMs} = grant;
    for (;;) {
      await pause(clock, intervalMs, signal);
      if (clock.now() >= grant.expiresAt) throw new OauthRefused('refused', EXPIRED);
      const answer = await pollOnce(grant, clock);
      if (answer === 'slower') intervalMs += SLOWER_MS;
      else if (answer !== 'pending') return tokensIn(answer, clock.now());
    }
  });

const pollOnce = async (grant: MailGrant, clock: Clock): Promise<TokenEndpointResponse | 'pending' | 'slower'> => {
  try {
    return await withTimeout(clock, async signal => {
      const server = await findServer(grant, signal);
      const options = optionsFor(server.token_endpoint, signal);
      const response = await deviceCodeGrantRequest(server, idOf(grant), None(), grant.deviceCode, options);
      return await processDeviceCodeResponse(server, idOf(grant), response);
    });
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'authorization_pending') return 'pending';
    if (error instanceof ResponseBodyError && error.error === 'slow_down') return 'slower';
    // On a timeout, poll less often (RFC 8628). `fetch` rejects with a TypeError.
    if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return 'slower';
    throw error;
  }
};

/** Rejects with OauthRefused if the refresh token is no longer valid. */
const refreshTokens = (client: OauthClient, refresh: string, clock: Clock): Promise<MailTokens> =>
  withSentence(client, () =>
    withTimeout(clock, async signal => {
      const server = await findServer(client, signal);
      const options = optionsFor(server.token_endpoint, signal);
      const response = await refreshTokenGrantRequest(server, idOf(client), None(), refresh, options);
      const tokens = tokensIn(await processRefreshTokenResponse(server, idOf(client), response), clock.now());
      return {...tokens, refresh: tokens.refresh ?? refresh};
    }),
  );

const idOf = ({clientId}: OauthClient) => ({client_id: clientId});

const tokensIn = (answer: TokenEndpointResponse, now: EpochMs): MailTokens => {
  const {access_token: access, expires_in: lifetime, refresh_token: refresh} = answer;
  const lastsMs = lifetime === undefined ? (refresh === undefined ? undefined : HOUR) : lifetime * SECOND;
  return {access, refresh, expiresAt: lastsMs === undefined ? undefined : now + lastsMs};
};

const findServer = async (client: OauthClient, signal: AbortSignal): Promise<AuthorizationServer> => {
  const {issuer, deviceEndpoint, tokenEndpoint} = client;
  if (issuer === undefined) {
    const {origin} = new URL(tokenEndpoint ?? '');
    return {issuer: origin, device_authorization_endpoint: deviceEndpoint, token_endpoint: tokenEndpoint};
  }
  const url = new URL(issuer);
  return await processDiscoveryResponse(url, await discoveryRequest(url, optionsFor(issuer, signal)));
};

/** Only this machine may be asked without encryption. */
const optionsFor = (endpoint: string | undefined, signal: AbortSignal) => ({
  signal,
  [allowInsecureRequests]: endpoint !== undefined && isLoopbackUrl(endpoint),
});

const withTimeout = async <T>(clock: Clock, act: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const late = new AbortController();
  const reason = new DOMException(`no answer within ${TIMEOUT_MS / SECOND} seconds`, 'TimeoutError');
  using _limit = clock.after(TIMEOUT_MS, () => late.abort(reason));
  return await act(late.signal);
};

const pause = async (clock: Clock, ms: number, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted();
  const {promise, resolve, reject} = Promise.withResolvers<void>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, {once: true});
  using _timer = clock.after(ms, resolve);
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

/** Rejects with a sentence about the server. */
const withSentence = async <T>({issuer, tokenEndpoint}: OauthClient, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause;
    const {host} = new URL(issuer ?? tokenEndpoint ?? '');
    if (!(cause instanceof ResponseBodyError)) {
      const because = errorMessage(cause instanceof TypeError && cause.cause !== undefined ? cause.cause : cause);
      throw new GatewayError('unavailable', `Couldn't get access from ${host}: ${clauseFromOutside(because)}.`, {
        cause,
      });
    }
    if (cause.error === 'access_denied') throw new OauthRefused('refused', `Access was denied at ${host}.`, {cause});
    if (cause.error === 'expired_token') throw new OauthRefused('refused', EXPIRED, {cause});
    const reason = clauseFromOutside(shortened(oneLine(cause.error_description ?? cause.error), LONGEST_ANSWER));
    const isBusy = cause.status >= 500 || cause.status === 429;
    if (isBusy) throw new GatewayError('unavailable', `${host} can't give access now: ${reason}.`, {cause});
    throw new OauthRefused('refused', `${host} refused access: ${reason}.`, {cause});
  }
};

/** A login takes a while, and clocks differ. */
const EXPIRY_MARGIN_MS = 5 * MINUTE;
const EXPIRED = 'The code expired before it was confirmed. Run rooster mail setup again.';
/** In seconds: the default of RFC 8628 if the server sends none. */
const DEFAULT_INTERVAL = 5;
const SLOWER_MS = 5 * SECOND;
const TIMEOUT_MS = 60 * SECOND;
const LONGEST_ANSWER = 300;
