// A tool call in a few words, where the daemon's own are not at hand: what is to be done, then its most telling arguments.

export const toolSummary = (input: unknown): string => {
  if (typeof input === 'string') return oneLine(input);
  if (input === null || typeof input !== 'object') return '';
  const fields = Object.entries(input).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const telling = TELLING.flatMap(name => fields.filter(([key]) => key === name));
  return (telling.length > 0 ? telling : fields)
    .slice(0, 3)
    .map(([, value]) => oneLine(String(value)))
    .join(' ');
};

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().slice(0, LONGEST);

const TELLING = ['action', 'command', 'path', 'url', 'query', 'when', 'in', 'at', 'message', 'text', 'id'];
const LONGEST = 200;
