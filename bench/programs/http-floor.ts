// The least that an HTTP server does to store a message that can be searched for: it checks the secret, parses the body, and answers once
// the row is committed.
// DATABASE SECRET. It reports its port.
import {timingSafeEqual} from 'node:crypto';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {DatabaseSync} from 'node:sqlite';

const [path = '', secret = ''] = process.argv.slice(2);
const database = new DatabaseSync(path);
database.exec(`
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE message (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, text TEXT NOT NULL, payload TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE words USING fts5(
    text, content='message', content_rowid='id', columnsize=0, tokenize='unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER wordsAdded AFTER INSERT ON message BEGIN INSERT INTO words(rowid, text) VALUES (new.id, new.text); END;
`);
const insert = database.prepare('INSERT INTO message (at, text, payload) VALUES (?, ?, ?)');
const credential = Buffer.from(`Bearer ${secret}`);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
});

const answer = (request: IncomingMessage, response: ServerResponse, payload: string): void => {
  const given = Buffer.from(request.headers.authorization ?? '');
  if (given.length !== credential.length || !timingSafeEqual(given, credential)) {
    response.writeHead(401).end();
    return;
  }
  const {text} = JSON.parse(payload) as {readonly text: string};
  if (waiting.length === 0) {
    database.exec('BEGIN');
    setImmediate(commit);
  }
  const {lastInsertRowid} = insert.run(Date.now(), text, payload);
  const body = JSON.stringify({id: String(lastInsertRowid)});
  waiting.push({response, body});
};

/** Requests of one turn of the event loop share a commit, as in the daemon. */
const commit = (): void => {
  database.exec('COMMIT');
  for (const {response, body} of waiting.splice(0)) {
    response.writeHead(202, {'content-type': 'application/json', 'content-length': Buffer.byteLength(body)});
    response.end(body);
  }
};
const waiting: {readonly response: ServerResponse; readonly body: string}[] = [];

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
