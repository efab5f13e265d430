// A tool call in a few words, where the daemon's own are not at hand: its most telling argument.

export const toolSummary = (input: unknown): string => {
  if (typeof input === 'string') return oneLine(input);
  if (input === null || typeof input !== 'object') return '';
  const fields = Object.entries(input).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const telling = TELLING.map(name => fields.find(([key]) => key === name)).find(field => field !== undefined);
  const [, value] = telling ?? fields[0] ?? [];
  return value === undefined ? '' : oneLine(String(value));
};

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().slice(0, LONGEST);

const TELLING = ['command', 'path', 'url', 'query', 'message', 'text', 'action', 'id'];
const LONGEST = 200;
