// Node's own modules, as the bundle sees them. An `import` of one makes Node build a namespace out of everything the module
// has, which touches getters that load more (15 ms at the daemon's start); and node:crypto, node:fs/promises and node:os take 6,
// 3 and half a ms to load, for functions that no start calls. So the bundle asks for what it uses by name, and has the functions
// of the slow ones load their module when they are first called. What is no function, or makes more load, is asked of the whole
// module where it is used (`os.constants`, `net.BlockList`): a name would be asked for by the start, whoever uses it.
import type {Plugin} from 'esbuild';

export const quickBuiltins = (): Plugin => ({
  name: 'quick-builtins',
  setup: build => {
    // A `require` or an `import()` is left alone: the one builds no namespace, the other comes when it is wanted.
    build.onResolve({filter: /^node:/}, ({path, kind}) =>
      kind === 'import-statement' ? {path, namespace: NAMESPACE, sideEffects: false} : undefined,
    );
    build.onLoad({filter: /^/, namespace: NAMESPACE}, async ({path}) => ({contents: await sourceOf(path)}));
  },
});

const sourceOf = async (name: string): Promise<string> => {
  const found: Record<string, unknown> = await import(name);
  const module = `process.getBuiltinModule(${JSON.stringify(name)})`;
  const names = Object.keys(found).filter(key => key !== 'default' && key !== 'module.exports');
  const lines = names.map(key => {
    const isDeferred = SLOW.has(name) && isPlainFunction(found[key]);
    const value = isDeferred ? `(...args)=>${module}.${key}(...args)` : `/* @__PURE__ */(()=>${module}.${key})()`;
    return `export const ${key}=${value};`;
  });
  const whole = SLOW.has(name) ? `new Proxy({},{get:(_,key)=>${module}[key]})` : `(()=>${module})()`;
  return [...lines, `export default /* @__PURE__ */${whole};`].join('\n');
};

/** A class cannot be called, so it cannot be put off. */
const isPlainFunction = (value: unknown): boolean => typeof value === 'function' && !/^[A-Z]/u.test(value.name);

const NAMESPACE = 'node-builtin';
const SLOW = new Set(['node:crypto', 'node:fs/promises', 'node:os', 'node:timers/promises']);
