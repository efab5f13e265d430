// Checks a configuration file: returns a complete configuration for any content, and a problem per mistake. Pure. A
// mistake invalidates one key, person, job or provider; its last valid value stays, or else the default.

import type {EveryField} from '../../shared/fields/every-field.ts';
import {isRecord} from '../../shared/fields/is-record.ts';
import {type Address, TERMINAL, unservedAddress} from '../../shared/records/address.ts';
import {commandFault} from '../../shared/records/jobs/job-rules.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {addressesOf, type Config, isServed, type UserConfig} from './config-schema.ts';
import {configFields} from './fields/config-fields.ts';
import type {Knowledge} from './fields/cron-fields.ts';
import {type FieldHelp, shown} from './fields/field.ts';
import {hooksOfServedTargets} from './fields/http-fields.ts';
import {ownReach} from './fields/user-fields.ts';
import {modelProblem} from './model-names.ts';

export type Checked = {
  /** Complete, with defaults, deeply frozen. */
  readonly config: Config;
  readonly problems: readonly Problem[];
};

export type Checking = Knowledge & {
  /** The configuration before this edit. Its values stay where the edit is invalid. */
  readonly before?: Config | undefined;
  /** The one address of each person, whichever name of theirs is given. @default the given one */
  readonly canonicalAmong?: CanonicalAmong;
};

type CanonicalAmong = (users: () => readonly UserConfig[]) => (address: Address) => Address;

/** `raw`: the file as parsed JSON, undefined if there is no file. Never throws. */
export const checkConfig = (raw: unknown, {before, canonicalAmong = asGiven, ...knowledge}: Checking): Checked => {
  const problems: Problem[] = [];
  const fields = configFields(knowledge);
  const place = {key: '', before, problems};
  const reading = fields.read(raw === undefined ? {} : raw, place);
  if (reading.kind === 'mistaken') {
    const inForce = before === undefined ? 'the defaults' : 'the earlier value';
    problems.push({key: WHOLE_FILE, reason: `It must hold an object in braces, not ${shown(raw)}.`, inForce});
  }
  const read = reading.kind === 'read' ? reading.value : (before ?? defaults(knowledge));
  const config = withSomebodyAtTheTerminal(agree(read, {raw, before, canonicalAmong}, problems));
  return {config: frozen(config), problems: frozen(bounded(problems))};
};

/** All keys with description, format and default, for help and documentation. */
export const configHelp = (): readonly FieldHelp[] =>
  configFields({zones: {system: 'UTC', isZone: () => true}, isCron: () => undefined}).help('');

const defaults = (knowledge: Knowledge): Config => {
  const reading = configFields(knowledge).read({}, {key: '', before: undefined, problems: []});
  if (reading.kind === 'read') return reading.value;
  throw new TypeError('every key of the configuration has a default');
};

/** Checks that need several entries. */
const agree = (
  config: Config,
  {
    raw,
    before,
    canonicalAmong,
  }: {readonly raw: unknown} & EveryField<Pick<Checking, 'before'>> & Required<Pick<Checking, 'canonicalAmong'>>,
  problems: Problem[],
): Config => {
  const users = reachOfOwnAddresses(oneUserPerAddress(config.users, raw, problems), raw, problems);
  const canonical = canonicalAmong(() => users);
  return {
    ...config,
    users,
    hooks: hooksOfServedTargets({...config, users}, canonical, problems),
    cron: jobsForServedAddresses(
      {
        ...config,
        users,
        cron: jobsOfKnownModels(
          {
            ...config,
            cron: jobsWithCommands(jobsOfKnownUsers({...config, users}, raw, problems), users, raw, problems),
          },
          raw,
          problems,
        ),
      },
      canonical,
      raw,
      problems,
    ),
    agent: modelsOfKnownProviders(config, before, raw, problems),
  };
};

/** The first user wins, as in routing. */
const oneUserPerAddress = (users: readonly UserConfig[], raw: unknown, problems: Problem[]): readonly UserConfig[] => {
  const owners = new Map<Address, string>();
  return users.map(user => ({
    ...user,
    match: user.match.filter((address, index) => {
      const owner = owners.get(address);
      if (owner === undefined) owners.set(address, user.name);
      if (owner === undefined || owner === user.name) return user.match.indexOf(address) === index;
      const key = `${keyOfEntry(raw, 'users', user.name)}.match`;
      const reason = `${shown(address)} is already an address of ${owner}.`;
      problems.push({key, reason, inForce: `it is ${owner}'s`});
      return false;
    }),
  }));
};

/** A way on which the person has no address would never be tried. */
const reachOfOwnAddresses = (users: readonly UserConfig[], raw: unknown, problems: Problem[]): readonly UserConfig[] =>
  users.map(user => {
    if (user.reach === undefined) return user;
    const {reach, strangers} = ownReach(user.reach, user.match);
    for (const way of strangers) {
      const key = `${keyOfEntry(raw, 'users', user.name)}.reach`;
      const reason = `${user.name} has no address ${shown(way)} in "match".`;
      problems.push({key, reason, inForce: `${shown(way)} is left out`});
    }
    return {...user, reach};
  });

