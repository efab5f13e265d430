// The command line of signal-cli: global options come before the command, its own options after it.
import {parseArgs} from 'node:util';

export type ReceiveMode = 'on-start' | 'on-connection' | 'manual';

export type Invocation = {
  readonly account?: string;
  readonly dataDir?: string;
  readonly json: boolean;
  readonly logFile?: string;
  readonly command: Command;
};

export type Command =
  | {readonly kind: 'version'; readonly asOption: boolean}
  | {readonly kind: 'listAccounts'}
  | {readonly kind: 'link'; readonly name: string}
  | {readonly kind: 'jsonRpc'; readonly receiveMode: ReceiveMode}
  | {
      readonly kind: 'daemon';
      readonly socket?: string;
      readonly tcp?: string;
      readonly http?: string;
      readonly receiveMode: ReceiveMode;
      readonly noReceiveStdout: boolean;
    };

/** Or the sentence for stderr, with exit code 1. */
export const parseInvocation = (argv: readonly string[]): Invocation | string => {
  const at = commandAt(argv);
  const before = argv.slice(0, at);
  const name = argv[at];
  try {
    const {values} = parseArgs({args: [...before], options: GLOBAL, strict: true});
    const command = values.version ? ({kind: 'version', asOption: true} as const) : commandOf(name, argv.slice(at + 1));
    if (typeof command === 'string') return command;
    const account = values.account;
    const dataDir = values.config ?? values['data-dir'];
    const logFile = values['log-file'];
    return {
      ...(account !== undefined && {account}),
      ...(dataDir !== undefined && {dataDir}),
      ...(logFile !== undefined && {logFile}),
      json: values.output === 'json',
      command,
    };
  } catch (error) {
    return `signal-cli: error: ${error instanceof Error ? error.message : String(error)}`;
  }
};

const commandOf = (name: string | undefined, args: readonly string[]): Command | string => {
  switch (name) {
    case undefined:
      return 'signal-cli: error: no command was given';
    case 'version':
      return {kind: 'version', asOption: false};
    case 'listAccounts':
      return {kind: 'listAccounts'};
    case 'link': {
      const {values} = parseArgs({args: [...args], options: {name: {type: 'string', short: 'n'}}, strict: true});
      return {kind: 'link', name: values.name ?? 'cli'};
    }
    case 'jsonRpc': {
      const {values} = parseArgs({args: [...args], options: RECEIVING, strict: true});
      const receiveMode = modeOf(values['receive-mode']);
      return receiveMode === undefined ? NO_MODE : {kind: 'jsonRpc', receiveMode};
    }
    case 'daemon':
      return daemonOf(args);
    default:
      return `signal-cli: error: invalid choice: '${name}'`;
  }
};

const daemonOf = (args: readonly string[]): Command | string => {
  const {values} = parseArgs({args: withDefaults(args), options: DAEMON, strict: true});
  const receiveMode = modeOf(values['receive-mode']);
  if (receiveMode === undefined) return NO_MODE;
  const {socket, tcp, http} = values;
  return {
    kind: 'daemon',
    ...(socket !== undefined && {socket}),
    ...(tcp !== undefined && {tcp}),
    ...(http !== undefined && {http}),
    receiveMode,
    noReceiveStdout: values['no-receive-stdout'] === true,
  };
};

/** A command line that this version's parser doesn't know: the real one's error message. */
export const refusedBy = (level: string, argv: readonly string[]): string | undefined => {
  if (level !== '0.13.19') return undefined;
  const strange = argv.find(arg => SINCE_0_14.includes(arg));
  return strange === undefined
    ? undefined
    : `usage: signal-cli daemon [-h] [--socket [SOCKET]] [--tcp [TCP]] [--http [HTTP]]\nsignal-cli: error: unrecognized arguments: '${strange}'`;
};

/** `--socket`, `--tcp` and `--http` may have no value: then the default is filled in. */
const withDefaults = (args: readonly string[]): string[] =>
  args.flatMap((arg, index) => {
    const value = CHANNEL_DEFAULTS.get(arg);
    const next = args[index + 1];
    return value !== undefined && (next === undefined || next.startsWith('-')) ? [`${arg}=${value()}`] : [arg];
  });

const commandAt = (argv: readonly string[]): number => {
  let at = 0;
  while (at < argv.length && argv[at]?.startsWith('-')) at += takesValue(argv[at] ?? '') ? 2 : 1;
  return Math.min(at, argv.length);
};

const takesValue = (arg: string): boolean => VALUED.has(arg);

const modeOf = (value: string | undefined): ReceiveMode | undefined =>
  value === undefined ? 'on-start' : MODES.find(mode => mode === value);

const GLOBAL = {
  account: {type: 'string', short: 'a'},
  config: {type: 'string', short: 'c'},
  'data-dir': {type: 'string', short: 'd'},
  output: {type: 'string', short: 'o'},
  verbose: {type: 'boolean', short: 'v', multiple: true},
  'log-file': {type: 'string'},
  'trust-new-identities': {type: 'string'},
  'disable-send-log': {type: 'boolean'},
  'scrub-log': {type: 'boolean'},
  'service-environment': {type: 'string'},
  version: {type: 'boolean'},
} as const;
const VALUED = new Set(
  Object.entries(GLOBAL).flatMap(([name, option]) =>
    option.type === 'string' ? [`--${name}`, ...('short' in option ? [`-${option.short}`] : [])] : [],
  ),
);
const RECEIVING = {
  'receive-mode': {type: 'string'},
  'ignore-attachments': {type: 'boolean'},
  'ignore-stories': {type: 'boolean'},
  'ignore-avatars': {type: 'boolean'},
  'ignore-stickers': {type: 'boolean'},
  'send-read-receipts': {type: 'boolean'},
} as const;
const DAEMON = {
  ...RECEIVING,
  socket: {type: 'string'},
  tcp: {type: 'string'},
  http: {type: 'string'},
  'no-receive-stdout': {type: 'boolean'},
} as const;
const CHANNEL_DEFAULTS: ReadonlyMap<string, () => string> = new Map([
  ['--socket', () => `${process.env['XDG_RUNTIME_DIR'] ?? '/tmp'}/signal-cli/socket`],
  ['--tcp', () => 'localhost:7583'],
  ['--http', () => 'localhost:8080'],
]);
const SINCE_0_14 = ['--ignore-avatars', '--ignore-stickers'];
const MODES = ['on-start', 'on-connection', 'manual'] as const;
const NO_MODE =
  'signal-cli: error: argument --receive-mode: invalid choice (choose from {on-start,on-connection,manual})';
