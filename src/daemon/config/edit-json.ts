// Sets or removes one key of a JSON text and keeps comments and layout. Uses jsonc-parser's tree, but not its edits:
// they drop comments beside a removed key, move those beside a new one, and break lists on one line.
import {type Node, parseTree, visit} from 'jsonc-parser';

type Steps = readonly string[];

/**
 * Returns `text` with `value` at the steps, or without them for undefined. The text must be valid, and every value on
 * the path an object, list or null.
 */
export const editedJson = (text: string, steps: Steps, value: unknown): string => {
  const [mark = ''] = /^\uFEFF/u.exec(text) ?? [];
  const body = text.slice(mark.length).replaceAll('\r\n', '\n');
  const edited = value === undefined ? withoutEntry(body, steps) : withEntry(body, steps, value);
  return mark + (text.includes('\r\n') ? edited.replaceAll('\n', '\r\n') : edited);
};

const withEntry = (text: string, steps: Steps, value: unknown): string => {
  const root = treeOf(text);
  if (root === undefined) return `${startOfFile(text)}${JSON.stringify(nested(steps, value), null, 2)}\n`;
  let node = root;
  for (const [index, step] of steps.entries()) {
    // Null on the path to a key becomes an object.
    if (node.type === 'null') return withOther(text, root, node, nested(steps.slice(index), value));
    const found = childOf(node, step)?.value;
    if (found === undefined) return withNew(text, root, node, step, nested(steps.slice(index + 1), value));
    node = found;
  }
  return withOther(text, root, node, value);
};

/** Keeps the comments of a file without a value. */
const startOfFile = (text: string): string => (text.trim() === '' ? '' : `${text.trimEnd()}\n`);

const nested = (steps: Steps, value: unknown): unknown =>
  steps.reduceRight((inner, step) => (/^\d+$/u.test(step) ? [inner] : {[step]: inner}), value);

const withOther = (text: string, root: Node, {offset, length}: Node, value: unknown): string => {
  const style = {indent: indentAt(text, offset), unit: unitOf(text, root), isBroken: isBroken(text, root, root)};
  return text.slice(0, offset) + written(value, style) + text.slice(offset + length);
};

/** After the last entry and its comments. */
const withNew = (text: string, root: Node, holder: Node, step: string, value: unknown): string => {
  const last = holder.children?.at(-1);
  const start = last === undefined ? holder.offset + 1 : endOf(last);
  const close = endOf(holder) - 1;
  const comma = commasOf(text).find(at => at >= start && at < close);
  const [outer, unit] = [indentAt(text, holder.offset), unitOf(text, root)];
  const style = {indent: last === undefined ? outer + unit : indentAt(text, last.offset), unit};
  const broken = isBroken(text, root, holder);
  const name = holder.type === 'object' ? `${JSON.stringify(step)}: ` : '';
  const entry = name + written(value, {...style, isBroken: broken});
  const at = broken ? start + text.slice(start, close).trimEnd().length : (comma ?? start - 1) + 1;
  const first = last === undefined || comma !== undefined ? '' : ',';
  const before = broken ? `\n${style.indent}` : last === undefined ? '' : ' ';
  const after = broken && !text.slice(at, close).includes('\n') ? `\n${outer}` : '';
  const trailing = comma === undefined ? '' : ',';
  return text.slice(0, start) + first + text.slice(start, at) + before + entry + trailing + after + text.slice(at);
};

const withoutEntry = (text: string, steps: Steps): string => {
  const holder = steps.slice(0, -1).reduce((node, step) => node && childOf(node, step)?.value, treeOf(text));
  const entry = holder && childOf(holder, steps.at(-1) ?? '')?.node;
  if (holder === undefined || entry === undefined) return text;
  const shorter = cut(text, rangesOf(text, holder, entry));
  // Removes all copies of a repeated key. In a list the next entry now has this index, so it stays.
  return holder.type === 'object' ? withoutEntry(shorter, steps) : shorter;
};

type Range = readonly [from: number, to: number];

/** An entry with its comma, without the comments around it. */
const rangesOf = (text: string, holder: Node, entry: Node): readonly Range[] => {
  const siblings = holder.children ?? [];
  const index = siblings.indexOf(entry);
  const [from, to] = [entry.offset, endOf(entry)];
  const [start, close] = [holder.offset + 1, endOf(holder) - 1];
  if (isBlank(text, start, from) && isBlank(text, to, close)) return [[start, close]];
  const commas = commasOf(text);
  const next = siblings[index + 1]?.offset ?? close;
  const behind = commas.find(at => at >= to && at < next);
  if (behind !== undefined) {
    return isBlank(text, to, behind)
      ? [widened(text, [from, behind + 1])]
      : [widened(text, [from, to]), [behind, behind + 1]];
  }
  const before = siblings[index - 1];
  const ahead = before && commas.find(at => at >= endOf(before) && at < from);
  if (ahead === undefined) return [widened(text, [from, to])];
  return isBlank(text, ahead + 1, from) ? [[ahead, to]] : [[ahead, ahead + 1], widened(text, [from, to])];
};

/** The whole line if the entry is alone on it, otherwise the spaces after it too. */
const widened = (text: string, [from, to]: Range): Range => {
  const line = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  if (end >= 0 && isBlank(text, line, from) && isBlank(text, to, end)) return [line, end + 1];
  return [from, to + (/^[ \t]*/u.exec(text.slice(to))?.[0].length ?? 0)];
};

const cut = (text: string, ranges: readonly Range[]): string =>
  ranges.toReversed().reduce((rest, [from, to]) => rest.slice(0, from) + rest.slice(to), text);

type Style = {readonly indent: string; readonly unit: string; readonly isBroken: boolean};

const written = (value: unknown, {indent, unit, isBroken}: Style): string => {
  const lines = JSON.stringify(value, null, unit);
  if (isBroken) return lines.replaceAll('\n', `\n${indent}`);
  // A line break is never inside a JSON string, where it is written as \n.
  return lines.replaceAll(/(?<=[[{])\n\s*|\n\s*(?=[\]}])/gu, '').replaceAll(/\n\s*/gu, ' ');
};

/** True if each entry is on its own line. */
const isBroken = (text: string, root: Node, node: Node): boolean => {
  if ((node.children ?? []).length > 0) return text.slice(node.offset, endOf(node)).includes('\n');
  return node === root || text.slice(root.offset, endOf(root)).includes('\n');
};

/** The last entry with the name, which is the valid one. */
const childOf = (
  {type, children = []}: Node,
  step: string,
): {readonly node: Node; readonly value: Node} | undefined => {
  const node =
    type === 'array' ? children[Number(step)] : children.findLast(child => child.children?.[0]?.value === step);
  const value = type === 'array' ? node : node?.children?.[1];
  return node && value && {node, value};
};

const treeOf = (text: string): Node | undefined =>
  parseTree(text, [], {allowTrailingComma: true, allowEmptyContent: true});

/** The positions of commas outside strings and comments. */
const commasOf = (text: string): readonly number[] => {
  const commas: number[] = [];
  visit(
    text,
    {onSeparator: (character, offset) => void (character === ',' && commas.push(offset))},
    {allowTrailingComma: true},
  );
  return commas;
};

const unitOf = (text: string, {children: [first] = []}: Node): string =>
  (first && indentAt(text, first.offset)) || '  ';

const indentAt = (text: string, at: number): string =>
  /^[ \t]*/u.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? '';

const endOf = ({offset, length}: Node): number => offset + length;

const isBlank = (text: string, from: number, to: number): boolean => text.slice(from, to).trim() === '';
