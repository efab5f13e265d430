// Sentences about calls for which nobody could be asked, and what would allow them.
import {ALLOWED, type Approval, JOB_TOOLS, readAllow} from '../records/approval.ts';
import type {Run} from '../records/jobs/jobs.ts';

/** Rooster's own words about the calls of a job for which nobody could be asked. Empty without any. */
export const refusedCalls = (approvals: readonly Approval[], {kind}: Pick<Run, 'kind'>): string =>
  approvals
    .filter(({way}) => way === 'nobody')
    .map(
      approval =>
        `Not run, because nobody could be asked: ${approval.effect}${kind === 'cron' ? allowHint(approval, 'You') : ''}`,
    )
    .join('\n');

/** The narrowest entries of `allow` that let this call run. Nothing, if none would. */
export const allowHint = ({tool, effects, after = []}: Approval, who: string): string => {
  const entries = effects.map(({names = {}}) => {
    const scopes = ENTRIES.filter(scope => after.length === 0 || scope === 'command');
    const named = scopes.flatMap(scope => {
      const name = names[ALLOWED[scope]] ?? '';
      const entry = `${scope} ${name}`;
      return name !== '' && name.length <= LONGEST_ENTRY && readAllow(entry).name === name
        ? [JSON.stringify(entry)]
        : [];
    });
    return named[0] ?? JOB_TOOLS.find(known => known === tool) ?? '';
  });
  if (entries.includes('')) return '';
  return ` ${who} can allow it in the file of the job: allow: [${[...new Set(entries)].join(', ')}].`;
};

const ENTRIES = ['host', 'to', 'path', 'command'] as const;
const LONGEST_ENTRY = 100;
