// The keys of `policy`: what commands may do.
import {readHost} from '../../system/host-pattern.ts';
import type {PolicyConfig} from '../config-schema.ts';
import {oneOf} from '../config-values.ts';
import {type ConfigField, leaf, maybe, orElse} from './field.ts';
import {list, record} from './field-group.ts';

export const policy = (): ConfigField<PolicyConfig> =>
  record<PolicyConfig>('What the agent may do without asking.', () => ({
    sandbox: orElse(
      oneOf(
        'The sandbox of commands: they only read, or write in the workspace; full: no sandbox, each command asks; off: no sandbox, and nothing asks.',
        ['read-only', 'workspace', 'full', 'off'],
      ),
      'workspace',
    ),
    hosts: orElse(
      list('The hosts that commands in the sandbox may reach.', host(), {left: name => `${name} can't be reached`}),
      [],
    ),
    inner: maybe(
      oneOf('The sandbox in which people with trust inner may run commands.', ['read-only', 'workspace']),
      'they may not',
    ),
  }));

const host = (): ConfigField<string> =>
  leaf<string>('A host.', 'the name of a host, such as "example.com" or "*.example.com"', raw => {
    if (typeof raw !== 'string') return undefined;
    const reading = readHost(raw);
    return 'host' in reading ? {value: reading.host} : reading;
  });
