// Finds secrets in an environment: variables whose name or value looks like a key, a token or a password.

export const isSecretVariable = (name: string, value: string): boolean =>
  SECRET_NAME.test(name) || SECRET_VALUE.test(value);

const SECRET_NAME =
  /key(?:s|_?id)?(?:$|_)|token|secret|passw(?:or)?d|passphrase|passcode|credential|cookie|(?:^|_)(?:pass|pwd|pat|auth|pin|dsn|jwt)$|bearer|private|webhook|connection_?string/iu;

/** Keys of well-known services, and URLs with a password. */
const SECRET_VALUE =
  /^(?:sk|pk|rk)[-_]\S{16}|^gh[oprsu]_|^github_pat_|^glpat-|^xox[abeoprs]-|^AKIA|^AIza|^eyJ[\w-]+\.|^-----BEGIN|:\/\/[^\s/@]*:[^\s/@]+@/u;
