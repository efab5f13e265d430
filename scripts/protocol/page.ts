// The page docs/protocol.md: the framing in words, then every method, notification and record from the code.

import {PROTOCOL} from '../../src/ipc/checks.ts';
import {METHODS, TABLE} from '../../src/ipc/method-table.ts';
import {ANSWER_LINE_CAP, type AnyMethod, FIRST_LINE_CAP, LINE_CAP, RPC_NUMBER} from '../../src/ipc/wire/index.ts';
import {TRUST_LEVELS} from '../../src/shared/records/trust.ts';
import type {ErrorCode} from '../../src/shared/text/gateway-error.ts';
import {ERROR_FAULTS} from '../../src/shared/text/gateway-error.ts';
import {expectationOf, ruleOf} from './params.ts';
import {type Member, readWireTypes, type WireTypes} from './wire-types.ts';

export const protocolPage = (): string => {
  const types = readWireTypes();
  return `${[
    INTRODUCTION,
    CONNECTION,
    EXCHANGE,
    NOTATION,
    errors(),
    methods(types),
    notifications(types),
    events(types),
    records(types),
  ].join('\n\n')}\n`;
};

const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;

const INTRODUCTION = `# The protocol

For people who write a client: a program that talks to the daemon itself. Everything that \`rooster\` does goes through this protocol. The
command with \`--json\` prints the result of a method unchanged, so a script rarely needs more.

<!-- Generated from the code. Change the table of methods (src/ipc/methods) or scripts/protocol, then run "npm run protocol". -->`;

const CONNECTION = `## Connect

The daemon listens on a Unix socket. \`rooster status --json\` names it in \`home.socket\`, and \`rooster daemon start\` starts the daemon.
Whoever can open the socket is the operator, with full trust. No parameter says who calls.

Messages are [JSON-RPC 2.0](https://www.jsonrpc.org/specification): one message a line, in UTF-8, ended by LF. Batches are refused.

- A line may have ${mib(LINE_CAP)}, and ${FIRST_LINE_CAP / 1024} KiB before \`hello\`. An answer may have ${mib(ANSWER_LINE_CAP)}.
- A line that isn't JSON or UTF-8 gets an error with the id \`null\`. A line that is too long also ends the connection.
- Requests of one connection run at the same time, so answers may come in another order.
- A client that ends its side gets the remaining answers first.

Say \`hello\` first. It names the protocol, which is ${PROTOCOL}. A daemon with another one refuses with code \`conflict\`.

More methods, parameters, fields and event types may come with each version. Ignore what you don't know. What is listed here keeps its
name and its type.`;

const EXCHANGE = `A whole conversation with the daemon, \`→\` to it and \`←\` from it:

\`\`\`
→ {"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":${PROTOCOL},"client":"my-client"}}
← {"jsonrpc":"2.0","id":1,"result":{"protocol":${PROTOCOL},"version":"…","pid":…,"bootId":"…","startedAt":"…","now":"…","seq":…,…}}
→ {"jsonrpc":"2.0","id":2,"method":"events.subscribe"}
← {"jsonrpc":"2.0","id":2,"result":{"seq":…,"snapshot":{…}}}
→ {"jsonrpc":"2.0","id":3,"method":"reminder.set","params":{"in":"20m","message":"tea","key":"tea-1"}}
← {"jsonrpc":"2.0","id":3,"result":{"id":"rem_…","fireAt":"…","message":"tea",…}}
← {"jsonrpc":"2.0","method":"event","params":{"seq":…,"at":"…","type":"reminder.set",…,"reminder":{…}}}
→ {"jsonrpc":"2.0","id":4,"method":"reminder.get","params":{"id":"rem_unknown"}}
← {"jsonrpc":"2.0","id":4,"error":{"code":${RPC_NUMBER.gateway},"message":"…","data":{"code":"not_found",…}}}
\`\`\`

An answer and the event of the same change may come in either order. A method with a \`key\` may be sent again after a lost connection: the
same key is the same message.`;

const NOTATION = `## Notation

Types are written as TypeScript writes them. \`name?\` may be absent, \`X[]\` is a list, \`[name]: X\` stands for fields of any name.

- \`"rem_…"\` is a text that begins with \`rem_\`. \`"…:…"\` is the key of a conversation, such as \`rooster:main\`, or an address, such as
  \`terminal:default\`.
- A field that ends in \`At\`, \`For\` or \`Until\`, and \`at\` and \`now\`, is an instant: ISO 8601 in UTC with milliseconds,
  \`2026-11-21T20:03:00.000Z\`. So are the items of \`next\` and \`skipped\`.
- A field that ends in \`Ms\` is a duration in milliseconds.
- \`null\` as a parameter is the same as no parameter. An unknown parameter is refused by name.
- Trust is, from most to least: ${TRUST_LEVELS.map(level => `\`${level}\``).join(', ')}.`;

const MEANINGS: Readonly<Record<ErrorCode, string>> = {
  not_found: 'nothing has that id, name or key',
  invalid: 'the request makes no sense, such as a time in the past',
  refused: 'somebody may not do that',
  busy: 'it works at something else; ask again later',
  conflict: 'the state changed meanwhile, or two things contradict each other',
  moved: 'another daemon does this now, at `address`; see `moved` of `hello`',
  unavailable: 'a part that is needed is off or unreachable',
  failed: 'it was tried and went wrong',
};

const errors = (): string => `## Errors

