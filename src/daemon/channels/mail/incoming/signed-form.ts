// Checks that a text can be read in one way only, if no signature covers the fields that say how. Somebody who sends a
// signed mail again could change those fields and let a part of it, such as a forwarded mail, appear as the writer's
// own words. Pure.

type Form = {
  /** Undefined for a field that the mail lacks. */
  readonly type: string | undefined;
  readonly encoding: string | undefined;
};

/** True if the body itself shows this form: it begins and ends with its boundary, or with none. */
export const showsItsForm = (body: Buffer, {type = 'text/plain', encoding = '7bit'}: Form): boolean => {
  const [, kind = '', parameters = ''] = type.length > LONGEST_TYPE ? [] : (TYPE.exec(type) ?? []);
  if (kind === '') return false;
  const shown = boundaryOf(body);
  if (!kind.toLowerCase().startsWith('multipart/')) {
    return shown === undefined && (encoding.trim().toLowerCase() !== 'base64' || isBase64(body));
  }
  const boundaries = [...parameters.matchAll(PARAMETER)].filter(([, name]) => name?.toLowerCase() === 'boundary');
  const [, , quoted, plain] = boundaries[0] ?? [];
  return boundaries.length === 1 && shown === (quoted ?? plain) && /^(?:7bit|8bit|binary)$/iu.test(encoding.trim());
};

/**
 * The boundary that begins the first line that could hold one and ends the body. A signature may allow other blanks
 * than the writer's.
 */
const boundaryOf = (body: Buffer): string | undefined => {
  const text = body.toString('latin1').trimEnd();
  const first = oneBlank(/^--([^\r\n]*)/mu.exec(text)?.[1] ?? '');
  const last = oneBlank(text.slice(text.lastIndexOf('\n') + 1));
  return first !== '' && last === `--${first}--` ? first : undefined;
};

const oneBlank = (text: string): string => text.replaceAll(/[ \t]+/gu, ' ').trimEnd();

const isBase64 = (body: Buffer): boolean => !/[^A-Za-z\d+/=\s]/u.test(body.toString('latin1'));

const TYPE = /^([\w.+-]+\/[\w.+-]+)((?:[ \t]*;[ \t]*[\w.*-]+=(?:"[^"\\]*"|[^\s"();\\]+))*)[ \t]*;?$/u;
const PARAMETER = /;[ \t]*([\w.*-]+)=(?:"([^"\\]*)"|([^\s"();\\]+))/gu;
const LONGEST_TYPE = 2_000;
