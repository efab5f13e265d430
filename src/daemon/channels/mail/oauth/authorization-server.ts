// Talks to an OAuth2 authorization server: the device flow (RFC 8628), and the refresh of access tokens.
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
import {
  type AskedGrant,
  isLoopbackUrl,
  type MailGrant,
  type MailTokens,
  type OauthClient,
} from '../../../../shared/records/mail-oauth.ts';
import {errorMessage, GatewayError} from '../../../../shared/text/gateway-error.ts';
import {oneLine} from '../../../../shared/text/one-line.ts';
import {clauseFromOutside} from '../../../../shared/text/sentences.ts';
import {shortened} from '../../../../shared/text/shortened.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {type EpochMs, HOUR, SECOND} from '../../../../shared/time/time.ts';

/** The server refused: asking again changes nothing. */
export class OauthRefused extends GatewayError {}

export const askForDevice = (client: OauthClient, clock: Clock): Promise<AskedGrant> =>
  explained(client, () =>
    limited(clock, async signal => {
      const [server, as] = [await serverOf(client, signal), {client_id: client.clientId}];
      const options = optionsFor(server.device_authorization_endpoint, signal);
      const response = await deviceAuthorizationRequest(server, as, None(), {scope: client.scope}, options);
      const answer = await processDeviceAuthorizationResponse(server, as, response);
      const grant = {
        ...client,
        deviceCode: answer.device_code,
        intervalMs: (answer.interval ?? USUAL_INTERVAL) * SECOND,
        expiresAt: clock.now() + answer.expires_in * SECOND,
      };
      return {url: answer.verification_uri, code: answer.user_code, grant};
    }),
  );

type WaitDeps = {readonly clock: Clock; readonly signal: AbortSignal};

/** Asks until the person has decided, or the code has expired. */
export const tokensOfDevice = (grant: MailGrant, {clock, signal}: WaitDeps): Promise<MailTokens> =>
  explained(grant, async () => {
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
    return await limited(clock, async signal => {
      const [server, as] = [await serverOf(grant, signal), {client_id: grant.clientId}];
      const options = optionsFor(server.token_endpoint, signal);
      const response = await deviceCodeGrantRequest(server, as, None(), grant.deviceCode, options);
      return await processDeviceCodeResponse(server, as, response);
    });
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'authorization_pending') return 'pending';
    if (error instanceof ResponseBodyError && error.error === 'slow_down') return 'slower';
    // RFC 8628: where nobody answers, ask less often. `fetch` rejects with a TypeError.
    if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return 'slower';
    throw error;
  }
};

/** Rejects with OauthRefused if the refresh token no longer counts. */
export const refreshed = (client: OauthClient, refresh: string, clock: Clock): Promise<MailTokens> =>
  explained(client, () =>
    limited(clock, async signal => {
      const [server, as] = [await serverOf(client, signal), {client_id: client.clientId}];
      const options = optionsFor(server.token_endpoint, signal);
      const response = await refreshTokenGrantRequest(server, as, None(), refresh, options);
      const tokens = tokensIn(await processRefreshTokenResponse(server, as, response), clock.now());
      return {...tokens, refresh: tokens.refresh ?? refresh};
    }),
  );

const tokensIn = (answer: TokenEndpointResponse, now: EpochMs): MailTokens => {
  const {access_token: access, expires_in: lifetime, refresh_token: refresh} = answer;
  const lastsMs = lifetime === undefined ? (refresh === undefined ? undefined : HOUR) : lifetime * SECOND;
  return {access, refresh, expiresAt: lastsMs === undefined ? undefined : now + lastsMs};
};

const serverOf = async (client: OauthClient, signal: AbortSignal): Promise<AuthorizationServer> => {
  const {issuer, deviceEndpoint, tokenEndpoint} = client;
  if (issuer === undefined) {
    const named = new URL(tokenEndpoint ?? '').origin;
    return {issuer: named, device_authorization_endpoint: deviceEndpoint, token_endpoint: tokenEndpoint};
  }
  const url = new URL(issuer);
  return await processDiscoveryResponse(url, await discoveryRequest(url, optionsFor(issuer, signal)));
};

/** Only this machine may be asked without encryption. */
const optionsFor = (endpoint: string | undefined, signal: AbortSignal) => ({
  signal,
  [allowInsecureRequests]: endpoint !== undefined && isLoopbackUrl(endpoint),
});

const limited = async <T>(clock: Clock, act: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const late = new AbortController();
  const reason = new DOMException(`no answer within ${PATIENCE_MS / SECOND} seconds`, 'TimeoutError');
  using _limit = clock.after(PATIENCE_MS, () => late.abort(reason));
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

const explained = async <T>({issuer, tokenEndpoint}: OauthClient, act: () => Promise<T>): Promise<T> => {
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
    const said = clauseFromOutside(shortened(oneLine(cause.error_description ?? cause.error), LONGEST_ANSWER));
    const isBusy = cause.status >= 500 || cause.status === 429;
    if (isBusy) throw new GatewayError('unavailable', `${host} can't give access now: ${said}.`, {cause});
    throw new OauthRefused('refused', `${host} refused access: ${said}.`, {cause});
  }
};

const EXPIRED = 'The code expired before it was confirmed. Run rooster mail setup again.';
/** RFC 8628, where the server names none. */
const USUAL_INTERVAL = 5;
const SLOWER_MS = 5 * SECOND;
const PATIENCE_MS = 60 * SECOND;
const LONGEST_ANSWER = 300;
