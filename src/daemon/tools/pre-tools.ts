// Tools that a cron job may run before its model: those that only read. Their arguments are repeated here, because jobs
// are checked without loading tools; a test compares both.

type PreToolArguments = {readonly must: readonly string[]; readonly may: readonly string[]};

export const PRE_TOOLS: Readonly<Record<string, PreToolArguments>> = {
  bash: {must: ['command'], may: ['timeout_seconds', 'hosts', 'write', 'outside']},
  read_file: {must: ['path'], may: ['offset', 'limit']},
  list_files: {must: [], may: ['path', 'depth']},
  web_fetch: {must: ['url'], may: []},
};
