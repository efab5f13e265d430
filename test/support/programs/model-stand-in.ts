// A model to try Rooster with, on loopback and in OpenAI's wire format: it turns a few sentences into tool calls, and answers with the result.
// Start it with `node test/support/programs/model-stand-in.ts`; it prints the configuration to use.
import {type OpenAiServer, startOpenAiServer} from '../openai-server.ts';

type Spoken = {readonly role: string; readonly content?: unknown};
type Call = {readonly name: 'cron' | 'reminder'; readonly input: Readonly<Record<string, string>>};

/** A sentence, and the tool call that it means. */
const SENTENCES: readonly (readonly [RegExp, (found: readonly string[]) => Call])[] = [
  [
    /^make a job (\S+): ([^:]+(?::\d\d[^:]*)*): (.+)$/iu,
    ([, name = '', schedule = '', prompt = '']) => ({name: 'cron', input: {action: 'create', name, schedule, prompt}}),
  ],
  [
    /^set the job (\S+) to (.+)$/iu,
    ([, name = '', schedule = '']) => ({name: 'cron', input: {action: 'edit', name, schedule}}),
  ],
  [
    /^(pause|resume|run|delete) the job (\S+)$/iu,
    ([, action = '', name = '']) => ({name: 'cron', input: {action: action.toLowerCase(), name}}),
  ],
  [/^list my jobs$/iu, () => ({name: 'cron', input: {action: 'list'}})],
  [
    /^(?:remind me|erinnere mich) (.+?) (?:to|an) (.+)$/iu,
    ([, when = '', message = '']) => ({
      name: 'reminder',
      input: {action: 'set', message, mode: 'verbatim', ...(REPEATS.test(when) ? {repeat: when} : {when})},
    }),
  ],
  [/^list my reminders$/iu, () => ({name: 'reminder', input: {action: 'list'}})],
];
const REPEATS = /every|daily|weekly|jede|täglich|alle \d/iu;

const textOf = ({content}: Spoken): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map(part => String((part as {text?: unknown}).text ?? '')).join('')
      : '';

const server: OpenAiServer = await startOpenAiServer(({body}) => {
  const messages = (body['messages'] ?? []) as readonly Spoken[];
  const last = messages.at(-1);
  if (last?.role === 'tool') return {kind: 'text', chunks: [`The tool says: ${textOf(last)}`]};
  // The sentence stands on the last line, under the frame that names its source.
  const said = last === undefined ? '' : (textOf(last).trim().split('\n').at(-1) ?? '');
  for (const [pattern, callOf] of SENTENCES) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const {name, input} = callOf(found);
    const id = `call_${messages.length}`;
    return {kind: 'tools', calls: [{id, name, arguments: [JSON.stringify(input)]}]};
  }
  return {kind: 'text', chunks: [`I am a stand-in. You said: ${said}`]};
});
server.offers(['stand-in']);
const provider = {kind: 'openai-compatible', baseUrl: server.baseUrl};
process.stdout.write(`${JSON.stringify({providers: {here: provider}, model: 'here/stand-in'}, undefined, 2)}\n`);
process.stdin.resume().on('end', () => process.exit(0));
