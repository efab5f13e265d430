// Calls over HTTP with status and body of the response, with and without an account; so that the stand-in and a real signal-cli can get the
// same ones.
import {request} from 'node:http';

export type Asked = {
  readonly method?: string;
  readonly path?: string;
  readonly type?: string;
  readonly host?: string;
  readonly body?: string;
};

export const ask = (
  port: number,
  {method = 'POST', path = '/api/v1/rpc', type = 'application/json', host, body}: Asked,
): Promise<[number, string]> =>
  new Promise((resolve, reject) => {
    const headers = {'Content-Type': type, ...(host !== undefined && {Host: host})};
    const asking = request({host: '127.0.0.1', port, path, method, headers, agent: false}, response => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(body);
  });

export type HttpProbe = readonly [asked: Asked, status: number, body: string];

export const overHttp = (version: string): readonly HttpProbe[] => {
  const answered = `{"jsonrpc":"2.0","result":{"version":"${version}"},"id":1}`;
  return [
    [{body: call('version')}, 200, answered],
    [{body: call('version'), type: 'application/json; charset=utf-8'}, 200, answered],
    [{body: call('version'), type: 'text/plain'}, 415, ''],
    [{body: '{"jsonrpc":"2.0","method":"version"}'}, 201, ''],
    [{body: '[{"jsonrpc":"2.0","method":"version"}]'}, 201, ''],
    [{body: '{"jsonrpc":"2.0","id":1,"result":1}'}, 201, ''],
    [{body: ''}, 200, invalid('unexpected type: MISSING')],
    [{body: '5'}, 200, invalid('unexpected type: NUMBER')],
    [{body: '[]'}, 200, invalid('invalid request')],
    [
      {body: call('subscribeReceive')},
      200,
      '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not implemented","data":null},"id":1}',
    ],
    [{method: 'GET'}, 405, ''],
    [{method: 'GET', path: '/api/v1/check'}, 200, ''],
    [{method: 'GET', path: '/api/v1/check/x'}, 404, ''],
    [{method: 'POST', path: '/api/v1/events'}, 405, ''],
  ];
};

const call = (method: string): string => JSON.stringify({jsonrpc: '2.0', method, id: 1});
const invalid = (message: string): string =>
  `{"jsonrpc":"2.0","error":{"code":-32600,"message":"${message}","data":null},"id":null}`;
