// Checks the claimed sender of a mail. A From field alone proves nothing: a signature of its domain must cover what
// counts, or the receiver that the configuration names must say so.
import type {MailConfig} from '../../../config/config-schema.ts';
import {isConfirmedBy} from './authentication-results.ts';
import {normalizedAddress, readStrictHeader, showsItsForm, strictAddresses, strictWriter} from './strict-reading.ts';

/** Looks up DNS records. Rejects with an error that has a code. */
export type ResolveDns = (domain: string, type: string) => Promise<string[] | string[][]>;

export type Verdict =
  /** `covered`: the fields of the thread that nobody could have changed on the way. */
  | {readonly kind: 'proven'; readonly covered: readonly string[]}
  /** `because` ends a sentence that begins with "it". */
  | {readonly kind: 'unproven'; readonly because: string}
  /** DNS didn't answer. */
  | {readonly kind: 'unsure'; readonly because: string};

export type Claim = {
  readonly source: Buffer;
  /** The writer and the Message-ID as the mail's parser names them. */
  readonly from: string;
  readonly messageId: string;
};

export type JudgeConfig = Pick<MailConfig, 'address' | 'aliases' | 'authserv' | 'signers'>;

type DkimVerify = typeof import('mailauth/lib/dkim/verify.js').dkimVerify;
type EvaluateDmarc = typeof import('mailauth/lib/dmarc/index.js').evaluateDmarc;
type Signature = Awaited<ReturnType<DkimVerify>>['results'][number];

/**
 * Three readings of the writer must agree, and the signature must be of that very domain. So the checked writer is the
 * used one.
 */
export const judgeSender = async (
  {config, resolve}: {readonly config: JudgeConfig; readonly resolve: ResolveDns},
  {source, from, messageId}: Claim,
): Promise<Verdict> => {
  const header = readStrictHeader(source);
  if (header === undefined) return unproven('has a header that programs read differently');
  const doubled = ONCE.find(name => header.all(name).length > 1);
  if (doubled !== undefined) return unproven(`has the field ${doubled} twice`);
  const writer = strictWriter(header);
  if (writer === undefined || writer !== normalizedAddress(from)) return unproven(AMBIGUOUS);
  if (header.all('message-id')[0] !== messageId) return unproven('has a Message-ID that programs read differently');
  const own = [config.address, ...config.aliases].map(address => normalizedAddress(address) ?? address);
  const addressed = ['to', 'cc'].filter(name => strictAddresses(header, name).some(address => own.includes(address)));
  // A signed mail to somebody else could be sent on to us by anybody.
  if (addressed.length === 0) return unproven('is not addressed to this mailbox');
  const domain = domainOf(writer);
  const signer = Object.hasOwn(config.signers, from) ? config.signers[from] : undefined;
  const form = {type: header.all('content-type')[0], encoding: header.all('content-transfer-encoding')[0]};
  const isPlainlyFormed = (): boolean => showsItsForm(source.subarray(header.bytes.length), form);
  if (config.authserv !== undefined) {
    const isConfirmed = isConfirmedBy(config.authserv, header.all('authentication-results'), {domain, signer});
    if (!isConfirmed) return unproven(`isn't confirmed by ${config.authserv}`);
    return isPlainlyFormed() ? {kind: 'proven', covered: THREAD} : unproven(UNFORMED);
  }
  const {dkimVerify} = await import('mailauth/lib/dkim/verify.js');
  const {
    results = [],
    headerFrom = [],
    fromFields,
  } = await dkimVerify(source, {resolver: resolve, rejectRsaSha1: true});
  const [read, ...others] = [headerFrom].flat();
  if (fromFields !== 1 || others.length > 0 || read === undefined || normalizedAddress(read) !== writer) {
    return unproven(AMBIGUOUS);
  }
  const needed = ['from', 'message-id', ...(header.all('subject').length === 0 ? [] : ['subject'])];
  const fits = results.filter(result => {
    const signed = signedFields(result);
    return needed.every(name => signed.has(name)) && addressed.some(name => signed.has(name));
  });
  const whole = fits.filter(
    ({status, signatureTimeValid}) =>
      status.result === 'pass' && (status.underSized ?? 0) === 0 && signatureTimeValid !== false,
  );
  const {aligned, isUnanswered} = await alignedSignatures(resolve, writer, whole);
  const proofs = whole.filter(result => aligned.includes(result) || result.signingDomain === signer);
  if (proofs.length === 0) {
    const isOpen = fits.some(
      ({status, signingDomain}) => status.result === 'temperror' && isWithin(signingDomain, domain),
    );
    return isOpen || isUnanswered
      ? {kind: 'unsure', because: `the DNS of ${domain} doesn't answer`}
      : unproven(`has no valid signature of ${signer ?? domain}`);
  }
  const covers = (field: string): boolean => proofs.some(result => signedFields(result).has(field));
  const isFormSigned = FORM.every(name => header.all(name).length === 0 || covers(name)) && covers('content-type');
  return isFormSigned || isPlainlyFormed() ? {kind: 'proven', covered: THREAD.filter(covers)} : unproven(UNFORMED);
};

/** A domain with a DMARC record decides itself how closely the signer must match. */
const alignedSignatures = async (
  resolve: ResolveDns,
  writer: string,
  whole: readonly Signature[],
): Promise<{readonly aligned: readonly Signature[]; readonly isUnanswered: boolean}> => {
  const {evaluateDmarc} = await import('mailauth/lib/dmarc/index.js');
  const {response, dkimAligned} = await evaluateDmarc({
    headerFrom: [writer],
    fromFields: 1,
    spfDomains: [],
    dkimDomains: whole.map(({id = '', signingDomain = '', status: {aligned = false}}) => ({
      id,
      domain: signingDomain,
      aligned,
    })),
    resolver: resolve,
  } as Parameters<EvaluateDmarc>[0]);
  if (response === false) return {aligned: [], isUnanswered: false};
  const isAligned = ({signingDomain = '', status}: Signature): boolean => {
    if (response.status.result === 'pass') return dkimAligned?.has(signingDomain.toLowerCase()) ?? false;
    return response.status.result === 'none' && typeof status.aligned === 'string';
  };
  return {aligned: whole.filter(isAligned), isUnanswered: response.status.result === 'temperror'};
};

const isWithin = (signer: string | undefined, domain: string): boolean =>
  signer !== undefined && (signer === domain || domain.endsWith(`.${signer}`) || signer.endsWith(`.${domain}`));

/** The fields that a signature covers. */
const signedFields = ({signingHeaders}: Signature): ReadonlySet<string> =>
  new Set((signingHeaders?.keys ?? '').split(':').map(name => name.trim().toLowerCase()));

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const unproven = (because: string): Verdict => ({kind: 'unproven', because});

const AMBIGUOUS = 'has a From field that programs read differently';
const UNFORMED = "has parts that its signature doesn't fix";
const THREAD = ['in-reply-to', 'references'];
/** These fields say how the text is read. */
const FORM = ['content-type', 'content-transfer-encoding'];
/** A second one of these could replace what was signed. */
const ONCE = ['from', 'to', 'cc', 'subject', 'date', 'message-id', ...THREAD, ...FORM];
