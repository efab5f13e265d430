// Builds a hook's message from its template and the payload. Pure.
import {isRecord} from '../../../shared/fields/is-record.ts';
import type {HookConfig} from '../../config/config-schema.ts';
import type {Body} from './read-body.ts';

/** The exact body if the hook delivers the body unchanged. Otherwise a line with the hook's name, because the payload follows. */
export const messageText = (
  {template, reply}: Pick<HookConfig, 'template' | 'reply'>,
  hook: string,
  body: Body,
): string => {
  if (template !== undefined) return filled(template, body);
  return reply === 'verbatim' ? body.text : `A message came through the webhook "${hook}".`;
};

const filled = (template: string, body: Body): string => {
  let data: unknown;
  return template.replaceAll(/\{\{\s*payload((?:\.[^.\s{}]+)*)\s*\}\}/gu, (_, path: string) => {
    if (path === '') return body.text;
    data ??= dataOf(body);
    return shown(path.slice(1).split('.').reduce(valueIn, data));
  });
};

const dataOf = ({text, format}: Body): unknown => {
  if (format === 'form') return Object.fromEntries(new URLSearchParams(text));
  if (format === 'text') return undefined;
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
