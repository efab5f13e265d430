// The lines on top of a page that was fetched: where it is from, and when. Each value is a JSON string, which is a YAML string too,
// whatever colons, hashes and quotes it holds.

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

/** What stands on top of a text, and the text below; all of it is body where there are no such lines. */
export const matterOf = (text: string): {readonly matter: Matter; readonly body: string} => {
  const found = TOP.exec(text);
  if (found === null) return {matter: {}, body: text};
  const lines = (found[1] ?? '').split('\n').flatMap(line => {
    const [, name, value = ''] = /^([a-z_]+): (.*)$/u.exec(line) ?? [];
    return isField(name) ? [[name, valueIn(value)] as const] : [];
  });
  return {matter: Object.fromEntries(lines), body: text.slice(found[0].length).replace(/^\n/u, '')};
};

/** A person may have changed it, and written a value as it is. */
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