const jobsOfKnownUsers = ({users, cron}: Config, raw: unknown, problems: Problem[]): Config['cron'] =>
  cron.filter(({name, user, deliver, announce}) => {
    const known = users.find(userConfig => userConfig.name === user);
    if (user === undefined || (known && known.match.length > 0)) return true;
    if (known !== undefined && (deliver !== undefined || announce === 'none')) return true;
    const reason =
      known === undefined
        ? `No person ${shown(user)}.`
        : `${user} has no address in "match"; give one there, or in deliver.`;
    problems.push({key: `${keyOfEntry(raw, 'cron', name)}.user`, reason, inForce: `${name} does not run`});
    return false;
  });

const jobsWithCommands = (
  jobs: Config['cron'],
  users: readonly UserConfig[],
  raw: unknown,
  problems: Problem[],
): Config['cron'] =>
  jobs.filter(({name, user, gate, run}) => {
    const fault = commandFault(user, users.find(userConfig => userConfig.name === user)?.trust);
    if (fault === undefined || (gate === undefined && run === undefined)) return true;
    const key = `${keyOfEntry(raw, 'cron', name)}.${gate === undefined ? 'run' : 'gate'}`;
    problems.push({key, reason: fault, inForce: `${name} does not run`});
    return false;
  });

const jobsForServedAddresses = (
  config: Config,
  canonical: (address: Address) => Address,
  raw: unknown,
  problems: Problem[],
): Config['cron'] =>
  config.cron.filter(({name, deliver}) => {
    const stranger = addressesOf(deliver).find(address => !isServed(config, canonical(address)));
    if (stranger === undefined) return true;
    const key = `${keyOfEntry(raw, 'cron', name)}.deliver`;
    problems.push({key, reason: unservedAddress(stranger), inForce: `${name} does not run`});
    return false;
  });

const jobsOfKnownModels = ({providers, cron}: Config, raw: unknown, problems: Problem[]): Config['cron'] =>
  cron.filter(({name, model}) => {
    const reason = model === undefined ? undefined : modelProblem({providers}, model);
    if (reason === undefined) return true;
    problems.push({key: `${keyOfEntry(raw, 'cron', name)}.model`, reason, inForce: `${name} does not run`});
    return false;
  });

const modelsOfKnownProviders = (
  {agent, providers}: Config,
  before: Config | undefined,
  raw: unknown,
  problems: Problem[],
): Config['agent'] => {
  const fallbacks = agent.fallbacks.filter(model => {
    const reason = modelProblem({providers}, model);
    if (reason === undefined) return true;
    const key = `agent.fallbacks[${indexIn(raw, 'agent', 'fallbacks', model)}]`;
    problems.push({key, reason, inForce: `${shown(model)} is not tried`});
    return false;
  });
  const reason = modelProblem({providers}, agent.model);
  if (reason === undefined) return {...agent, fallbacks};
  const old = before?.agent.model;
  const model = old !== undefined && modelProblem({providers}, old) === undefined ? old : 'offline';
  const inForce = `${shown(model)}, ${model === old ? 'as before' : 'the default'}`;
  problems.push({key: 'agent.model', reason, inForce});
  return {...agent, model, fallbacks};
};

/** The terminal always has a user. Adds one if the file names none. */
const withSomebodyAtTheTerminal = (config: Config): Config => {
  const {users} = config;
  if (users.some(({match}) => match.includes(TERMINAL))) return config;
  const taken = new Set(users.map(({name}) => name));
  const free = TERMINAL_NAMES.find(name => !taken.has(name)) ?? `terminal ${users.length}`;
  return {...config, users: [...users, {name: free, trust: 'full', match: [TERMINAL]}]};
};

/** The key of a named entry in the file, where invalid entries shift the indexes. */
const keyOfEntry = (raw: unknown, section: 'users' | 'cron', name: string): string => {
  const entries = isRecord(raw) && Array.isArray(raw[section]) ? raw[section] : [];
  return `${section}[${entries.findIndex((entry: unknown) => isRecord(entry) && entry['name'] === name)}]`;
};

const indexIn = (raw: unknown, section: string, key: string, value: string): number => {
  const holder = isRecord(raw) ? raw[section] : undefined;
  const values = isRecord(holder) && Array.isArray(holder[key]) ? holder[key] : [];
  return values.indexOf(value);
};

/** Limits the problems of a file full of mistakes. */
const bounded = (problems: readonly Problem[]): readonly Problem[] => {
  if (problems.length <= MOST_PROBLEMS) return problems;
  const more = problems.length - MOST_PROBLEMS;
  const reason = `There are ${more} more mistakes. Fix the first ones and check again.`;
  return [...problems.slice(0, MOST_PROBLEMS), {key: WHOLE_FILE, reason, inForce: 'see each problem'}];
};

const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
};

const asGiven: CanonicalAmong = () => address => address;

const TERMINAL_NAMES = ['owner', 'operator'] as const;
const WHOLE_FILE = 'config.json';
const MOST_PROBLEMS = 100;
