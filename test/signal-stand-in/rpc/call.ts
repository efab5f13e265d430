// One call: it is recorded, then follows the script for its method, or the method itself.
import {setTimeout as sleep} from 'node:timers/promises';
import type {Account} from '../program/data-dir.ts';
import type {Subscriptions, World} from './context.ts';
import type {Handle} from './json-rpc.ts';
import type {Method} from './method.ts';
import {METHODS} from './methods.ts';
import {NoReply, RpcError, Twice} from './rpc-error.ts';
import {concluded, nextTimestamp} from './sending.ts';

export const createHandle =
  (world: World, over: string, subscriptions?: Subscriptions): Handle =>
  async (name, params) => {
    world.server.record({at: world.now(), method: name, params: params ?? null, over});
    const rule = world.server.takeRule(name);
    if (rule?.delayMs !== undefined) await sleep(rule.delayMs);
    if (rule?.never === true) throw new NoReply(false);
    if (rule?.error !== undefined) throw new RpcError(rule.error.code, rule.error.message, rule.error.data ?? null);
    if (rule?.results !== undefined) return concluded(rule.results, nextTimestamp(world.now()));
    if (rule?.reply !== undefined) return rule.reply;
    const result = await run(name, params, world, subscriptions);
    if (rule?.dropAfterExecute === true) throw new NoReply(true);
    return rule?.duplicateReply === true ? new Twice(result) : result;
  };

const run = async (name: string, params: unknown, world: World, subscriptions?: Subscriptions): Promise<unknown> => {
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (method === undefined || !served(method, world, subscriptions))
    throw new RpcError(-32601, 'Method not implemented');
  const account = method.multi === true && world.account === undefined ? undefined : accountFor(params, world);
  checkTyped(method, params, world);
  return (await method.run(params, {world, account: account ?? NOBODY, subscriptions})) ?? {};
};

const served = (method: Method, world: World, subscriptions: Subscriptions | undefined): boolean =>
  (method.only !== 'multi' || world.account === undefined) && (method.only !== 'lines' || subscriptions !== undefined);

const accountFor = (params: unknown, world: World): Account => {
  if (world.account !== undefined) return world.account;
  const accounts = world.accounts();
  const wanted = typeof params === 'object' && params !== null && 'account' in params ? params.account : undefined;
  if (wanted === undefined || wanted === null) {
    const [only, ...others] = accounts;
    if (only === undefined || others.length > 0) throw new RpcError(-32602, 'Method requires valid account parameter');
    return only;
  }
  const account = accounts.find(({number, uuid}) => number === wanted || uuid === wanted);
  if (account === undefined) throw new RpcError(-32602, 'Specified account does not exist');
  return account;
};

/** Methods with parameters of a fixed type know no other; in multi-account mode the account is taken out before. */
const checkTyped = ({typed, only}: Method, params: unknown, world: World): void => {
  if (typed === undefined || params === undefined) return;
  if (Array.isArray(params)) throw new RpcError(-32600, 'Cannot deserialize value of type `Params`');
  const known = only === undefined && world.account === undefined ? [...typed, 'account'] : typed;
  const strange = Object.keys(params as object).find(key => !known.includes(key));
  if (strange !== undefined)
    throw new RpcError(-32600, `Unrecognized field "${strange}" (class Params), not marked as ignorable`);
};

const NOBODY: Account = {path: '', number: '', uuid: ''};
