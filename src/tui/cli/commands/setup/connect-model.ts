// Connects a model: provider, key, model, one request, done. The key is never printed.
import type {Client} from '../../../../ipc/protocol.ts';
import type {SetupProvider, SetupRequest} from '../../../../shared/records/model-setup.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import {formatProvider} from '../../../format/format-provider.ts';
import {wantsJson} from '../../args.ts';
import {type Args, UsageError} from '../../arguments.ts';
import type {CommandWorld, ExitCode} from '../../command.ts';
import {chosenOf} from './pick.ts';
import {pipedSecret} from './piped-secret.ts';
import type {Questions} from './questions.ts';

type Listed = {readonly request: SetupRequest; readonly models: readonly string[]; readonly problem?: string};

/** Says how it ended. */
export const connectModel = async (world: CommandWorld, questions: Questions): Promise<void> => {
  await using connection = await world.connect();
  const {client} = connection;
  const listed = await chooseProvider(world, client, questions);
  if (listed === undefined) return leave(world);
  if (listed.problem !== undefined) world.print.note(listed.problem);
  for (;;) {
    const model = await chooseModel(world, questions, listed.models);
    if (model === undefined) return leave(world);
    try {
      await tryAndSave(world, client, listed.request, model);
      return;
    } catch (thrown) {
      world.print.failure(errorMessage(thrown));
    }
  }
};

/** For scripts: everything in options, the key on standard input. */
export const connectByOptions = async (world: CommandWorld, args: Args): Promise<ExitCode> => {
  const {provider, url, model} = args.values;
  const env = args.values['key-env'];
  if (model === undefined || (provider === undefined) === (url === undefined))
    throw new UsageError('without a terminal, --model is required, and --provider or --url');
  const isPiped = world.stdin.isTTY !== true;
  const key = env === undefined ? (isPiped ? await pipedSecret(world) : undefined) : `$${env}`;
  await using connection = await world.connect();
  const request = {provider, baseUrl: url, key};
  const saved = await tryAndSave(world, connection.client, request, model, wantsJson(args));
  if (wantsJson(args)) world.print.json(saved);
  return 0;
};

const chooseProvider = async (
  world: CommandWorld,
  client: Client,
  questions: Questions,
): Promise<Listed | undefined> => {
  const {model, providers} = await client.call('setup.providers', {});
  const provider = await chosenOf<SetupProvider | 'another'>(world, questions, {
    title: `Which provider? ${model === 'offline' ? 'The offline assistant' : model} answers now.`,
    choices: [
      ...providers.map(value => ({name: value.name, more: formatProvider(value), value})),
      {name: 'another server', more: 'Ollama, llama.cpp, vLLM, or a proxy, by its address', value: 'another' as const},
    ],
  });
  if (provider === undefined) return undefined;
  for (;;) {
    const request = provider === 'another' ? await askServer(questions) : await askKey(questions, provider);
    if (request === undefined) return undefined;
    try {
      world.print.note('Asking for the list of models…');
      const {models, problem} = await client.call('setup.models', request, {timeoutMs: PATIENCE_MS});
      return {request, models, problem};
    } catch (thrown) {
      world.print.failure(errorMessage(thrown));
    }
  }
};

const askServer = async (questions: Questions): Promise<SetupRequest | undefined> => {
  const typed = (await questions.line('Its address, such as http://127.0.0.1:11434/v1 [Enter: leave] '))?.trim() ?? '';
  if (typed === '') return undefined;
  const key = await questions.secret('API key, not shown, if it needs one [Enter: none] ');
  return key === undefined ? undefined : {baseUrl: typed, ...keyIn(key)};
};

const askKey = async (questions: Questions, provider: SetupProvider): Promise<SetupRequest | undefined> => {
  const {name, kind, key, variable} = provider;
  const isOptional = key !== undefined || kind === 'openai-compatible';
  const empty = key === 'environment' ? `use ${variable}` : key !== undefined ? 'keep the key' : 'no key';
  const typed = await questions.secret(
    `API key, not shown, or $NAME for a variable [Enter: ${isOptional ? empty : 'leave'}] `,
  );
  if (typed === undefined || (typed.trim() === '' && !isOptional)) return undefined;
  return {provider: name, ...keyIn(typed)};
};

const keyIn = (typed: string): Pick<SetupRequest, 'key'> => (typed.trim() === '' ? {} : {key: typed.trim()});

/** By number, by name, or narrowed by letters. */
const chooseModel = async (
  {print}: CommandWorld,
  questions: Questions,
  models: readonly string[],
): Promise<string | undefined> => {
  let shown = models;
  for (;;) {
    shown.slice(0, MOST_SHOWN).forEach((name, index) => {
      print.line(`${String(index + 1).padStart(3)}  ${name}`);
    });
    if (shown.length > MOST_SHOWN) print.note(`${shown.length - MOST_SHOWN} more; type letters to narrow the list.`);
    const typed = (await questions.line('Model [number, name, or letters; Enter: leave] '))?.trim() ?? '';
    if (typed === '') return undefined;
    const chosen = models.find(name => name === typed) ?? shown[Number(typed) - 1];
    if (chosen !== undefined || models.length === 0) return chosen ?? typed;
    const found = models.filter(name => name.toLowerCase().includes(typed.toLowerCase()));
    if (found.length === 0) print.note(`No model has "${typed}" in its name.`);
    shown = found.length === 0 ? models : found;
  }
};

const tryAndSave = async (
  {print}: CommandWorld,
  client: Client,
  request: SetupRequest,
  model: string,
  quiet = false,
): Promise<{readonly model: string; readonly keyFile?: string}> => {
  print.note(`Trying ${model}…`);
  const {reply} = await client.call('setup.try', {...request, model}, {timeoutMs: PATIENCE_MS});
  const saved = await client.call('setup.save', {...request, model});
  if (quiet) return saved;
  print.line(`It answered: ${reply}`);
  print.line(`${saved.model} answers from now on.`);
  if (saved.keyFile !== undefined) print.line(`The key is in ${saved.keyFile}, which only you can read.`);
  return saved;
};

const leave = ({print}: CommandWorld): void => print.line('Nothing was changed.');

const MOST_SHOWN = 20;
const PATIENCE_MS = 2 * MINUTE;
