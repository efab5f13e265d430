// `rooster host`: the machines that this terminal knows, and the one that it uses.
import {readHost} from '../../../shared/records/host.ts';
import {wantsJson, wordAt} from '../args.ts';
import {type Args, type Run, UsageError} from '../arguments.ts';
import type {CommandWorld} from '../command.ts';
import {changeConfig} from '../commands/config.ts';
import {chooseHost, chosenName, hostCalled, hostsIn, LOCAL} from './chosen-host.ts';

export const listHosts: Run = async ({places, print}, args) => {
  const chosen = chosenName(places) ?? LOCAL;
  const known = hostsIn(places.config);
  const hosts = known.map(({name, destination, command}) => ({name, address: destination, command}));
  const others = [LOCAL, ...known.map(({name}) => name)].includes(chosen) ? [] : [{name: chosen, address: chosen}];
  const rows: readonly Row[] = [{name: LOCAL, address: 'this machine'}, ...hosts, ...others];
  if (wantsJson(args)) {
    print.json({hosts: [...hosts, ...others].map(host => ({...host, chosen: host.name === chosen})), chosen});
    return 0;
  }
  const widest = Math.max(...rows.map(({name}) => name.length));
  const widestAddress = Math.max(...rows.map(({address}) => address.length));
  for (const {name, address, command} of rows) {
    const program = command === undefined ? '' : `  command: ${command}`;
    const place = `${name.padEnd(widest)}  ${address.padEnd(widestAddress)}${program}`;
    print.line(`${name === chosen ? '*' : ' '} ${place.trimEnd()}`);
  }
  return 0;
};

type Row = {readonly name: string; readonly address: string; readonly command?: string | undefined};

export const addHost: Run = async (world, args) => {
  const name = nameIn(args);
  const address = wordAt(args, 1, 'ADDRESS');
  if (readHost(address) === undefined)
    throw new UsageError(`"${address}" isn't an address (examples: ssh://me@server, ssh://me@server:2222)`);
  const {command} = args.values;
  const value = command === undefined ? address : {address, command};
  return await changeConfig(world, args, {key: `hosts.${name}`, value: JSON.stringify(value), done: `Added ${name}`});
};

export const removeHost: Run = async (world, args) => {
  const name = nameIn(args);
  if (!hostsIn(world.places.config).some(host => host.name === name)) throw new UsageError(`no host "${name}"`);
  const isChosen = chosenName(world.places) === name;
  if (isChosen) chooseHost(world.places, undefined);
  const code = await changeConfig(world, args, {key: `hosts.${name}`, done: `Removed ${name}`});
  if (isChosen) world.print.note(LOCAL_AGAIN);
  return code;
};

/** From now on all commands use it, also the terminal UI. */
export const useHost: Run = async (world, args) => {
  const name = wordAt(args, 0, 'NAME');
  const host = name === LOCAL ? undefined : hostCalled(name, world.places);
  chooseHost(world.places, host === undefined ? undefined : name);
  if (wantsJson(args)) world.print.json({chosen: name});
  else
    world.print.line(
      host === undefined
        ? LOCAL_AGAIN
        : `Rooster uses ${name} from now on. This machine again: rooster host use ${LOCAL}`,
    );
  noteOverruled(world, name);
  return 0;
};

/** The variable of this shell counts more than what was just chosen. */
const noteOverruled = ({env, print}: CommandWorld, name: string): void => {
  const overrules = env['ROOSTER_HOST'];
  if (overrules && overrules !== name) print.note(`In this shell ROOSTER_HOST says ${overrules}, which counts more.`);
};

const LOCAL_AGAIN = 'Rooster uses this machine again.';

const nameIn = (args: Args): string => {
  const name = wordAt(args, 0, 'NAME');
  if (/^[\w-]{1,64}$/u.test(name) && name !== LOCAL) return name;
  throw new UsageError(`NAME takes letters, digits, - and _, and isn't "${LOCAL}": not "${name}"`);
};