\`message\` is a sentence for people. Programs use the codes.

| code | meaning |
|---|---|
| ${RPC_NUMBER.parse} | the line isn't JSON or UTF-8, or is too long |
| ${RPC_NUMBER.request} | not a JSON-RPC request |
| ${RPC_NUMBER.method} | unknown method |
| ${RPC_NUMBER.params} | a parameter is missing, unknown or of the wrong type |
| ${RPC_NUMBER.internal} | a bug in the daemon; its log has more |
| ${RPC_NUMBER.gateway} | the request was understood and not done; \`data\` says why |

\`data\` is \`{code, message, fault?, count?, address?, file?, line?, reason?}\`. \`file\`, \`line\` and \`reason\` name the place of a mistake in a file.

| \`data.code\` | meaning |
|---|---|
${Object.entries(MEANINGS)
  .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  .join('\n')}

\`data.fault\` is more exact where a program can act on it: ${ERROR_FAULTS.map(fault => `\`${fault}\``).join(', ')}.`;

const methods = ({methods: described}: WireTypes): string => {
  const areas = Map.groupBy(METHODS, areaOf);
  const index = [...areas].map(
    ([area, names]) => `- ${area}: ${names.map(name => `[\`${name}\`](#${anchor(name)})`).join(', ')}`,
  );
  const sections = [...areas.values()].flat().map(name => {
    const method = described.find(each => each.name === name);
    if (method === undefined) throw new Error(`The compiler knows no method ${name}.`);
    return methodSection(name, method);
  });
  return [`## Methods`, index.join('\n'), ...sections].join('\n\n');
};

const areaOf = (method: string): string =>
  method.includes('.') ? (method.split('.')[0] ?? '') : 'connection and trace';

/** The anchor of a heading, as GitHub writes it. */
const anchor = (name: string): string => name.replaceAll('.', '').toLowerCase();

const methodSection = (name: keyof typeof TABLE, {doc, params, result}: WireTypes['methods'][number]): string => {
  const record: AnyMethod = TABLE[name];
  const rows = Object.entries(record.params).map(([param, field]) => {
    const member = params.find(each => each.name === param);
    const must = expectationOf(field) ?? `\`${member?.type ?? ''}\``;
    return `| \`${param}\`${member?.isOptional === true ? ', optional' : ''} | ${must.replaceAll('|', '\\|')} |`;
  });
  const table = rows.length === 0 ? '' : ['| parameter | must be |', '|---|---|', ...rows].join('\n');
  const rule = ruleOf(name, record) ?? '';
  const parts = [
    `### ${name}`,
    doc === '' ? (record.about ?? '') : doc,
    table,
    rule.charAt(0).toUpperCase() + rule.slice(1),
    `Result: \`${result}\``,
  ];
  return parts.filter(part => part !== '').join('\n\n');
};

const notifications = ({notices}: WireTypes): string => `## Notifications

The daemon sends these without being asked again; they have no id and get no answer.

| method | params | |
|---|---|---|
${notices.map(({name, type, doc}) => `| \`${name}\` | \`${type.replaceAll('|', '\\|')}\` | ${doc} |`).join('\n')}

\`delta\` and \`thinking\` carry text of a running turn: \`offset\` is where it begins. They may be put together or left out. The whole text
always follows in an event.`;

const events = ({events: described, eventFields}: WireTypes): string => `## Events

An event is a fact, stored in the transaction that makes it true. Every event has

\`\`\`ts
{
  seq: number // one more than that of the event before it
  at: string
  type: string
${fieldLines(eventFields)}
}
\`\`\`

and the fields of its type. The numbers have no gaps and are the same for every client. After a lost connection, \`events.subscribe\` with
\`since\` replays exactly the missing ones. If they aren't kept any more, the answer has a \`snapshot\` instead.

| type | fields | |
|---|---|---|
${described.map(({name, type, doc}) => `| \`${name}\` | \`${type.replaceAll('|', '\\|')}\` | ${doc} |`).join('\n')}`;

type RecordType = WireTypes['records'][number];

const records = ({records: described}: WireTypes): string => {
  const sections = described.map(record => `### ${record.name}\n\n\`\`\`ts\n${recordText(record, described)}\n\`\`\``);
  return ['## Records', ...sections].join('\n\n');
};

const recordText = (record: RecordType, all: readonly RecordType[]): string => {
  const {type, fields} = record;
  if (fields.length === 0) return type.replaceAll(/\} \| \{/gu, '}\n| {');
  const base = all.find(other => other !== record && other.fields.length > 0 && containsAll(fields, other.fields));
  const own = fields.filter(field => base === undefined || !containsAll(base.fields, [field]));
  return `${base === undefined ? '' : `${base.name} & `}{\n${fieldLines(own)}\n}`;
};

const containsAll = (fields: readonly Member[], others: readonly Member[]): boolean =>
  others.every(({name, type}) => fields.some(field => field.name === name && field.type === type));

const fieldLines = (fields: readonly Member[]): string =>
  fields
    .map(({name, isOptional, doc, type}) => {
      const comment = doc === '' ? '' : `  // ${doc}\n`;
      return `${comment}  ${name}${isOptional ? '?' : ''}: ${type}`;
    })
    .join('\n');
