// Small talk in German.
import type {UndoneChange} from '../../records/jobs/jobs.ts';
import type {AnswerTexts} from '../language.ts';

export const GERMAN_SMALL_TALK: AnswerTexts['smallTalk'] = {
  hello: invitation => `Hallo! ${invitation}`,
  morning: invitation => `Guten Morgen! ${invitation}`,
  evening: invitation => `Guten Abend! ${invitation}`,
  howAreYou: invitation => `Ich bin wach und achte auf die Zeit. ${invitation}`,
  invitation: 'Probier "erinnere mich in 20 Minuten an den Tee" oder "was steht an?".',
  clockInvitation: 'Ich kann dir die Zeit sagen.',
  goodbye: 'Bis bald!',
  thanks: 'Gern geschehen.',
  good: 'Gut.',
  fine: 'Gut.',
  unchanged: 'Gut, sonst ist nichts geändert. Soll die letzte Erinnerung weg, sag "lösche sie".',
  present: 'Ich bin da.',
  sorry: 'Kein Problem.',
  who: 'Ich bin der Offline-Assistent von Rooster. Ich arbeite ohne Modell und ohne Netz, und behalte deine Erinnerungen.',
  help: `Ich erinnere dich und sage die Zeit. Ein paar Beispiele:
- "erinnere mich in 20 Minuten an den Tee"
- "morgen um 9 Bob anrufen"
- "was steht an?"
- "snooze den Tee 10 Minuten"
- "verschiebe den Zahnarzt auf Freitag 10 Uhr"
- "lösche den Zahnarzt", "erledigt: Tee"`,
  clockHelp: 'Hier kann ich nur die Zeit und das Datum sagen.',
  linkSignal: `Um mich auf Signal zu erreichen, verbinde dein Telefon:
1. Installiere signal-cli (https://github.com/AsamK/signal-cli/releases). \`rooster doctor\` sagt, welche Version, und was sonst noch fehlt.
2. Starte \`rooster signal link\`. Es zeigt einen QR-Code.
3. Öffne auf dem Telefon Signal, Einstellungen, Gekoppelte Geräte, und scanne den Code.
4. Schreib dort an dich selbst (Notiz an mich). \`rooster signal status\` sagt, ob es geht.`,
  makeJob: 'Schreib am Terminal /job und wann: /job jeden Werktag um 8 prüfe das Wetter. Was fehlt, wird gefragt.',
  whyReached: 'Schreib am Terminal /why. Das erklärt die letzte Nachricht; bei einer gewählten drück Alt+W.',
  injectMessage: 'Schreib am Terminal /inject. Es fragt nach dem Gespräch und dem Text, und zeigt, was daraus folgt.',
  ownerOnly: 'Das kann nur der Besitzer einrichten.',
  meet: 'Ganz meinerseits.',
  praise: 'Danke.',
  languages: 'Ich verstehe Deutsch und Englisch.',
  tooLong: 'Das ist zu lang: eine Erinnerung hat höchstens 10.000 Zeichen.',
  announced: (name, text) =>
    `${name === undefined ? 'Die Erinnerung war' : `${name} meldete`}:${text.includes('\n') ? '\n' : ' '}${text}`,
  notAnnounced: (name, others) =>
    `"${name}" hat in diesem Gespräch nichts gemeldet.${others === '' ? '' : ` Gemeldet haben: ${others}.`}`,
  missing: {
    number: 'Diese Nummer gibt es nicht.',
    shortList: count => `Die Liste hat nur ${count} Erinnerungen.`,
    like: words => `Ich finde keine Erinnerung wie "${words}".`,
    fired: message => `Diese Erinnerung kam schon: ${message}. Sag "erledigt" oder "snooze" mit ihrem Namen.`,
    ofThose: 'Davon gibt es keine.',
    fitting: 'Du hast keine Erinnerung, die dazu passt.',
    rung: 'Es hat nichts geklingelt, das noch offen ist. Soll eine Erinnerung vorher weg, sag "lösche" mit ihrem Namen.',
    pending: 'Diese stehen an:',
  },
  unattended: {
    reminder: 'Das wolltest du jetzt, aber dafür braucht es ein Modell, und keines ist verbunden:',
    alarm: 'Ein Alarm ist fällig. Dafür braucht es ein Modell, und keines ist verbunden. Seine Notiz:',
    output: 'Ausgabe der Werkzeuge:',
    task: 'Diese Aufgabe ist nicht erledigt: dafür braucht es ein Modell, und keines ist verbunden.',
  },
  moveWhen: 'Sag, auf wann: "verschiebe es auf Freitag 10 Uhr".',
  moveSameTime: 'Sag auch die Uhrzeit: "verschiebe es auf morgen 17 Uhr".',
  quiet: 'Damit nichts klingelt, was warten kann, schreib /quiet 2h, oder /quiet Samstag 8 bis 18.',
  moveDays: 'Nenne auch die Tage: "verschiebe es auf jeden Werktag um 9 und 21 Uhr".',
  getUp: 'Zeit zum Aufstehen.',
  timeIsUp: length => `Die Zeit ist um: ${length}.`,
  alarm: 'Alarm',
  timer: 'Timer',
};

export const GERMAN_UNDONE: Readonly<Record<UndoneChange, string>> = {
  cancel: 'Das Löschen',
  done: 'Das Erledigen',
  snooze: 'Das Verschieben',
  skip: 'Das Auslassen',
  edit: 'Die Änderung',
  pause: 'Die Pause',
  resume: 'Das Fortsetzen',
  'move-zone': 'Der Umzug in eine andere Zeitzone',
};
