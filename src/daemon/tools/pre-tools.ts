/** The tools that can be used for a cron job before its model is asked: those that find something out, by name. */
export const PRE_TOOLS = ['bash', 'read_file', 'list_files', 'web_fetch'] as const;
