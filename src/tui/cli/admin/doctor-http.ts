// Checks the HTTP door, while it is configured: where it listens, and whether its secrets can be read.
import type {DaemonStatus} from '../../../ipc/daemon-status.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import {counted} from '../../../shared/text/sentences.ts';
import type {Finding} from './finding.ts';

type HttpState = Pick<Wire<DaemonStatus>, 'http' | 'problems'>;

/** Nothing for a door that is off. */
export const httpFindings = ({http, problems}: HttpState): readonly Finding[] => {
  const closed = problems.find(({key}) => key === 'http.listen');
  if (closed !== undefined && http === undefined) {
    const fix = 'set http.listen to a free address, or rooster config unset http';
    return [{name: 'http', verdict: 'bad', what: closed.reason, fix}];
  }
  if (http === undefined) return [];
  const secrets = problems.filter(({key}) => /^(?:hooks\..+|http\.wake)\.secret$/u.test(key));
  return [doorFinding(http), ...secrets.map(({key, reason}) => secretFinding(key, reason))];
};

/** The targets whose secret can't be read. Nothing without a daemon, or without targets. */
export const targetFindings = (status: Pick<Wire<DaemonStatus>, 'channels'> | undefined): readonly Finding[] => {
  const targets = status?.channels.find(({channel}) => channel === 'hook');
  if (targets === undefined) return [];
  const {warnings = []} = targets;
  if (warnings.length === 0) return [{name: 'targets', verdict: 'good', what: 'requests can leave'}];
  return warnings.map(what => ({name: 'targets', verdict: 'bad', what, fix: FIX_SECRET}));
};

const secretFinding = (key: string, reason: string): Finding => ({
  name: 'http',
  verdict: 'bad',
  what: `${key}: ${reason}`,
  fix: FIX_SECRET,
});

const doorFinding = (http: NonNullable<Wire<DaemonStatus>['http']>): Finding => {
  const hooks = counted(http.hooks, 'hook');
  if (!http.reachable) return {name: 'http', verdict: 'good', what: `${http.listen}, ${hooks}`};
  const what = `${http.listen}, ${hooks}; other machines can connect, and only a proxy adds TLS`;
  return {name: 'http', verdict: 'odd', what, fix: 'let only the proxy reach that port, or listen on 127.0.0.1'};
};

const FIX_SECRET = 'set the secret; after a change of the environment, rooster daemon restart';
