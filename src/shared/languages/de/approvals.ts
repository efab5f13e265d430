// Questions about calls of the agent on the phone, in German. A tool says its effects in English, so the sentence here
// is made from what each effect names; the call itself follows it.
import type {Effect} from '../../records/approval.ts';
import {visible} from '../../text/sanitize.ts';
import type {ENGLISH_APPROVALS} from '../en/approvals.ts';

export const GERMAN_APPROVALS: typeof ENGLISH_APPROVALS = {
  effect: ({effects, tool}, origins) => {
    const parts = [...new Set(effects.map(effect => effectText(effect, tool)))].join('; ');
    return visible(`${parts}${origins === undefined ? '' : `, nach dem Lesen von ${origins}`}?`);
  },
  asks: effect => `Rooster fragt: ${effect}`,
  because: () => 'Hier funktioniert keine Sandbox; rooster doctor sagt, was fehlt.',
  cut: characters => `(${characters} Zeichen; rooster approvals show zeigt alle)`,
  how: (channel, until) =>
    channel === 'signal'
      ? `👍 erlaubt es, 👎 lehnt es ab; oder zitiere diese Nachricht mit Ja oder Nein. Bis ${until}.`
      : `Antworte mit einem Knopf oder am Terminal. Bis ${until}.`,
  hint: 'Meine Frage ist noch offen. Nur 👍 oder 👎 an der Frage selbst beantwortet sie, oder ein Zitat davon mit Ja oder Nein.',
  approved: answered => `Erlaubt${byWhom(answered)}. Es läuft jetzt.`,
  denied: answered => `Abgelehnt${byWhom(answered)}. Nichts wurde ausgeführt.`,
  late: 'Niemand hat rechtzeitig geantwortet. Nichts wurde ausgeführt.',
  stopped: 'Der Vorgang wurde gestoppt. Nichts wurde ausgeführt.',
  title: 'Rooster fragt',
  approve: 'Erlauben',
  deny: 'Ablehnen',
  hidden: 'Rooster fragt dich etwas. Sieh am Terminal oder in Signal nach.',
};

const effectText = ({kind, names = {}, because}: Effect, tool: string): string => {
  const {host, path, recipient} = names;
  switch (kind) {
    case 'outside':
      if (host !== undefined) return `Einen Befehl ausführen, der ${host} erreicht`;
      return path === undefined
        ? `Einen Befehl ${because === undefined ? 'außerhalb der' : 'ohne'} Sandbox ausführen`
        : `Einen Befehl ausführen, der ${path} ändern darf`;
    case 'messages':
      return `Eine Nachricht an ${recipient ?? 'andere'} senden`;
    case 'mail':
      return `Eine E-Mail an ${recipient ?? 'andere'} senden`;
    case 'hooks':
      return `Das Programm ${recipient ?? ''} wecken`.replace('  ', ' ');
    case 'jobs':
      return recipient === undefined
        ? 'Einen Job anlegen oder ändern'
        : `Einen Job für ${recipient} anlegen oder ändern`;
    case 'rules':
      return path === undefined ? 'Die eigenen Regeln ändern' : `Die eigenen Regeln in ${path} ändern`;
    case 'fetch':
      return `Eine selbst ausgedachte Adresse abrufen${host === undefined ? '' : ` (${host})`}`;
    case 'own':
      if (recipient !== undefined) return `Eine Nachricht an ${recipient} senden`;
      return path === undefined ? (TOOLS[tool] ?? `${tool} verwenden`) : `${path} schreiben`;
  }
};

const byWhom = ({where, by}: Parameters<typeof ENGLISH_APPROVALS.approved>[0]): string => {
  const place = where === undefined ? '' : ` ${PLACES[where] ?? `über ${where}`}`;
  return `${by === undefined ? '' : ` von ${by}`}${place}`;
};

const PLACES: Readonly<Record<string, string>> = {terminal: 'am Terminal', signal: 'in Signal', ntfy: 'über ntfy'};
const TOOLS: Readonly<Record<string, string>> = {
  alarm: 'Einen Wecker des Agenten ändern',
  bash: 'Einen Befehl ausführen',
  cron: 'Einen Job anlegen oder ändern',
  memory_write: 'Eine Notiz schreiben',
  quiet: 'Die Ruhezeiten ändern',
  reminder: 'Eine Erinnerung setzen oder ändern',
};
