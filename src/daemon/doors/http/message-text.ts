// Builds a hook's message from its template and the payload. Pure.
import {isRecord} from '../../../shared/fields/is-record.ts';
import type {HookConfig} from '../../config/http-config.ts';
import type {BodyText} from './read-body.ts';

/**
 * The exact body if the hook delivers the body unchanged. Otherwise a line with the hook's name, because the payload
 * follows. `data`: the parsed body, if it is JSON.
 */
export const messageText = (
  {template, reply}: Pick<HookConfig, 'template' | 'reply'>,
  hook: string,
  body: BodyText,
  data: unknown,
): string => {
  if (template !== undefined) return filled(template, body, data);
  return reply === 'verbatim' ? body.text : `A message came through the webhook "${hook}".`;
};

const filled = (template: string, body: BodyText, data: unknown): string => {
  const known = body.format === 'form' ? Object.fromEntries(new URLSearchParams(body.text)) : data;
  let exact: unknown;
  return template.replaceAll(/\{\{\s*payload((?:\.[^.\s{}]+)*)\s*\}\}/gu, (_, path: string) => {
    if (path === '') return body.text;
    const names = path.slice(1).split('.');
    const value = names.reduce(valueIn, known);
    if (typeof value !== 'number' && typeof value !== 'object') return shown(value);
    exact ??= exactData(body);
    return shown(names.reduce(valueIn, exact));
  });
};

/** Parses numbers as text. It takes several times as long. */
const exactData = ({text}: BodyText): unknown => {
  try {
    // Numbers keep their digits: large ids exceed JavaScript's number precision.
    return JSON.parse(text, (_, value: unknown, context?: {readonly source?: string}) =>
      typeof value === 'number' ? (context?.source ?? value) : value,
    );
  } catch {
    // The payload is too deeply nested for a reviver, and still contains the value.
    return undefined;
  }
};

const valueIn = (holder: unknown, key: string): unknown => {
  if (Array.isArray(holder)) return /^\d{1,9}$/u.test(key) ? holder[Number(key)] : undefined;
  return isRecord(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
};

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
