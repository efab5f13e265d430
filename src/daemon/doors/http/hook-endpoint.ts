// POST /hooks/NAME: authenticates the request, turns the body into a message, and submits the message. No response
// gives details before authentication.

import type {ExpectedCall} from '../../../shared/records/expected-call.ts';
import {sessionOfTarget} from '../../../shared/records/session-key.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {isoOf} from '../../../shared/time/time.ts';
import type {HookConfig} from '../../config/http-config.ts';
import type {DoorRequest} from '../../ports/door.ts';
import {type HttpAnswer, json, problem} from './answers.ts';
import {hasCredential, hasToken, isSigned, type SignedKey, signedKey} from './authenticate.ts';
import {
  answerTo,
  type DoorDeps,
  digestOf,
  type IncomingRequest,
  KEY_LIFE_MS,
  keyIn,
  LONGEST_KEY_LIFE_MS,
  secretFor,
  unauthorized,
  waitIn,
} from './endpoint.ts';
import {type Body, type BodyReading, formatOf, readBody, refused, textOf} from './read-body.ts';
import {runBodyJob} from './run-body-job.ts';

export const answerHook = async (
  deps: DoorDeps,
  {request, url}: IncomingRequest,
  name: string,
): Promise<HttpAnswer> => {
  const hooks = deps.config().hooks;
  const hook = Object.hasOwn(hooks, name) ? hooks[name] : undefined;
  if (hook === undefined) return problem(404, 'No such hook.');
  if (!hasCredential(hook.scheme, request.headers)) return unauthorized();
  const secret = secretFor(deps, hook.secret);
  if (secret.kind === 'problem') return secret.answer;
  if (hook.scheme === 'bearer' && !hasToken(secret.value, request.headers)) return unauthorized();
  const format = formatOf(request);
  if (format.kind === 'problem') return format.answer;
  const read = await readBody(request, format.value);
  if (read.kind === 'problem') return read.answer;
  const body = read.value;
  const proof = {secret: secret.value, headers: request.headers, body: body.bytes, now: deps.clock.now()};
  if (hook.scheme !== 'bearer' && !isSigned(hook.scheme, proof)) return unauthorized();
  const call = callIn(deps, name);
  if (call.kind === 'problem') return call.answer;
  if (hook.target === undefined)
    return json(200, call.value === undefined ? {} : {expectedBy: isoOf(call.value.dueAt)});
  const wait = waitIn(url);
  if (wait.kind === 'problem') return wait.answer;
  const given = hook.scheme === 'bearer' ? keyIn(request) : UNUSED;
  if (given.kind === 'problem') return given.answer;
  const {template, reply} = hook;
  const input = {hook: name, reply, body: textOf(body), template};
  const content = await runBodyJob('hook', input, body);
  if (content.kind === 'problem') return content.answer;
  const {id, text} = content.value;

  const session = sessionOfTarget(deps.config().agent.id, hook.target);
  if (session === undefined) return problem(404, 'The target of this hook does not exist.');
  const signed = hook.scheme === 'bearer' ? undefined : signedKey(hook.scheme, proof, () => id);
  const key = signed?.text ?? given.value;
  if (text.trim() === '') return problem(422, 'The message is empty. Send a body, or fill what the template names.');
  const message: DoorRequest = {
    source: {kind: 'webhook', name},
    session,
    trust: hook.trust,
    text,
    payload: body.text === '' ? undefined : body.text,
    frame: {kind: 'webhook', hook: name},
    reply: hook.reply,
    key: key === undefined ? undefined : {text: key, lifeMs: lifeOf(hook)},
    digest: digest(hook, body, signed),
  };
  return answerTo(deps, await deps.accept(message), wait.value);
};

/** Notes that the program called: it lives, whatever becomes of its message. */
const callIn = ({called, log}: DoorDeps, name: string): BodyReading<ExpectedCall | undefined> => {
  try {
    return {kind: 'read', value: called(name)};
  } catch (error) {
    log.warn({error}, `Couldn't store a call of the hook ${name}: ${errorMessage(error)}`);
    return refused(503, 'The call could not be stored. Try again later.');
  }
};

/** A signature without a time never expires. */
const lifeOf = ({scheme}: HookConfig): number => (scheme === 'github' ? LONGEST_KEY_LIFE_MS : KEY_LIFE_MS);

/** Stripe's body counts the attempts, so the event id identifies the content. */
const digest = ({scheme}: HookConfig, {bytes}: Body, signed: SignedKey | undefined): string =>
  scheme === 'stripe' && signed?.kind === 'id' ? digestOf(signed.text) : digestOf(bytes);

/** A signed request needs no key, and nobody signed this one. */
const UNUSED = {kind: 'read', value: undefined} as const;
