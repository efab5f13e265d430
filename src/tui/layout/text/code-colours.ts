// The colours of code, by lowlight: loaded later than everything else, and never needed for reading. Bounded: the common
// languages, and no more of a block than a person looks at.
import {common, createLowlight} from 'lowlight';
import {type Highlight, roleOfClass} from './highlight.ts';
import {type Span, span} from './row.ts';

export const codeColours = (): Highlight => {
  const lowlight = createLowlight(common);
  return (code, language) => {
    if (code.length > LONGEST || !lowlight.registered(language)) return undefined;
    return runs(lowlight.highlight(language, code).children, {});
  };
};

/** The part of a tree that is looked at. */
type Node = {
  readonly type: string;
  readonly value?: string;
  readonly properties?: {readonly className?: unknown};
  readonly children?: readonly Node[];
};

const runs = (nodes: readonly Node[], style: Pick<Span, 'role' | 'bold'>): readonly Span[] =>
  nodes.flatMap(({type, value, properties, children}) => {
    if (type === 'text') return [span(value ?? '', style)];
    const [name] = Array.isArray(properties?.className) ? properties.className : [];
    const own = typeof name === 'string' ? roleOfClass(name) : {};
    return runs(children ?? [], {...style, ...own});
  });

const LONGEST = 20_000;
