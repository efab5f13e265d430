// Reads a request body as text: limited in length, uncompressed, valid UTF-8.
import type {IncomingMessage} from 'node:http';
import {type HttpAnswer, problem} from './answers.ts';

type Format = 'json' | 'form' | 'text';

export type BodyText = {readonly text: string; readonly format: Format};

export type Body = BodyText & {readonly bytes: Buffer};

/** Without the bytes: they needn't be copied to a worker thread. */
export const textOf = ({text, format}: Body): BodyText => ({text, format});

export type BodyReading<T> =
  | {readonly kind: 'read'; readonly value: T}
  | {readonly kind: 'problem'; readonly answer: HttpAnswer};

/** Reads the body format from the headers. Rejects unsupported requests before the body is read. */
export const formatOf = ({headers}: IncomingMessage): BodyReading<Format> => {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    return refused(415, 'Compressed bodies are not accepted. Send the body as it is.');
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) return refused(413, TOO_LARGE);
  const [type = '', ...parameters] = (headers['content-type'] ?? 'text/plain')
    .toLowerCase()
    .split(';')
    .map(part => part.trim());
  const charset =
    parameters
      .find(part => part.startsWith('charset='))
      ?.slice('charset='.length)
      .replaceAll('"', '') ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') return refused(415, 'The charset must be utf-8.');
  if (type === 'application/json' || /^application\/[\w.-]+\+json$/u.test(type)) return {kind: 'read', value: 'json'};
  if (type === 'application/x-www-form-urlencoded') return {kind: 'read', value: 'form'};
  if (type === 'text/plain') return {kind: 'read', value: 'text'};
  return refused(415, 'The body must be application/json, application/x-www-form-urlencoded or text/plain.');
};

/** Rejects when the connection is lost. */
export const readBody = async (request: IncomingMessage, format: Format): Promise<BodyReading<Body>> => {
  const bytes = await bytesOf(request);
  if (bytes === undefined) return refused(413, TOO_LARGE);
  try {
    return {kind: 'read', value: {bytes, text: UTF8.decode(bytes), format}};
  } catch {
    return refused(400, 'The body is not valid UTF-8.');
  }
};

/**
 * Undefined for a body that is too large. An iterator over the stream would cost as much as the rest of the request.
 */
export const bytesOf = (request: IncomingMessage): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_BYTES) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('close', () => reject(new Error('The connection was lost before the request was complete.')));
  });

/** Parsed JSON. */
export const parsed = ({text}: Pick<BodyText, 'text'>): BodyReading<unknown> => {
  try {
    return {kind: 'read', value: JSON.parse(text) as unknown};
  } catch {
    return refused(400, 'The body is not valid JSON.');
  }
};

export const refused = (
  status: Parameters<typeof problem>[0],
  detail: string,
): Extract<BodyReading<never>, {kind: 'problem'}> => ({
  kind: 'problem',
  answer: problem(status, detail),
});

const UTF8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});
const MOST_BYTES = 1_048_576;
export const TOO_LARGE = 'The body is larger than 1 MiB. Send less.';
