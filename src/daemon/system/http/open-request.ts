// Opens a request over http or https. Node's http module is loaded with the first one: it brings Node's whole fetch
// client along, which costs a start more than all of Rooster's own code.
import type {ClientRequest, RequestOptions} from 'node:http';

/** On its own connection. Nothing is sent until the request is ended. */
export const openRequest = async (url: URL, options: RequestOptions): Promise<ClientRequest> => {
  const {request} = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return request(url, {...options, agent: false});
};
