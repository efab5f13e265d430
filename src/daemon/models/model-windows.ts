// The context size of a model in tokens: known families, then the configuration, then a careful guess. Pure.

type WindowQuestion = {
  readonly modelId: string;
  readonly baseUrl: string;
  /** `agent.contextTokens` */
  readonly configured: number | undefined;
};

/** A local server sets its own context size, so known families count only for the provider's own server. */
export const contextTokensOf = ({modelId, baseUrl, configured}: WindowQuestion): number => {
  if (isLocal(baseUrl)) return configured ?? LOCAL_TOKENS;
  const name = modelId.toLowerCase();
  return FAMILIES.find(([family]) => family.test(name))?.[1] ?? configured ?? USUAL_TOKENS;
};

const isLocal = (baseUrl: string): boolean => {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return (
    /^(?:localhost|127\.|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/u.test(host) || host.endsWith('.local')
  );
};

const FAMILIES: readonly (readonly [RegExp, number])[] = [
  [/claude/u, 200_000],
  [/gpt-4\.1/u, 1_047_576],
  [/gpt-4o|gpt-4-turbo|chatgpt-4o/u, 128_000],
  [/gpt-5/u, 272_000],
  [/(?:^|\/)o[134](?:-|$)/u, 200_000],
  [/gpt-4(?:$|-0)/u, 8_192],
  [/gpt-3\.5/u, 16_385],
];
const USUAL_TOKENS = 128_000;
/** Ollama and llama.cpp silently drop what exceeds the context, and their default is small. */
const LOCAL_TOKENS = 8_192;
