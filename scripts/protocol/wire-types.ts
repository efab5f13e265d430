// Reads the types of the wire with the compiler, because results and events exist as types only.
import {fileURLToPath} from 'node:url';
import {
  API,
  type Checker,
  SymbolFlags,
  type TemplateLiteralType,
  type Type,
  TypeFlags,
  type TypeReference,
  type UnionOrIntersectionType,
} from 'typescript/unstable/sync';

/** A member of a type: its comment, and its type as TypeScript writes it. */
export type Member = {readonly name: string; readonly isOptional: boolean; readonly doc: string; readonly type: string};

export type WireTypes = {
  readonly methods: readonly {
    readonly name: string;
    readonly doc: string;
    readonly params: readonly Member[];
    readonly result: string;
  }[];
  readonly events: readonly Member[];
  readonly eventFields: readonly Member[];
  readonly notices: readonly Member[];
  /** `fields` is empty for a union, whose text is `type`. */
  readonly records: readonly {readonly name: string; readonly type: string; readonly fields: readonly Member[]}[];
};

export const readWireTypes = (): WireTypes => {
  const api = new API({cwd: FOLDER});
  try {
    const project = api.updateSnapshot({openProjects: [`${FOLDER}tsconfig.json`]}).getProject(`${FOLDER}tsconfig.json`);
    const file = project?.program.getSourceFile(`${FOLDER}wire-records.ts`);
    const module = file === undefined ? undefined : project?.checker.getSymbolAtLocation(file);
    if (project === undefined || module === undefined) throw new Error('The compiler found no wire-records.ts.');
    const {checker} = project;
    const types = new Map(
      checker.getExportsOfModule(module).map(symbol => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]),
    );
    return describe(checker, name => {
      const type = types.get(name);
      if (type === undefined) throw new Error(`wire-records.ts has no type ${name}.`);
      return type;
    });
  } finally {
    api.close();
  }
};

const describe = (checker: Checker, typeNamed: (name: string) => Type): WireTypes => {
  const fieldsOf = (name: string): readonly Field[] => fieldsIn(checker, typeNamed(name));
  const records = fieldsOf('Records');
  // The compiler forgets the names of types that it computes, so a record is known by its text.
  const nameless = typeWriter(checker, new Map());
  const texts = records.map(({name, type}) => [nameless(type), name] as const);
  const names = new Map([...texts, [nameless(typeNamed('AnyEvent')), 'Event']]);
  const write = typeWriter(checker, names);
  const members = (fields: readonly Field[]): readonly Member[] =>
    fields.map(({type, ...field}) => ({...field, type: write(type)}));

  const docs = new Map([...fieldsOf('Table'), ...fieldsOf('Bodies')].map(({name, doc}) => [name, doc]));
  const docOf = (name: string): string => docs.get(name) ?? '';
  return {
    methods: fieldsOf('Calls').map(({name, type}) => {
      const [params, result] = fieldsIn(checker, type);
      if (params === undefined || result === undefined) throw new Error(`${name} has no parameters or no result.`);
      return {name, doc: docOf(name), params: members(fieldsIn(checker, params.type)), result: write(result.type)};
    }),
    events: members(fieldsOf('Events')).map(event => ({...event, doc: docOf(event.name)})),
    eventFields: members(fieldsOf('EventFields')),
    notices: members(fieldsOf('Notifications')),
    records: records.map(({name, type}) => {
      const others = typeWriter(checker, new Map([...names].filter(([, other]) => other !== name)));
      const isUnion = (type.flags & TypeFlags.Union) !== 0;
      return {name, type: others(type), fields: isUnion ? [] : members(fieldsIn(checker, type))};
    }),
  };
};

type Field = {readonly name: string; readonly isOptional: boolean; readonly doc: string; readonly type: Type};

const fieldsIn = (checker: Checker, type: Type): readonly Field[] =>
  checker.getPropertiesOfType(type).map(symbol => {
    const {name, flags} = symbol;
    const fieldType = checker.getTypeOfSymbol(symbol);
    if (fieldType === undefined) throw new Error(`The compiler knows no type of ${name}.`);
    const doc = checker.getDocumentationCommentOfSymbol(symbol).replaceAll(/\s+/gu, ' ').trim();
    return {name, isOptional: (flags & SymbolFlags.Optional) !== 0, doc, type: fieldType};
  });

/** Writes a type with all its fields, or with the name of a text that has one. */
const typeWriter = (checker: Checker, names: ReadonlyMap<string, string>): ((type: Type) => string) => {
  const known = new Map<number, string>();
  const isName = new Set(names.values());

  const write = (type: Type): string => {
    const text = known.get(type.id);
    if (text !== undefined) return text;
    // While its fields are written, which may be of this type again.
    known.set(type.id, 'itself');
    const written = named(type);
    known.set(type.id, written);
    return written;
  };

  const named = (type: Type): string => {
    if (names.size === 0) return shape(type);
    const whole = typeWriter(checker, new Map())(type);
    return names.get(whole) ?? shape(type);
  };

  const shape = (type: Type): string => {
    if ((type.flags & TypeFlags.Union) !== 0) return union((type as UnionOrIntersectionType).getTypes());
    if ((type.flags & TypeFlags.Intersection) !== 0) return intersection(type as UnionOrIntersectionType);
    if ((type.flags & TypeFlags.TemplateLiteral) !== 0) return `"${(type as TemplateLiteralType).texts.join('…')}"`;
    if (checker.isArrayType(type)) {
      const item = checker
        .getTypeArguments(type as TypeReference)
        .map(write)
        .join();
      return / \| /u.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    return (type.flags & TypeFlags.Object) === 0 ? checker.typeToString(type) : object(type);
  };

  /** A record and further fields; otherwise all fields together. */
  const intersection = (type: UnionOrIntersectionType): string => {
    const parts = type.getTypes().map(write);
    return parts.some(part => isName.has(part)) ? parts.join(' & ') : object(type);
  };

  const object = (type: Type): string => {
    const fields = fieldsIn(checker, type).map(
      field => `${field.name}${field.isOptional ? '?' : ''}: ${write(field.type)}`,
    );
    const others = checker.getIndexInfosOfType(type).map(({valueType}) => `[name]: ${write(valueType)}`);
    return `{${[...fields, ...others].join(', ')}}`;
  };

  /** An optional field is marked at its name, so its `undefined` says nothing more. */
  const union = (types: readonly Type[]): string => {
    const texts = types.filter(({flags}) => (flags & TypeFlags.Undefined) === 0).map(write);
    const isBoolean = texts.includes('true') && texts.includes('false');
    const others = texts.filter(text => !isBoolean || (text !== 'true' && text !== 'false'));
    return [...(isBoolean ? ['boolean'] : []), ...others].join(' | ');
  };

  return write;
};

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
