// The tools that can be used for a cron job before its model is asked: those that find something out. What each must and may be
// given is said here once more, because a job is checked where no tool is loaded; a test holds it to the tools themselves.

type PreToolArguments = {readonly must: readonly string[]; readonly may: readonly string[]};

export const PRE_TOOLS: Readonly<Record<string, PreToolArguments>> = {
  bash: {must: ['command'], may: ['timeout_seconds']},
  read_file: {must: ['path'], may: ['offset', 'limit']},
  list_files: {must: [], may: ['path', 'depth']},
  web_fetch: {must: ['url'], may: []},
};
