// The agent's own decisions, and those that it leaves to a person.
import {ASK_MEANS, ASK_TIMES, type AskKind, type AskTable, type AskTime} from '../../../shared/records/approval.ts';
import {withCapital} from '../../../shared/text/sentences.ts';
import {readHost} from '../../system/host-pattern.ts';
import type {LentSecret, PolicyConfig} from '../config-schema.ts';
import {ENV_NAME, oneOf, timeout} from '../config-values.ts';
import {type ConfigField, leaf, maybe, orElse, presumed} from './field.ts';
import {list, record, section, table} from './field-group.ts';
import {secretSource} from './http-fields.ts';

export const policy = (): ConfigField<PolicyConfig> =>
  record<PolicyConfig>('What the agent may do by itself, and what needs a person.', () => ({
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
    secrets: orElse(
      table('Secrets that commands in the sandbox send without knowing them, by variable.', lentSecret(), {
        left: name => `commands can't send ${name}`,
        nameProblem: name =>
          ENV_NAME.test(name) && !TAKEN.test(name)
            ? undefined
            : 'Its name must be that of a variable of its own, such as GITHUB_TOKEN.',
      }),
      {},
    ),
    ask: section(ask()),
    deadline: orElse(timeout('How long a question waits for its answer.'), '1h'),
  }));

/** The key beside a command that a person wrote. */
export const ownSandbox = (): ConfigField<'read-only' | 'workspace'> =>
  oneOf('The sandbox in which it runs; default: none, because a person wrote it.', ['read-only', 'workspace']);

const lentSecret = (): ConfigField<LentSecret> =>
  record<LentSecret>(
    'A secret. Its variable holds a stand-in, which becomes the secret on the way to its hosts.',
    () => ({
      secret: secretSource('The secret: an environment variable of the daemon, a file, or the text itself.'),
      hosts: list('The hosts that get it.', host(), {left: name => `${name} doesn't get it`}),
    }),
    {check: ({hosts}) => (hosts.length === 0 ? {key: 'hosts', reason: 'Name a host that gets it.'} : undefined)},
  );

/** Variables that decide how programs run. */
const TAKEN =
  /^(?:PATH|HOME|USER|SHELL|IFS|TMPDIR|TZ|LANG|LC_\w+|LD_\w+|DYLD_\w+|NODE_\w+|BASH_\w+|ENV|\w+_PROXY|\w+_proxy)$/u;

const host = (): ConfigField<string> =>
  leaf<string>('A host.', 'the name of a host, such as "example.com" or "*.example.com"', raw => {
    if (typeof raw !== 'string') return undefined;
    const reading = readHost(raw);
    return 'host' in reading ? {value: reading.host} : reading;
  });

const ask = (): ConfigField<AskTable> =>
  record<AskTable>('What asks a person: always, after-reading text from elsewhere, or never.', () => ({
    outside: asks('outside'),
    messages: asks('messages'),
    mail: asks('mail'),
    hooks: asks('hooks'),
    jobs: asks('jobs'),
    rules: asks('rules'),
    fetch: asks('fetch', 'after-reading'),
    own: asks('own', 'after-reading'),
  }));

const asks = (kind: AskKind, usual: AskTime = 'always'): ConfigField<AskTime> =>
  presumed(oneOf(`${withCapital(ASK_MEANS[kind])}.`, ASK_TIMES), usual);
