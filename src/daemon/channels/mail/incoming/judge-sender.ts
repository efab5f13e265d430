// Checks the claimed sender of a mail. A From field alone proves nothing: a signature of its domain must cover what counts, or the receiver
// that the configuration names must say so.
import {dkimVerify} from 'mailauth/lib/dkim/verify.js';
import {evaluateDmarc} from 'mailauth/lib/dmarc/index.js';
import type {MailConfig} from '../../../config/config-schema.ts';
import type {Headers} from './headers.ts';
import {isConfirmedBy} from './receiver-results.ts';

/** Looks up DNS records. Rejects with an error that has a code. */
export type ResolveDns = (domain: string, type: string) => Promise<string[] | string[][]>;

export type Verdict =
  | {readonly kind: 'proven'}
  /** `because` ends a sentence that begins with "it". */
  | {readonly kind: 'unproven'; readonly because: string}
  /** DNS didn't answer. */
  | {readonly kind: 'unsure'; readonly because: string};

type Claim = {
  readonly source: Buffer;
  readonly headers: Headers;
  /** The writer in lower case. */
  readonly from: string;
  /** The addressees in To and Cc, in lower case. */
  readonly to: readonly string[];
  readonly cc: readonly string[];
};

type JudgeDeps = {
  readonly config: Pick<MailConfig, 'address' | 'aliases' | 'authserv' | 'signers'>;
  readonly resolve: ResolveDns;
};

export const judgeSender = async ({config, resolve}: JudgeDeps, claim: Claim): Promise<Verdict> => {
  const {headers, from, source} = claim;
  const own = [config.address, ...config.aliases];
  const doubled = ONCE.find(name => headers.all(name).length > 1);
  if (doubled !== undefined) return unproven(`has the field ${doubled} twice`);
  const inTo = own.some(address => claim.to.includes(address));
  const inCc = own.some(address => claim.cc.includes(address));
  // A signed mail to somebody else could be sent on to us by anybody.
  if (!inTo && !inCc) return unproven('is not addressed to this mailbox');
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const signer = Object.hasOwn(config.signers, from) ? config.signers[from] : undefined;
  if (config.authserv !== undefined) {
    return isConfirmedBy(config.authserv, headers.all('authentication-results'), {domain, signer})
      ? PROVEN
      : unproven(`isn't confirmed by ${config.authserv}`);
  }
  const {results = [], headerFrom, fromFields} = await dkimVerify(source, {resolver: resolve, rejectRsaSha1: true});
  const needed = ['from', 'message-id', ...(headers.first('subject') === undefined ? [] : ['subject'])];
  const fits = results.filter(result => {
    const signed = fieldsOf(result.signingHeaders?.keys);
    return needed.every(name => signed.has(name)) && ((inTo && signed.has('to')) || (inCc && signed.has('cc')));
  });
  const isWhole = ({status, signatureTimeValid}: (typeof results)[number]): boolean =>
    status.result === 'pass' && (status.underSized ?? 0) === 0 && signatureTimeValid !== false;
  if (signer !== undefined && fits.some(result => isWhole(result) && result.signingDomain === signer)) return PROVEN;
  const {response, dkimAligned} = await evaluateDmarc({
    headerFrom,
    fromFields,
    spfDomains: [],
    dkimDomains: fits.filter(isWhole).map(({id = '', signingDomain: of = '', status: {aligned = false}}) => ({
      id,
      domain: of,
      aligned,
    })),
    resolver: resolve,
  } as Parameters<typeof evaluateDmarc>[0]);
  if (isAligned(response, dkimAligned, fits.filter(isWhole))) return PROVEN;
  const isUnanswered = fits.some(
    ({status, signingDomain}) => status.result === 'temperror' && isWithin(signingDomain, domain),
  );
  if (isUnanswered || (response !== false && response.status.result === 'temperror')) {
    return {kind: 'unsure', because: `the DNS of ${domain} doesn't answer`};
  }
  return unproven(`has no valid signature of ${signer ?? domain}`);
};

/** A domain with a DMARC record decides itself how closely the signer must match. */
const isAligned = (
  response: Awaited<ReturnType<typeof evaluateDmarc>>['response'],
  aligned: ReadonlySet<string> | undefined,
  whole: readonly {readonly status: {readonly aligned?: string | false}}[],
): boolean => {
  if (response === false) return false;
  if (response.status.result === 'pass') return (aligned?.size ?? 0) > 0;
  return response.status.result === 'none' && whole.some(({status}) => typeof status.aligned === 'string');
};

const isWithin = (signer: string | undefined, domain: string): boolean =>
  signer !== undefined && (signer === domain || domain.endsWith(`.${signer}`) || signer.endsWith(`.${domain}`));

const fieldsOf = (keys: string | undefined): ReadonlySet<string> =>
  new Set((keys ?? '').split(':').map(name => name.trim().toLowerCase()));

const unproven = (because: string): Verdict => ({kind: 'unproven', because});

const PROVEN: Verdict = {kind: 'proven'};
/** A second one of these could replace what was signed. */
const ONCE = ['from', 'to', 'cc', 'subject', 'date', 'message-id', 'in-reply-to', 'references', 'content-type'];
