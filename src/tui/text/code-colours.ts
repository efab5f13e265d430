// Code highlighting with lowlight: loaded last, never required. Bounded: common languages, and only as much of a block
// as people read.
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

/** The used part of a lowlight tree. */
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
