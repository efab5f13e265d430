// An OAuth2 authorization server on loopback, in the wire format of RFC 8628 and RFC 6749: discovery, device codes, and refresh tokens of
// which each counts once.
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';

/** The reply to a request for tokens. `grant` gives them. */
export type OauthAnswer = 'grant' | 'cut' | {readonly status: number; readonly error: string};

export type OauthStandIn = AsyncDisposable & {
  readonly issuer: string;
  /** The answers to the next questions for tokens, in order; the last one stays. */
  readonly answer: (...answers: readonly OauthAnswer[]) => void;
  /** Every question for tokens or a device code, in order. */
  readonly asked: readonly Readonly<Record<string, string>>[];
  /** The only valid access token. */
  readonly access: () => string;
  /** The only valid refresh token. */
  readonly refresh: () => string;
};

export const startOauth = async ({lifetime = 3_600} = {}): Promise<OauthStandIn> => {
  const asked: Readonly<Record<string, string>>[] = [];
  let answers: readonly OauthAnswer[] = ['grant'];
  let given = 0;
  let issuer = '';

  const tokens = () => {
    given += 1;
    return {
      access_token: `access-token-${given}`,
      refresh_token: `refresh-token-${given}`,
      token_type: 'Bearer',
      expires_in: lifetime,
    };
  };

  const server = createServer(async (request, response) => {
    const send = (status: number, body: object): void => {
      response.writeHead(status, {'content-type': 'application/json', 'cache-control': 'no-store'});
      response.end(JSON.stringify(body));
    };
    if (request.url === '/.well-known/openid-configuration') {
      return send(200, {issuer, device_authorization_endpoint: `${issuer}/device`, token_endpoint: `${issuer}/token`});
    }
    const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    asked.push(form);
    if (request.url === '/device') {
      return send(200, {
        device_code: 'device-code-of-this-test',
        user_code: 'WDJB-MJHT',
        verification_uri: `${issuer}/activate`,
        expires_in: 900,
      });
    }
    const [answer = 'grant', ...more] = answers;
    if (more.length > 0) answers = more;
    if (answer === 'cut') return void request.socket.destroy();
    if (answer !== 'grant') return send(answer.status, {error: answer.error});
    const isRight =
      form['grant_type'] === 'refresh_token'
        ? form['refresh_token'] === `refresh-token-${given}`
        : form['device_code'] === 'device-code-of-this-test';
    return isRight ? send(200, tokens()) : send(400, {error: 'invalid_grant'});
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    answer: (...next) => {
      answers = next;
    },
    asked,
    access: () => `access-token-${given}`,
    refresh: () => `refresh-token-${given}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};
