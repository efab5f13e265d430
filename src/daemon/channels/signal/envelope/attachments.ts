// Reads the attachments of a message. Excludes the file of a long text, which signal-cli merges itself.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import {type EnvelopeFields, fieldsOf, listOf, textOf, wholeOf} from './fields.ts';
import type {SignalAttachment} from './signal-event.ts';

type EnvelopeAttachments = {
  readonly attachments: readonly SignalAttachment[];
  readonly longText?: SignalAttachment;
  readonly textFiles?: readonly string[];
};

/** `message`: the text as signal-cli reports it. */
export const attachedTo = (fields: EnvelopeFields, message: string): EnvelopeAttachments => {
  const all = listOf(fields['attachments']).flatMap(value => {
    const attachment = fieldsOf(value);
    return attachment === undefined ? [] : [attachmentOf(attachment)];
  });
  const longText = all.find(({type, size}) => type === LONG_TEXT && (size ?? 0) > Buffer.byteLength(message));
  const textFiles = all.flatMap(({type, id}) => (type === LONG_TEXT && id !== undefined ? [id] : []));
  return {
    attachments: all.filter(({type}) => type !== LONG_TEXT),
    longText,
    textFiles: textFiles.length > 0 ? textFiles : undefined,
  } satisfies EveryField<EnvelopeAttachments>;
};

const attachmentOf = (fields: EnvelopeFields): SignalAttachment => {
  const type = textOf(fields['contentType'])?.toLowerCase() ?? 'application/octet-stream';
  const name = textOf(fields['filename']);
  return {
    id: fileNameOf(fields['id']),
    type,
    size: wholeOf(fields['size']),
    name,
    caption: textOf(fields['caption']),
    width: wholeOf(fields['width']),
    height: wholeOf(fields['height']),
    voice: isVoice(type, name),
  } satisfies EveryField<SignalAttachment>;
};

/** The id becomes part of a path, so only plain file names are accepted. */
const fileNameOf = (value: unknown): string | undefined => {
  const id = textOf(value);
  return id !== undefined && FILE_NAME.test(id) && !/^\.+$/u.test(id) ? id : undefined;
};

/** Phones send voice notes without a name; an audio file from storage has one. */
const isVoice = (type: string, name: string | undefined): boolean =>
  type.startsWith('audio/') && (name === undefined || /^(?:signal-)?voice\b/iu.test(name));

const LONG_TEXT = 'text/x-signal-plain';
const FILE_NAME = /^[^/\\\0]{1,255}$/u;
