// Rooster's version: written into the bundle at build time, or read from package.json when run from source.
import {readFileSync} from 'node:fs';

export const programVersion = (): string => {
  const built = process.env['ROOSTER_VERSION'];
  if (built !== undefined) return built;
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return manifest !== null && typeof manifest === 'object' && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
};
