// Connects a model: address, key, model, one request, done. Each step is tried at once, and asked again if it is wrong.
// The key is never printed.
import type {Client} from '../../../../ipc/protocol.ts';
import {
  type ContextSize,
  readTokens,
  type SetupProvider,
  type SetupRequest,
  SUBSCRIPTION,
} from '../../../../shared/records/setup/model-setup.ts';
import {errorMessage, GatewayError} from '../../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../../shared/time/time.ts';
import {formatProvider} from '../../../format/format-provider.ts';
import {wantsJson} from '../../args.ts';
import {type Args, UsageError} from '../../arguments.ts';
import type {CommandWorld, ExitCode} from '../../command.ts';
import {chosenOf} from './pick.ts';
import {pipedSecret} from './piped-secret.ts';
import type {Questions} from './questions.ts';

type Listed = {
  readonly request: SetupRequest;
  readonly models: readonly string[];
  readonly problem?: string;
  /** Asks for the key once more: a server may list its models for everybody, and refuse the key only later. */
  readonly again?: () => Promise<Listed | undefined>;
};

/** Says how it ended. */
export const connectModel = async (world: CommandWorld, questions: Questions): Promise<void> => {
  await using connection = await world.connect();
  const {client} = connection;
  let listed = await chooseProvider(world, client, questions);
  for (;;) {
    if (listed === undefined) return leave(world);
    if (listed.problem !== undefined) world.print.note(listed.problem);
    const model = await chooseModel(world, questions, listed.models);
    if (model === undefined) return leave(world);
    try {
      const tried = await tryModel(world, client, listed.request, model);
      const tokens = await askContext(world, questions, tried.context);
      sayDone(world, tried.reply, await save(client, {...listed.request, model}, tokens), tokens);
      return;
    } catch (thrown) {
      world.print.failure(errorMessage(thrown));
      if (thrown instanceof GatewayError && thrown.code === 'refused' && listed.again !== undefined)
        listed = await listed.again();
    }
  }
};

/** For scripts: everything in options, the key on standard input. */
export const connectByOptions = async (world: CommandWorld, args: Args): Promise<ExitCode> => {
  const {provider, url, model, context} = args.values;
  const env = args.values['key-env'];
  if (model === undefined || (provider === undefined) === (url === undefined))
    throw new UsageError('without a terminal, --model is required, and --provider or --url');
  const chosen = context === undefined ? undefined : readTokens(context);
  if (context !== undefined && chosen === undefined)
    throw new UsageError(`--context takes a number of tokens such as 32k, not "${context}"`);
  const isPiped = world.stdin.isTTY !== true;
  const key = env === undefined ? (isPiped ? await pipedSecret(world) : undefined) : `$${env}`;
  await using connection = await world.connect();
  const {client} = connection;
  const request = {provider, baseUrl: url, key};
  const tried = await tryModel(world, client, request, model);
  const tokens = chosen ?? knownTokens(tried.context);
  if (chosen === undefined && tried.context.source === 'assumed')
    world.print.note(
      `The server doesn't say how much ${model} reads at once: ${tokens} tokens are assumed (--context).`,
    );
  const saved = await save(client, {...request, model}, tokens);
  if (wantsJson(args)) world.print.json(saved);
  else sayDone(world, tried.reply, saved, tokens);
  return 0;
};

const chooseProvider = async (
  world: CommandWorld,
  client: Client,
  questions: Questions,
): Promise<Listed | undefined> => {
  const {model, providers} = await client.call('setup.providers', {});
  for (;;) {
    const provider = await chosenOf<SetupProvider | 'another' | 'subscription'>(world, questions, {
      title: `Which provider? ${model === 'offline' ? 'The offline assistant' : model} answers now.`,
      choices: [
        ...providers.map(value => ({name: value.title, more: formatProvider(value), value})),
        {name: 'another server', more: 'llama.cpp, vLLM, or a proxy, by its address', value: 'another' as const},
        {name: 'I have a subscription', more: 'Claude Pro or Max, ChatGPT Plus', value: 'subscription' as const},
      ],
    });
    if (provider === undefined) return undefined;
    if (provider === 'subscription') {
      world.print.note(SUBSCRIPTION);
      continue;
    }
    if (provider === 'another') return await chooseServer(world, client, questions);
    const target = {provider: provider.name};
    try {
      const {needsKey} = await reach(world, client, target);
      const askForKey = provider.isLocal && !needsKey ? undefined : () => askKey(questions, provider, needsKey);
      return await listModels(world, client, target, askForKey);
    } catch (thrown) {
      // Nothing answers at the address of this provider: another one can be chosen.
      world.print.failure(errorMessage(thrown));
    }
  }
};

