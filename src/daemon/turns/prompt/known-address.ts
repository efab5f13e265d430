// Decides whether an address stands literally in what a turn was given: the words of its person, or a text that it has
// read. Any other address is the model's own, and may carry what the model knows. Pure.
import type {Message} from '../../../shared/records/message.ts';
import {framedText} from './framed-text.ts';

/**
 * Neither the model's own words count, nor an output that may only repeat the arguments of its call. An address that
 * was fetched before is known: what it could carry has gone out.
 */
export const isKnownAddress = (address: string, messages: readonly Message[]): boolean => {
  const forms = formsOf(address);
  if (forms.length === 0) return true;
  const calls = new Map(messages.flatMap(({toolCalls = []}) => toolCalls.map(call => [call.callId, call] as const)));
  return messages.some(message => {
    const {role, source, text, tool} = message;
    if (tool !== undefined) {
      const call = calls.get(tool.callId);
      if (call === undefined) return false;
      const given = inputText(call.input);
      const isGiven = forms.some(form => given.includes(form));
      return isGiven ? call.name === FETCH && tool.ok : stands(forms, text);
    }
    const isOwn = role === 'assistant' && source.kind === 'agent';
    return !isOwn && stands(forms, framedText(message));
  });
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

const inputText = (input: unknown): string => (typeof input === 'string' ? input : (JSON.stringify(input) ?? ''));

const FETCH = 'web_fetch';
