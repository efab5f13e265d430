// Allows a contact: adds an address to a user, or allows a group. Only the operator may do this. The configuration
// stores it, where it can be read and undone.

import {type Address, channelOf, groupOf, TERMINAL} from '../../../shared/records/address.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Config, UserConfig} from '../../config/config-schema.ts';
import {addressesOf, type Canonical} from '../../routing/contacts.ts';
import {userAt, userNamed} from '../../routing/conversation.ts';

type AllowDeps = {
  readonly config: () => Config;
  readonly canonical: Canonical;
  /** The content of the configuration file. */
  readonly raw: () => unknown;
  /** Writes a key. Resolves with problems if it wasn't written. */
  readonly set: (key: string, value: unknown) => Promise<readonly Problem[]>;
  /** The name of a contact, as the channel reports it. */
  readonly nameOf: (address: Address) => string | undefined;
};

type AllowRequest = {readonly address: string; readonly user?: string; readonly trust?: Trust};

export type Allowed = {
  readonly address: Address;
  /** The user's name. Absent for a group. */
  readonly user?: string;
  readonly trust?: Trust;
  /** False if nothing had to change. */
  readonly added: boolean;
};

export const allowContact = async (deps: AllowDeps, request: AllowRequest): Promise<Allowed> => {
  const [address] = addressesOf(deps.config(), request.address, deps.canonical);
  if (channelOf(address) !== 'signal' && channelOf(address) !== 'mail') {
    throw new GatewayError('invalid', `${address} isn't a Signal or mail address. Use a number, an ID or mail:….`);
  }
  const group = groupOf(address);
  const plan = group === undefined ? planPerson(deps, address, request) : planGroup(deps, address, group);
  if (plan.write !== undefined) {
    const [problem] = await deps.set(plan.write.key, plan.write.value);
    if (problem !== undefined)
      throw new GatewayError('invalid', `Couldn't write the configuration. ${problem.key}: ${problem.reason}`);
  }
  return plan.allowed;
};

type Plan = {readonly allowed: Allowed; readonly write?: {readonly key: string; readonly value: unknown}};

const planGroup = ({config}: AllowDeps, address: Address, group: string): Plan => {
  const groups = config().signal?.groups ?? [];
  if (groups.includes(group)) return {allowed: {address, added: false}};
  return {allowed: {address, added: true}, write: {key: 'signal.groups', value: [...groups, group]}};
};

const planPerson = (deps: AllowDeps, address: Address, {user: wanted, trust}: AllowRequest): Plan => {
  const config = deps.config();
  const holder = userAt(config, address);
  if (holder !== undefined) {
    if (wanted !== undefined && wanted !== holder.name) {
      throw new GatewayError('conflict', `${address} already belongs to ${holder.name}. Remove it there first.`);
    }
    agreeOnTrust(holder, trust);
    return {allowed: {address, user: holder.name, trust: holder.trust, added: false}};
  }
  const name = wanted ?? nameFor(config, deps.nameOf(address));
  if (name === undefined) throw new GatewayError('invalid', `Say who ${address} is with --user NAME.`);
  const known = userNamed(config, name);
  if (known !== undefined) agreeOnTrust(known, trust);
  const user: UserConfig = known ?? {name, trust: trust ?? TRUST_OF_THE_NEW, match: []};
  const match = [...user.match, address];
  const users = usersIn(deps.raw());
  const index = users.findIndex(entry => isNamed(entry, name));
  const write =
    index >= 0
      ? {key: `users[${index}].match`, value: match}
      : {key: `users[${users.length}]`, value: {name, trust: user.trust, match: unlessImplied(user, match)}};
  return {allowed: {address, user: name, trust: user.trust, added: true}, write};
};

/** Refuses to change an existing user's trust as a side effect. */
const agreeOnTrust = ({name, trust}: UserConfig, wanted: Trust | undefined): void => {
  if (wanted === undefined || wanted === trust) return;
  throw new GatewayError('conflict', `${name} has trust ${trust}. Change it in the configuration.`);
};

/** An implicit terminal user is written with all addresses, so that they keep the terminal. */
const unlessImplied = ({match}: UserConfig, all: readonly Address[]): readonly Address[] =>
  match.includes(TERMINAL) ? [TERMINAL, ...all.filter(address => address !== TERMINAL)] : all;

/** An unused user name. */
const nameFor = (config: Config, called: string | undefined): string | undefined => {
  const [name = ''] =
    called
      ?.trim()
      .toLowerCase()
      .split(/[\s!-/:-@[-`{-~]+/u) ?? [];
  return name === '' || userNamed(config, name) !== undefined ? undefined : name;
};

const usersIn = (raw: unknown): readonly unknown[] => {
  const users = typeof raw === 'object' && raw !== null && 'users' in raw ? raw.users : undefined;
  return Array.isArray(users) ? users : [];
};

const isNamed = (entry: unknown, name: string): boolean =>
  typeof entry === 'object' && entry !== null && 'name' in entry && entry.name === name;

/** The trust of a new contact: they may chat and do little else. */
const TRUST_OF_THE_NEW: Trust = 'familiar';