/** Until a server answers at the address. */
const chooseServer = async (world: CommandWorld, client: Client, questions: Questions): Promise<Listed | undefined> => {
  for (;;) {
    const typed = (await questions.line('Its address, such as http://127.0.0.1:8080/v1 [Enter: leave] '))?.trim() ?? '';
    if (typed === '') return undefined;
    const target = {baseUrl: typed};
    try {
      const {needsKey} = await reach(world, client, target);
      return await listModels(world, client, target, () => askKey(questions, {}, needsKey));
    } catch (thrown) {
      world.print.failure(errorMessage(thrown));
    }
  }
};

const reach = async (world: CommandWorld, client: Client, target: SetupRequest): Promise<{needsKey: boolean}> => {
  world.print.note('Trying the address…');
  return await client.call('setup.address', target, {timeoutMs: PATIENCE_MS});
};

/** Until the key is accepted. `askForKey`: undefined where none is needed. */
const listModels = async (
  world: CommandWorld,
  client: Client,
  target: SetupRequest,
  askForKey: (() => Promise<Pick<SetupRequest, 'key'> | undefined>) | undefined,
): Promise<Listed | undefined> => {
  for (;;) {
    const key = askForKey === undefined ? {} : await askForKey();
    if (key === undefined) return undefined;
    const request = {...target, ...key};
    try {
      world.print.note('Asking for the list of models…');
      const {models, problem} = await client.call('setup.models', request, {timeoutMs: PATIENCE_MS});
      const again = askForKey && (() => listModels(world, client, target, askForKey));
      return {request, models, problem, again};
    } catch (thrown) {
      if (askForKey === undefined) throw thrown;
      world.print.failure(errorMessage(thrown));
    }
  }
};

const askKey = async (
  questions: Questions,
  {key, variable, keyPage}: Pick<SetupProvider, 'key' | 'variable' | 'keyPage'>,
  needsKey: boolean,
): Promise<Pick<SetupRequest, 'key'> | undefined> => {
  const isOptional = key !== undefined || !needsKey;
  const empty = key === 'environment' ? `use ${variable}` : key !== undefined ? 'keep the key' : 'no key';
  const page = keyPage === undefined ? '' : ` (made at ${keyPage})`;
  const typed = await questions.secret(
    `API key${page}, not shown, or $NAME for a variable [Enter: ${isOptional ? empty : 'leave'}] `,
  );
  if (typed === undefined || (typed.trim() === '' && !isOptional)) return undefined;
  return typed.trim() === '' ? {} : {key: typed.trim()};
};

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

const tryModel = async (
  {print}: CommandWorld,
  client: Client,
  request: SetupRequest,
  model: string,
): Promise<{readonly reply: string; readonly context: ContextSize}> => {
  print.note(`Trying ${model}…`);
  return await client.call('setup.try', {...request, model}, {timeoutMs: PATIENCE_MS});
};

/** Undefined for a model that is known by its name: nothing has to be kept. */
const knownTokens = ({source, tokens}: ContextSize): number | undefined => (source === 'model' ? undefined : tokens);

const askContext = async (
  {print}: CommandWorld,
  questions: Questions,
  context: ContextSize,
): Promise<number | undefined> => {
  if (context.source !== 'assumed') return knownTokens(context);
  print.note("It answered, but its server doesn't say how much it reads at once. Less is safe; too much is cut off.");
  for (;;) {
    const typed = (await questions.line(`Tokens, such as 32k [Enter: ${context.tokens}] `))?.trim() ?? '';
    const tokens = typed === '' ? context.tokens : readTokens(typed);
    if (tokens !== undefined) return tokens;
    print.note('Type a number from 1,000 to 100,000,000.');
  }
};

type Saved = {readonly model: string; readonly keyFile?: string};

const save = (
  client: Client,
  request: SetupRequest & {readonly model: string},
  contextTokens: number | undefined,
): Promise<Saved> => client.call('setup.save', {...request, contextTokens});

const sayDone = ({print}: CommandWorld, reply: string, {model, keyFile}: Saved, tokens: number | undefined): void => {
  print.line(`It answered: ${reply}`);
  print.line(`${model} answers from now on.`);
  if (tokens !== undefined) print.line(`It reads ${tokens} tokens at once (agent.contextTokens).`);
  if (keyFile !== undefined) print.line(`The key is in ${keyFile}, which only you can read.`);
};

const leave = ({print}: CommandWorld): void => print.line('Nothing was changed.');

const MOST_SHOWN = 20;
const PATIENCE_MS = 2 * MINUTE;
