// Front matter of a fetched page: its source and date. Each value is a JSON string, which is valid YAML whatever
// characters it holds.

const FIELDS = ['source_url', 'final_url', 'title', 'fetched_at', 'conversation'] as const;
type Field = (typeof FIELDS)[number];
export type Matter = {readonly [K in Field]?: string};

export const frontMatter = (matter: Matter): string =>
  [
    '---',
    ...FIELDS.flatMap(name => {
      const value = matter[name];
      return value === undefined ? [] : [`${name}: ${name === 'fetched_at' ? value : JSON.stringify(value)}`];
    }),
    '---',
    '',
  ].join('\n');

/** The front matter and the text below; all of the text is body where there is none. */
export const matterOf = (text: string): {readonly matter: Matter; readonly body: string} => {
  const found = TOP.exec(text);
  if (found === null) return {matter: {}, body: text};
  const lines = (found[1] ?? '').split('\n').flatMap(line => {
    const [, name, value = ''] = /^([a-z_]+): (.*)$/u.exec(line) ?? [];
    return isField(name) ? [[name, valueIn(value)] as const] : [];
  });
  return {matter: Object.fromEntries(lines), body: text.slice(found[0].length).replace(/^\n/u, '')};
};

/** A person may have edited the file and left out the quotes. */
const valueIn = (written: string): string => {
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'string' ? value : written;
  } catch {
    return written.trim();
  }
};

const isField = (name: string | undefined): name is Field => FIELDS.some(field => field === name);

const TOP = /^---\n((?:[a-z_]+: [^\n]*\n)+)---(?:\n|$)/u;
