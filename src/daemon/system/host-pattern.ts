// The hosts that commands may reach: exact names, or `*.example.com` for every name below it. One reading for the
// configuration and for a command's request, in the form that the sandbox's proxy compares. An
// address isn't a host here: its many spellings would need to be compared, too.

/** The host as it is compared: lower case, punycode, no final dot. Or why it isn't one, as a sentence. */
export const readHost = (text: string): {readonly host: string} | {readonly why: string} => {
  const isWildcard = text.startsWith('*.');
  const written = isWildcard ? text.slice(2) : text;
  const name = written.endsWith('.') ? written.slice(0, -1) : written;
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(name))
    return {why: `${shown(text)} isn't a host: write only its name, without "https://", port or path.`};
  const host = URL.parse(`http://${name}`)?.hostname ?? '';
  // Like a browser: what ends in a number is an address, also "127.1", "2130706433" and "0x7f.1".
  if (/^[\d.]+$/u.test(host) || /(?:^|\.)(?:\d+|0x[\da-f]*)$/iu.test(name))
    return {why: `${shown(text)} is an address. Write the name of the host.`};
  if (!host.split('.').every(label => LABEL.test(label)) || host.length > LONGEST_HOST)
    return {why: `${shown(text)} isn't the name of a host.`};
  if (!host.includes('.'))
    return {
      why: `${shown(text)} ${isWildcard ? 'is far too many hosts' : 'has no dot'}. Write a name such as "example.com".`,
    };
  return {host: isWildcard ? `*.${host}` : host};
};

/** True if every host of the second one is one of the first. */
export const coversHost = (listed: string, host: string): boolean =>
  listed === host || (listed.startsWith('*.') && host.endsWith(listed.slice(1)));

const shown = (text: string): string =>
  JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);

/** Letters, digits and hyphens, as in DNS: no underscore, and no hyphen at an end. */
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/u;
const LONGEST_HOST = 253;
const LONGEST_SHOWN = 60;
