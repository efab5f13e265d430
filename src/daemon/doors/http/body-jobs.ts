// The work on the JSON of a body: its validity, its fields, and the message that a template makes of it. Data in, data
// out.
import {isRecord} from '../../../shared/fields/is-record.ts';
import type {HookConfig} from '../../config/http-config.ts';
import {messageText} from './message-text.ts';
import {type BodyReading, type BodyText, parsed} from './read-body.ts';
import {readWake, type WakeFields} from './wake-fields.ts';

type HookInput = Pick<HookConfig, 'template' | 'reply'> & {readonly hook: string; readonly body: BodyText};

/** `id`: the member of that name. Only a signature makes it an id. */
type HookContent = {readonly text: string; readonly id?: unknown};

export const BODY_JOBS = {
  hook: async ({hook, body, ...config}: HookInput): Promise<BodyReading<HookContent>> => {
    const data = body.format === 'json' ? parsed(body) : undefined;
    if (data?.kind === 'problem') return data;
    const id = isRecord(data?.value) ? data.value['id'] : undefined;
    const text = messageText(config, hook, body, data?.value);
    return {kind: 'read', value: {text, id: typeof id === 'string' ? id : undefined}};
  },

  wake: async (body: BodyText): Promise<BodyReading<WakeFields>> => readWake(body),
} as const;
