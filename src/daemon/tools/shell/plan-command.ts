// Decides where a command of the bash tool runs: in the sandbox of the configuration, with what it asks for in
// addition, or outside. The policy decides whether a person is asked for what goes beyond the configuration.
import {existsSync, realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {reaches, trustForEffects} from '../../../shared/records/trust.ts';
import type {PolicyConfig} from '../../config/config-schema.ts';
import type {Sandbox, SandboxRights} from '../../ports/sandbox.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {readHost} from '../../system/host-pattern.ts';

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
  /** `why`: a clause with its full stop, if the model didn't ask for it. */
  | {readonly kind: 'outside'; readonly why?: string}
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
  if (outside) return {kind: 'outside'};
  if (profile === 'full') return {kind: 'outside', why: 'no sandbox is configured.'};
  const check = await sandbox.check();
  if (!check.works) {
    const why = `the sandbox doesn't work: ${check.reason}`;
    return mayAsk(context)
      ? {kind: 'outside', why}
      : refused(`Not run, because ${why} Only people with trust full can run commands without it.`);
  }
  const more = {
    hosts: readHosts.flatMap(reading =>
      'host' in reading && !policy.hosts.includes(reading.host) ? [reading.host] : [],
    ),
    write: folders.flatMap(reading => ('path' in reading ? [reading.path] : [])),
  };
  return {kind: 'inside', rights: {profile, hosts: [...policy.hosts, ...more.hosts], write: more.write}, more};
};

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

/**
 * An existing path as it is, without links on the way: a link could lead elsewhere after a person has seen where it
 * leads.
 */
const readPath = (written: string, root: string): {readonly path: string} | {readonly why: string} => {
  const path = written === '~' || written.startsWith('~/') ? join(homedir(), written.slice(1)) : written;
  if (!isAbsolute(path) || path.includes('\0')) return {why: `"${written}" isn't an absolute path.`};
  const plain = join(path, '.').replace(/(?<=.)\/$/u, '');
  if (!existsSync(plain)) return {why: `${plain} doesn't exist. Name a folder that exists.`};
  const real = realpathSync(plain);
  if (real !== plain) return {why: `${plain} leads to ${real}. Name that path.`};
  const isInWorkspace = real === root || real.startsWith(`${root}/`);
  return isInWorkspace ? {why: `${real} is in the workspace, so it isn't outside the sandbox.`} : {path: real};
};
