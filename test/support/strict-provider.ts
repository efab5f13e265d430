// A provider's objections to a request, as strict as the strictest of each kind: people and model alternate, the person first, every tool
// call has its result right after it, nothing is empty. Every provider accepts a request with an empty list.
import type {RecordedRequest} from './loopback-http.ts';

/** OpenAI's chat completions, and servers whose template requires alternating roles. */
export const openAiFaults = ({body}: RecordedRequest): readonly string[] => {
  const messages = listOf(body['messages']);
  const faults = [...toolFaults(body, tool => fieldsOf(fieldsOf(tool)['function'])['name'])];
  let open: string[] = [];
  let last = '';
  for (const [index, message] of messages.entries()) {
    const role = textOf(message['role']);
    const at = `messages[${index}]`;
    if (role === 'system' && index > 0) faults.push(`${at}: the system speaks first or not at all`);
    if (role !== 'tool' && open.length > 0) faults.push(`${at}: the calls ${open.join(', ')} have no answer before it`);
    if (role === 'tool') {
      const id = textOf(message['tool_call_id']);
      if (!open.includes(id)) faults.push(`${at}: nobody called ${id}`);
      open = open.filter(each => each !== id);
    } else {
      open = listOf(message['tool_calls']).map(call => textOf(call['id']));
      for (const call of listOf(message['tool_calls'])) faults.push(...callFaults(at, call));
    }
    if (role === 'user' && last === 'user') faults.push(`${at}: two of the person's in a row`);
    if (role === 'assistant' && last === 'assistant') faults.push(`${at}: two of the model's in a row`);
    if (role === 'assistant' && (last === '' || last === 'system')) faults.push(`${at}: the person speaks first`);
    if (isEmpty(message['content']) && open.length === 0) faults.push(`${at}: nothing is said`);
    last = role;
  }
  if (last !== 'user' && last !== 'tool') faults.push(`the last word is the ${last}'s`);
  return [...faults, ...unique(messages.flatMap(message => listOf(message['tool_calls']).map(call => call['id'])))];
};

/** Anthropic's messages. */
export const anthropicFaults = ({body}: RecordedRequest): readonly string[] => {
  const messages = listOf(body['messages']);
  const faults = [...toolFaults(body, tool => tool['name'])];
  let open: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    const blocks = typeof message['content'] === 'string' ? [] : listOf(message['content']);
    const wanted = index % 2 === 0 ? 'user' : 'assistant';
    if (message['role'] !== wanted)
      faults.push(`${at}: it is the ${wanted}'s turn, not the ${textOf(message['role'])}'s`);
    if (isEmpty(message['content'])) faults.push(`${at}: nothing is said`);
    const results = blocks.filter(block => block['type'] === 'tool_result');
    const answered = results.map(block => textOf(block['tool_use_id']));
    if (answered.toSorted().join() !== open.toSorted().join())
      faults.push(`${at}: answers ${answered.join()} to the calls ${open.join()}`);
    if (blocks.slice(0, results.length).some(block => block['type'] !== 'tool_result'))
      faults.push(`${at}: answers to calls come first`);
    for (const block of blocks)
      if (block['type'] === 'text' && isEmpty(block['text'])) faults.push(`${at}: empty text`);
    const uses = blocks.filter(block => block['type'] === 'tool_use');
    for (const {input, name} of uses) {
      if (typeof input !== 'object' || input === null || Array.isArray(input)) faults.push(`${at}: input is no object`);
      if (!TOOL_NAME.test(textOf(name))) faults.push(`${at}: no name of a tool: ${textOf(name)}`);
    }
    open = uses.map(block => textOf(block['id']));
  }
  if (messages.at(-1)?.['role'] !== 'user') faults.push('the last word is not the person’s');
  const calls = messages.flatMap(({content}) => listOf(content).filter(block => block['type'] === 'tool_use'));
  if (calls.length > 0 && listOf(body['tools']).length === 0) faults.push('tools were used and none is declared');
  return [...faults, ...unique(calls.map(block => block['id']))];
};

const callFaults = (at: string, call: Fields): readonly string[] => {
  const {name, arguments: written} = fieldsOf(call['function']);
  const faults: string[] = [];
  if (!TOOL_NAME.test(textOf(name))) faults.push(`${at}: no name of a tool: ${textOf(name)}`);
  try {
    const input: unknown = JSON.parse(textOf(written));
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      faults.push(`${at}: arguments are no object`);
  } catch {
    faults.push(`${at}: arguments are no JSON: ${textOf(written)}`);
  }
  return faults;
};

const toolFaults = (body: Fields, nameOf: (tool: Fields) => unknown): readonly string[] =>
  listOf(body['tools']).flatMap(tool => (TOOL_NAME.test(textOf(nameOf(tool))) ? [] : ['a tool without a name']));

const unique = (ids: readonly unknown[]): readonly string[] =>
  new Set(ids).size === ids.length ? [] : [`an id is used twice: ${ids.join(', ')}`];

const isEmpty = (content: unknown): boolean =>
  typeof content === 'string' ? content.trim() === '' : !Array.isArray(content) || content.length === 0;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const TOOL_NAME = /^[\w-]{1,64}$/;
