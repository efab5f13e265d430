// Small changes of a source file that change what it does: one condition, operator, call, spread or constant each.
import {parseAst} from 'rolldown/parseAst';

export type Mutant = {
  readonly file: string;
  readonly line: number;
  /** One line each, for people. */
  readonly before: string;
  readonly after: string;
  /** The whole file with the change. */
  readonly text: string;
};

/** All changes of a file, in the order of their places. */
export const mutantsOf = (file: string, text: string): readonly Mutant[] =>
  changesIn(parseAst(text, {lang: 'ts'}) as unknown as Node, text)
    .filter(({start, end, to}) => text.slice(start, end) !== to)
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map(({start, end, to}) => ({
      file,
      line: text.slice(0, start).split('\n').length,
      before: shown(text.slice(start, end)),
      after: to.trim() === '' || to === ';' ? '(removed)' : shown(to),
      text: `${text.slice(0, start)}${to}${text.slice(end)}`,
    }));

type Node = {readonly type: string; readonly start: number; readonly end: number} & Readonly<Record<string, unknown>>;

/** Offsets are those of the text: the parser counts in UTF-16. */
type Change = {readonly start: number; readonly end: number; readonly to: string};

const changesIn = (node: Node, text: string): readonly Change[] => {
  if (isLeftAlone(node, text)) return [];
  const inside = Object.entries(node)
    .filter(([key]) => key !== 'typeAnnotation' && key !== 'typeArguments' && key !== 'returnType')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .flatMap(child => changesIn(child, text));
  return [...changesOf(node, text), ...inside];
};

const changesOf = (node: Node, text: string): readonly Change[] => {
  const {start, end} = node;
  const of = (part: unknown): string => (isNode(part) ? text.slice(part.start, part.end) : '');
  const instead = (part: unknown, to: string): readonly Change[] =>
    isNode(part) ? [{start: part.start, end: part.end, to}] : [];
  switch (node.type) {
    case 'IfStatement':
      return [
        ...instead(node['test'], `!(${of(node['test'])})`),
        ...(node['alternate'] == null ? instead(node['test'], 'false') : []),
      ];
    case 'ConditionalExpression':
      return instead(node['test'], `!(${of(node['test'])})`);
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const to = SWAPPED.get(String(node['operator']));
      if (node['operator'] === '??') return [{start, end, to: of(node['left'])}];
      return to === undefined || isText(node)
        ? []
        : [{start, end, to: `(${of(node['left'])}) ${to} (${of(node['right'])})`}];
    }
    case 'ExpressionStatement':
      return isEffect(node['expression']) ? [{start, end, to: ';'}] : [];
    case 'SpreadElement':
      // An empty list spreads into nothing, in objects and calls too.
      return [{start, end, to: '...[]'}];
    case 'Literal':
      if (typeof node['value'] === 'number') return [{start, end, to: String(node['value'] + 1)}];
      return typeof node['value'] === 'boolean' ? [{start, end, to: String(!node['value'])}] : [];
    case 'UnaryExpression':
      return node['operator'] === '!' ? [{start, end, to: of(node['argument'])}] : [];
    case 'CallExpression': {
      const callee = node['callee'];
      const property = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : undefined;
      const to = METHODS.get(of(property));
      return to === undefined ? [] : instead(property, to);
    }
    default:
      return [];
  }
};

/** Types, imports, log lines and their conditions do nothing that a test should look at. */
const isLeftAlone = (node: Node, text: string): boolean =>
  (node.type.startsWith('TS') && !WRAPPERS.has(node.type)) ||
  node.type === 'ImportDeclaration' ||
  isLog(node, text) ||
  (node.type === 'IfStatement' && node['alternate'] == null && isLog(node['consequent'], text));

const isLog = (node: unknown, text: string): boolean =>
  isNode(node) &&
  (node.type === 'CallExpression' || node.type === 'ExpressionStatement') &&
  /^(?:[\w.]+\.)?log\??\.\w+\(/u.test(text.slice(node.start, node.start + 60));

const isEffect = (value: unknown): boolean => {
  if (!isNode(value)) return false;
  if (value.type === 'AwaitExpression' || (value.type === 'UnaryExpression' && value['operator'] === 'void'))
    return isEffect(value['argument']);
  return ['CallExpression', 'AssignmentExpression', 'ChainExpression', 'UpdateExpression'].includes(value.type);
};

/** `+` of texts has no opposite. */
const isText = (node: Node): boolean =>
  node['operator'] === '+' &&
  [node['left'], node['right']].some(
    part => isNode(part) && (part.type === 'TemplateLiteral' || typeof part['value'] === 'string'),
  );

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const shown = (text: string): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN)}…`;
};

const SWAPPED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '&&': '||',
    '||': '&&',
    '+': '-',
    '-': '+',
  }),
);
const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    find: 'findLast',
    findLast: 'find',
  }),
);
const WRAPPERS: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const LONGEST_SHOWN = 90;
