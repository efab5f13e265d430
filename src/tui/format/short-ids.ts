// Shortens account and group ids inside text. The opened item shows them in full.
export const shortIds = (text: string): string =>
  text
    .replaceAll(ACCOUNT_ID, (_, first: string, last: string) => `${first}…${last}`)
    .replaceAll(GROUP_ID, (_, before: string, first: string, last: string) => `${before}${first}…${last}`);

const ACCOUNT_ID = /\b([0-9a-f]{4})[0-9a-f]{4}-(?:[0-9a-f]{4}-){3}[0-9a-f]{8}([0-9a-f]{4})\b/giu;
const GROUP_ID = /(group:(?:signal:)?)([A-Za-z0-9+/_-]{4})[A-Za-z0-9+/_-]{12,}([A-Za-z0-9+/_-]{3}=*)/gu;
