// Tries the sandbox of commands for `rooster doctor`: with real commands, because only they show that it keeps what it
// promises.
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {DaemonStatus} from '../../../ipc/daemon-status.ts';
import type {Methods} from '../../../ipc/method-table.ts';
import {shellQuoted} from '../../../shared/text/shell-quoted.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {CommandOutcome} from '../../ports/command.ts';
import type {RpcOptions} from '../parts.ts';

/** The policy, and whether commands can run in the sandbox of this machine. */
export const sandboxStatus = async ({core, sandbox}: RpcOptions): Promise<NonNullable<DaemonStatus['sandbox']>> => {
  const check = await sandbox.check();
  const kind = core.config().policy.sandbox;
  return check.works ? {kind, works: true} : {kind, works: false, reason: check.reason};
};

export const trySandbox = async (options: RpcOptions): Promise<Methods['sandbox.try']['result']> => {
  const {core, sandbox, agent} = options;
  const status = await sandboxStatus(options);
  const check = await sandbox.check();
  if (!check.works) return {...status, fix: check.fix, tried: []};
  const run = (command: string): Promise<CommandOutcome> =>
    agent.runCommand({
      command,
      zone: 'UTC',
      limitMs: LIMIT_MS,
      signal: core.closing,
      sandbox: {profile: 'workspace', hosts: []},
    });
  const folder = mkdtempSync(join(tmpdir(), 'rooster-trial-'));
  try {
    const inside = await run('file=$(mktemp .trial-XXXXXX) && rm "$file"');
    const outside = await run(`echo > ${shellQuoted(join(folder, 'file'))}; echo done`);
    const network = await run(`${shellQuoted(process.execPath)} -e ${shellQuoted(REACH)}`);
    const written = existsSync(join(folder, 'file'));
    return {
      ...status,
      works: inside.ok && outside.ok && network.ok && !written,
      tried: [
        {
          ok: inside.ok,
          what: inside.ok
            ? 'a command writes in the workspace'
            : `a command can't write in the workspace: ${why(inside)}`,
        },
        {
          ok: outside.ok && !written,
          what: written
            ? 'a command can write outside the workspace'
            : `it writes nothing outside${outside.ok ? '' : `: ${why(outside)}`}`,
        },
        {
          ok: network.ok,
          what: network.ok
            ? 'it reaches no host that is not listed'
            : `it may reach hosts that are not listed: ${why(network)}`,
        },
      ],
    };
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
};

const why = (outcome: CommandOutcome): string =>
  outcome.ok ? '' : (outcome.output.trim().split('\n').at(-1) ?? outcome.error);

/** Asks the proxy for a host that nobody listed, and connects to an address without it. Both must be refused. */
const REACH = `
const {connect} = require('node:net');
const {request} = require('node:http');
const fail = what => { console.log(what); process.exit(1); };
const proxy = new URL(process.env.HTTPS_PROXY ?? fail('there is no proxy'));
const user = decodeURIComponent(proxy.username) + ':' + proxy.password;
request({
  host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: 'rooster-trial.example:443',
  headers: {'Proxy-Authorization': 'Basic ' + Buffer.from(user).toString('base64')},
}).on('connect', ({statusCode}) => {
  if (statusCode !== 403) fail('the proxy answered ' + statusCode);
  connect(443, '192.0.2.1').on('connect', () => fail('an address was reached')).on('error', () => process.exit(0));
}).on('error', error => fail(error.message)).end();`;
const LIMIT_MS = 20 * SECOND;
