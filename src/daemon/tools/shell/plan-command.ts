// Decides where a command of the bash tool runs: in the sandbox of the configuration, with what it asks for in
// addition, or outside. The policy decides whether a person is asked for what goes beyond the configuration.
import {existsSync, realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {basename, dirname, isAbsolute, join} from 'node:path';
import type {Effect} from '../../../shared/records/approval.ts';
import {reaches, trustForEffects} from '../../../shared/records/trust.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import type {PolicyConfig} from '../../config/config-schema.ts';
import type {Sandbox, SandboxRights} from '../../ports/sandbox.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {coversHost, readHost} from '../../system/host-pattern.ts';
import {masked} from '../masked.ts';

/** A command, and what it asks for beyond the configuration. */
export type PlannedCommand = {
  readonly hosts?: readonly string[];
  readonly write?: readonly string[];
  readonly outside?: boolean;
};

/** `more`: what it asks for, as the person sees it. */
export type CommandPlan =
  /** No sandbox is configured, and nothing asks. */
  | {readonly kind: 'free'}
  | {readonly kind: 'inside'; readonly rights: SandboxRights; readonly more: Required<Omit<PlannedCommand, 'outside'>>}
  /** `asked`: by the model. `full`: by the configuration. `broken`: the sandbox doesn't work, as the sentence says. */
  | {readonly kind: 'outside'; readonly because: 'asked' | 'full' | 'broken'; readonly sentence?: string}
  | {readonly kind: 'refused'; readonly why: string};

type Planning = {readonly policy: PolicyConfig; readonly sandbox: Sandbox; readonly root: string};

export const planCommand = async (
  {policy, sandbox, root}: Planning,
  {hosts = [], write = [], outside = false}: PlannedCommand,
  context: Pick<ToolContext, 'trust' | 'limits' | 'sandbox'>,
): Promise<CommandPlan> => {
  // The person who wrote the job chose its sandbox.
  const profile = context.sandbox ?? profileOf(policy, context);
  const asksMore = outside || hosts.length > 0 || write.length > 0;
  if (profile === 'none') return refused('People with trust inner may not run commands here.');
  if (asksMore && !mayAsk(context))
    return refused('Only a conversation with trust full can ask for more than the sandbox allows.');
  if (profile === 'off') return {kind: 'free'};
  const readHosts = hosts.map(readHost);
  const folders = write.map(path => readPath(path, root));
  for (const reading of [...readHosts, ...folders]) if ('why' in reading) return refused(reading.why);
  if (outside) return {kind: 'outside', because: 'asked'};
  if (profile === 'full') return {kind: 'outside', because: 'full'};
  const check = await sandbox.check();
  if (!check.works) {
    const sentence = `The sandbox doesn't work: ${check.reason}`;
    return mayAsk(context)
      ? {kind: 'outside', because: 'broken', sentence}
      : refused(`Not run. ${sentence} Only people with trust full can run commands without it.`);
  }
  const secrets = mayAsk(context) && context.sandbox === undefined ? policy.secrets : {};
  const listed = [...policy.hosts, ...Object.values(secrets).flatMap(secret => secret.hosts)];
  const more = {
    hosts: readHosts.flatMap(reading =>
      'host' in reading && !listed.some(host => coversHost(host, reading.host)) ? [reading.host] : [],
    ),
    write: folders.flatMap(reading => ('path' in reading ? [reading.path] : [])),
  };
  const hostsOf = {hosts: [...policy.hosts, ...more.hosts], secrets: Object.keys(secrets)};
  return {kind: 'inside', rights: {profile, write: more.write, ...hostsOf}, more};
};

/** The effects beyond the sandbox, in the same words for each part, and each with its own name. */
export const effectsOf = (plan: CommandPlan, command: string): readonly Effect[] => {
  const shown = shortened(masked(command) ?? '', LONGEST_SHOWN);
  const names = {command, program: programIn(command)};
  switch (plan.kind) {
    case 'refused':
      return [];
    case 'free':
      return [{kind: 'own', says: `run ${shown}`, names}];
    case 'outside': {
      if (plan.because !== 'broken') return [{kind: 'outside', says: `run outside the sandbox: ${shown}`, names}];
      const says = `run without a sandbox, because none works here: ${shown}`;
      return [{kind: 'outside', says, names, because: `${plan.sentence ?? ''} Run "rooster doctor".`}];
    }
    case 'inside': {
      const {hosts, write} = plan.more;
      if (hosts.length + write.length === 0) return [{kind: 'own', says: `run in the sandbox: ${shown}`, names}];
      const may = [
        ...(hosts.length > 0 ? [`reach ${hosts.join(', ')}`] : []),
        ...(write.length > 0 ? [`change what is in ${write.join(', ')}`] : []),
      ].join(' and ');
      const says = `run a command that may ${may}: ${shown}`;
      // A rule for the command would let it run with other hosts, or outside, unasked.
      return [
        ...hosts.map((host): Effect => ({kind: 'outside', says, names: {host}})),
        ...write.map((path): Effect => ({kind: 'outside', says, names: {path}})),
      ];
    }
  }
};

/** The program of a simple command. One in which a shell would start others has none that a rule could name. */
const programIn = (command: string): string | undefined =>
  /^[\w./+-]+(?=\s|$)/u.exec(/[;&|<>$`\\\n\r(){}!~]/u.test(command) ? '' : command.trim())?.[0];

/** The whole command stands beside the sentence. */
const LONGEST_SHOWN = 100;

/** A turn that has read text of inner people may do what they may. `none`: it runs no commands. */
const profileOf = (
  {sandbox, inner}: PolicyConfig,
  {trust, limits = []}: Pick<ToolContext, 'trust' | 'limits'>,
): PolicyConfig['sandbox'] | 'none' => {
  if (trust !== 'full') return inner ?? 'none';
  return reaches(trustForEffects(trust, limits), 'full') ? sandbox : (inner ?? sandbox);
};

const mayAsk = ({trust}: Pick<ToolContext, 'trust'>): boolean => trust === 'full';

const refused = (why: string): CommandPlan => ({kind: 'refused', why});

/** The path that this one leads to, also where its end doesn't exist. */
export const realOf = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(realOf(dirname(path)), basename(path));

/**
 * A path as it is, without links on the way: a link could lead elsewhere after a person has seen where it leads. One
 * that doesn't exist is a folder that is made when the command runs.
 */
const readPath = (written: string, root: string): {readonly path: string} | {readonly why: string} => {
  const path = written === '~' || written.startsWith('~/') ? join(homedir(), written.slice(1)) : written;
  if (!isAbsolute(path) || path.includes('\0')) return {why: `"${written}" isn't an absolute path.`};
  const plain = join(path, '.').replace(/(?<=.)\/$/u, '');
  const real = realOf(plain);
  if (real !== plain) return {why: `${plain} leads to ${real}. Name that path.`};
  const isInWorkspace = real === root || real.startsWith(`${root}/`);
  return isInWorkspace ? {why: `${real} is in the workspace, so it isn't outside the sandbox.`} : {path: real};
};
