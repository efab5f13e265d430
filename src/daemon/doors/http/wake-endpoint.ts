// POST /wake: lets another program's timer wake a person's conversation. The user is read from the body only after
// authentication.
import {agentOfSession, isOwnerRecorded, isSessionKey, type SessionKey} from '../../../shared/records/session-key.ts';
import {capped} from '../../../shared/records/trust.ts';
import {plainName} from '../../../shared/text/one-line.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {type HttpAnswer, problem} from './answers.ts';
import {hasToken} from './authenticate.ts';
import {
  answerTo,
  type DoorDeps,
  digestOf,
  type IncomingRequest,
  KEY_LIFE_MS,
  keyIn,
  secretFor,
  unauthorized,
  waitIn,
} from './endpoint.ts';
import {type Body, type BodyReading, formatOf, readBody, refused, textOf} from './read-body.ts';
import {runBodyJob} from './run-body-job.ts';

export const answerWake = async (deps: DoorDeps, {request, url}: IncomingRequest): Promise<HttpAnswer> => {
  const wake = deps.config().http?.wake;
  if (wake === undefined) return problem(404, 'Wake-ups are off. Their operator can set http.wake.');
  if (request.headers.authorization === undefined) return unauthorized();
  const secret = secretFor(deps, wake.secret);
  if (secret.kind === 'problem') return secret.answer;
  if (!hasToken(secret.value, request.headers)) return unauthorized();
  const format = formatOf(request);
  if (format.kind === 'problem') return format.answer;
  if (format.value !== 'json') return problem(415, 'The body must be application/json.');
  const body = await readBody(request, format.value);
  if (body.kind === 'problem') return body.answer;
  const wait = waitIn(url);
  if (wait.kind === 'problem') return wait.answer;
  const given = keyIn(request);
  if (given.kind === 'problem') return given.answer;
  const fields = await runBodyJob('wake', textOf(body.value), body.value);
  if (fields.kind === 'problem') return fields.answer;
  const {userId, conversationId, message, payload, alarmId, scheduledFor} = fields.value;
  // Both stand where only the daemon speaks.
  const origin = plainName(fields.value.origin);

  const person = deps.person(userId);
  if (person === undefined) return problem(404, 'No such user.');
  if (wake.users?.includes(person.name) === false) return problem(403, 'This source may not wake that user.');
  const place = conversationId === undefined ? undefined : sessionFor(deps, person.name, conversationId);
  if (place?.kind === 'problem') return place.answer;
  const verdict = await deps.accept({
    source: {kind: 'wake', name: origin},
    session: place?.value ?? 'new',
    user: person.name,
    trust: capped(person.trust, wake.trust),
    text: message,
    payload,
    frame: {kind: 'wake', origin, alarmId: plainName(alarmId)},
    reply: 'turn',
    key: keyFor(given.value, alarmId, scheduledFor, body.value),
    digest: digestOf(body.value.bytes),
  });
  return answerTo(deps, verdict, wait.value, ({session}) => ({conversation_id: session}));
};

/** A conversation of the user that exists. */
const sessionFor = (deps: DoorDeps, user: string, conversation: string): BodyReading<SessionKey> => {
  if (!isSessionKey(conversation) || agentOfSession(conversation) !== deps.config().agent.id)
    return refused(404, NO_CONVERSATION);
  const owner = deps.userIn(conversation);
  // A deleted one must not be opened again under its old key.
  if (owner === undefined && isOwnerRecorded(conversation)) return refused(404, NO_CONVERSATION);
  return owner === user
    ? {kind: 'read', value: conversation}
    : refused(403, 'That conversation belongs to somebody else.');
};

/**
 * Repeated requests for one alarm occurrence create one message. Without a key or a scheduled time, identical bytes
 * within less than a minute count as a repeat, because alarms repeat at most once a minute.
 */
const keyFor = (given: string | undefined, alarmId: string, scheduledFor: string | undefined, {bytes}: Body) => {
  if (given !== undefined) return {text: given, lifeMs: KEY_LIFE_MS};
  if (scheduledFor !== undefined) return {text: bounded(`${alarmId}@${scheduledFor}`), lifeMs: KEY_LIFE_MS};
  return {text: bounded(`${alarmId}#${digestOf(bytes)}`), lifeMs: REPETITION_MS};
};

const bounded = (key: string): string => (key.length <= LONGEST_KEY ? key : digestOf(key));

const NO_CONVERSATION = 'No such conversation. Send the message without conversation_id to open a new one.';
const LONGEST_KEY = 255;
const REPETITION_MS = 55 * SECOND;
