// Decides whether an address stands literally in what a turn was given: the words of its person, or a text that it has
// read. Any other address is the model's own, and may carry what the model knows. Pure.
import {isCrossSession, type Message} from '../../../shared/records/message.ts';
import {framedText} from './framed-text.ts';

/**
 * Neither the model's own words count, wherever it reads them again, nor an output that may only repeat the arguments
 * of its call, nor what a command has computed. An address that was fetched before is known: what it could carry has
 * gone out.
 */
export const isKnownAddress = (address: string, messages: readonly Message[]): boolean => {
  const forms = formsOf(address);
  if (forms.length === 0) return true;
  // A model may use the id of a call again in another turn.
  const idOf = (turnId: string | undefined, callId: string): string => `${turnId ?? ''} ${callId}`;
  const calls = new Map(
    messages.flatMap(({toolCalls = [], turnId}) => toolCalls.map(call => [idOf(turnId, call.callId), call] as const)),
  );
  return messages.some(message => {
    const {role, source, text, tool, turnId} = message;
    if (tool !== undefined) {
      const call = calls.get(idOf(turnId, tool.callId));
      if (call === undefined) return false;
      const texts = textsIn(call.input);
      const given = texts.flatMap(readings);
      if (forms.some(form => given.some(part => part.includes(form))))
        return call.name === FETCH && tool.ok && texts.flatMap(formsOf).some(form => forms.includes(form));
      if (!READS.has(call.name) || (!tool.ok && call.name !== FETCH)) return false;
      return !given.some(part => OWN_COPY.test(part)) && stands(forms, text);
    }
    const isOwn = role === 'assistant' && source.kind === 'agent';
    return !isOwn && !isCrossSession(source) && stands(forms, wordsOf(message));
  });
};

/** The words of the message, without those that the model wrote. */
const wordsOf = (message: Message): string => {
  const {frame} = message;
  if (frame?.kind === 'summary') return '';
  return framedText(frame?.kind === 'lookups' ? {...message, frame: {...frame, lastOutput: undefined}} : message);
};

/** The ways to write the address. None for what is no address: the tool refuses it. */
const formsOf = (address: string): readonly string[] => {
  const url = URL.parse(address.trim());
  if (url === null) return [];
  url.hash = '';
  const whole = [address.trim(), url.href].map(form => form.replace(/#.*$/su, ''));
  const open = whole.map(form => (url.search === '' ? form.replace(/\/$/u, '') : form));
  return [...new Set([...whole, ...open].map(form => form.replace(/^https?:\/\/(?:www\.)?/iu, '')))].filter(
    form => form !== '',
  );
};

/** As a whole: neither the end of a longer name, nor the beginning of a longer address. */
const stands = (forms: readonly string[], text: string): boolean =>
  forms.some(form => {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
      const before = text.slice(Math.max(0, at - 8), at);
      const after = text.slice(at + form.length, at + form.length + 2);
      if (isBeginning(before) && ENDS.test(after)) return true;
    }
    return false;
  });

const isBeginning = (before: string): boolean => /(?:^|[^\w.@%/-]|:\/\/)(?:www\.)?$/iu.test(before);

/** The end of a text, a character of no address, or a full stop and the like that ends a sentence. */
const ENDS = /^(?:\/?$|\/?[\s"'`<>()[\]{}|\\^*,;!“”’»]|[.:?/](?:$|[\s"'<>)\]*]))/u;

const textsIn = (input: unknown): readonly string[] => {
  if (typeof input === 'string') return [input];
  return typeof input === 'object' && input !== null ? Object.values(input).flatMap(textsIn) : [];
};

/** The text, and what a server or a tool may decode it to. */
const readings = (text: string): readonly string[] => {
  const decoded = text.replaceAll(/(?:%[\da-f]{2})+/giu, part =>
    Buffer.from(part.replaceAll('%', ''), 'hex').toString(),
  );
  return decoded === text ? [text] : [text, ...readings(decoded)];
};

const FETCH = 'web_fetch';
/** Tools that show texts of others. */
const READS: ReadonlySet<string> = new Set([FETCH, 'web_search', 'read_file']);
/** Copies of conversations hold the model's own words. */
const OWN_COPY = /(?:^|\/)sessions(?:\/|$)/iu;
