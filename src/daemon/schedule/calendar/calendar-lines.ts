// Parses the lines of a calendar file (RFC 5545, section 3.1) into components with properties. The library that we
// tried drops alarms of tasks and treats times without a zone as UTC.

export type Property = {readonly params: ReadonlyMap<string, string>; readonly value: string};

export type Component = {
  readonly name: string;
  /** Keys are upper-case names; a name may have several properties. */
  readonly properties: ReadonlyMap<string, readonly Property[]>;
  readonly parts: readonly Component[];
};

/** Parses the top-level components, usually one VCALENDAR. Accepts any line endings and folded lines. */
export const readComponents = (text: string): readonly Component[] | {readonly problem: string} => {
  const top = open('');
  const path = [top];
  for (const [index, line] of unfolded(text).entries()) {
    const read = readLine(line);
    if (read === undefined) {
      // Other programs' own lines are often badly named or folded. A broken line that matters is never skipped.
      if (path.length > 1 && !READ_NAMES.test(line)) continue;
      return {problem: `Line ${index + 1} isn't a line of a calendar: "${line.slice(0, 40)}".`};
    }
    const {name, property} = read;
    const value = property.value.trim().toUpperCase();
    const inner = path.at(-1) ?? top;
    if (name === 'BEGIN') {
      const part = open(value);
      inner.parts.push(part);
      path.push(part);
    } else if (name === 'END') {
      if (inner.name !== value || path.length === 1)
        return {problem: `Line ${index + 1} ends ${value}, which isn't open.`};
      path.pop();
    } else {
      const same = inner.properties.get(name);
      if (same === undefined) inner.properties.set(name, [property]);
      else same.push(property);
    }
    if (path.length > DEEPEST) return {problem: 'The calendar is nested too deeply.'};
  }
  return path.length === 1 ? top.parts : {problem: `The calendar ends in the middle of a ${path.at(-1)?.name}.`};
};

/** Returns the first property with this name. */
export const propertyOf = ({properties}: Component, name: string): Property | undefined => properties.get(name)?.[0];

/** The property's text, unescaped. */
export const textOf = (component: Component, name: string): string | undefined =>
  propertyOf(component, name)?.value.replaceAll(/\\([\\;,nN])/gu, (_, sign: string) =>
    sign === 'n' || sign === 'N' ? '\n' : sign,
  );

type Opened = Omit<Component, 'properties' | 'parts'> & {
  readonly properties: Map<string, Property[]>;
  readonly parts: Opened[];
};

const open = (name: string): Opened => ({name, properties: new Map(), parts: []});

const unfolded = (text: string): readonly string[] =>
  text
    .replace(/^\uFEFF/u, '')
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/\n[ \t]/gu, '')
    .split('\n')
    .filter(line => line.trim() !== '');

/** Parses `NAME;PARAM="value":value`. Quoted colons and semicolons don't separate. */
const readLine = (line: string): {readonly name: string; readonly property: Property} | undefined => {
  let isQuoted = false;
  let begin = 0;
  const fields: string[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted || (sign !== ':' && sign !== ';')) continue;
    fields.push(line.slice(begin, at).replaceAll('"', ''));
    begin = at + 1;
    if (sign === ':') return propertyFrom(fields, line.slice(begin));
  }
  return undefined;
};

const propertyFrom = ([name = '', ...params]: readonly string[], value: string) => {
  if (!/^[A-Za-z\d-]+$/u.test(name)) return undefined;
  const entries = params.map(param => {
    const [key = '', ...rest] = param.split('=');
    return [key.toUpperCase(), rest.join('=')] as const;
  });
  return {name: name.toUpperCase(), property: {params: new Map(entries), value}};
};

/** The lines that say what is due and when. */
const READ_NAMES =
  /^\s*(?:BEGIN|END|DTSTART|DTEND|DUE|DURATION|RRULE|RDATE|EXRULE|EXDATE|RECURRENCE-ID|TRIGGER|REPEAT|UID|STATUS|SEQUENCE|COMPLETED|SUMMARY|TZID|TZOFFSET)\b/iu;
const DEEPEST = 20;
