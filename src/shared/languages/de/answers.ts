// Answers of the offline assistant in German.
import {channelFacts} from '../../records/channels.ts';
import {clauseFromOutside, stopped} from '../../text/sentences.ts';
import {type EpochMs, HOUR, MINUTE, twoDigits} from '../../time/time.ts';
import {plusDays, type WallTime, wallTimeAt, weekdayOf, zoneName} from '../../time/zone.ts';
import type {ChangeKind, Here} from '../answers.ts';
import type {AnswerTexts} from '../language.ts';
import {GERMAN_APPROVALS} from './approvals.ts';
import {SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAY_NAMES} from './calendar-names.ts';
import {GERMAN_EVENTS} from './events.ts';
import {GERMAN_FAULTS} from './faults.ts';
import {GERMAN_SMALL_TALK, GERMAN_UNDONE} from './small-talk.ts';

export const GERMAN_ANSWERS: AnswerTexts = {
  moment: (at, here) => parts(at, here).join(' '),
  spoken: (at, here) => {
    const [day, time] = parts(at, here);
    return `${/^[A-Z]/u.test(day) ? 'am ' : ''}${day} um ${time} ${zoneName(at, here.zone)}`;
  },
  assumption: note => {
    switch (note.kind) {
      case 'no-time':
        return `ohne Uhrzeit, daher ${note.time}`;
      case 'part':
        return `ohne Uhrzeit ${DAY_PARTS[note.part]}, daher ${note.time}`;
      case 'read-as':
        return `${note.said} gilt als ${note.time}`;
      case 'elsewhere':
        return `${note.time} ${note.place}${note.offset === undefined ? '' : `, ${note.offset}`}`;
      case 'first-day':
        return `nur am ersten Tag von "${note.said}"`;
      case 'skipped':
        return `${note.time} gibt es an dem Tag nicht: die Uhr wird vorgestellt`;
      default:
        return `${note.time} kommt an dem Tag zweimal; das erste Mal ist gemeint`;
    }
  },
  note: () => undefined,
  in: length => `in ${lengthOf(length)}`,
  length: ms => lengthLeft(ms),
  remind: (when, where, about) => `Ich erinnere dich ${when}${where}${about}`,
  timers: {
    set: (length, when, where, about) => `Timer: ${length}, bis ${when.replace(/^am /u, '')}${where}${about}`,
    left: (length, when, about) => `Noch ${length}, klingelt ${when}${about}`,
    none: 'Es läuft kein Timer.',
  },
  insists: (every, most) =>
    most === undefined
      ? `Danach ${eachLength(lengthLeft(every))}, bis du "erledigt" sagst.`
      : `Danach ${eachLength(lengthLeft(every))}, bis du antwortest, höchstens ${most} Mal.`,
  follows: {person: 'egal, wo du bist', place: city => `nach den Uhren von ${city}`},
  next: dates => `Als Nächstes: ${dates}.`,
  pausedUntil: (when, about) => `Pausiert bis ${when}${about}`,
  first: date => `Zuerst: ${date}.`,
  whenDone: 'Der nächste Termin zählt ab dem Moment, in dem du sie als erledigt meldest.',
  place: channel => PLACES[channel] ?? `über ${channelFacts(channel)?.label ?? channel}`,
  and: 'und',
  or: 'oder',
  changed: {
    cancel: about => `Gelöscht${about}`,
    done: about => `Erledigt${about}`,
    skip: (when = 'einmal', about) => `Ausgelassen, ${when}${about}`,
    pause: about => `Pausiert${about}`,
    resume: (when, about) => `Geht weiter. Ich erinnere dich ${when}${about}`,
    undo: (change, {is, when}, message) => {
      const undone = change === undefined ? 'Rückgängig gemacht' : `${GERMAN_UNDONE[change]} ist rückgängig gemacht`;
      if (is === 'waits') return `${undone}. Ich erinnere dich ${when}: ${stopped(message)}`;
      if (is === 'listens') return `${undone}. Ich erinnere dich, ${when}: ${stopped(message)}`;
      const isDone = is === 'rang' ? `hat ${when} geklingelt und ist nicht erledigt.` : 'ist erledigt.';
      return `${undone}: ${clauseFromOutside(message)} ${isDone}`;
    },
    snooze: (when, about) => `Verschoben. Ich erinnere dich wieder ${when}${about}`,
    edit: (when, about) => `Geändert. Ich erinnere dich ${when}${about}`,
    once: (when, dates, about) =>
      `Geändert${about}\nDieses Mal: ${when}.${dates === '' ? '' : ` Danach wie bisher: ${dates}.`}`,
  },
  when: message => `Wann soll ich dich erinnern? "${message}"`,
  what: words => `Woran soll ich dich erinnern? (${words})`,
  whatAndWhen: 'Woran soll ich dich erinnern, und wann?',
  offer: (words, message) => `Soll ich dich erinnern (${words})? "${message}" Sag ja oder nein.`,
  which: choices => `Meinst du ${choices}?`,
  scope: (message, when, often) =>
    often === undefined
      ? `"${message}" wiederholt sich. Nur dieses Mal (${when}), oder alle ab jetzt?`
      : `"${message}" kommt ${often}. Nur dieses Mal (${when})? Für alle nenne die neuen Zeiten: "verschiebe es auf jeden Tag um 9 und 21 Uhr".`,
  earlier: (words, when) => `"${words}" ist früher als bisher: ${when}. Trotzdem verschieben? Sag ja oder nein.`,
  past: words => `"${words}" ist schon vorbei.`,
  notTime: words => `Ich verstehe "${words}" nicht als Zeit.`,
  examples: 'Beispiele: "in 20 Minuten", "morgen um 9".',
  command: {
    set: (id, when, message) => `Erinnerung ${id} ist gesetzt, ${when}: ${message}`,
    text: message => `Text: ${message}`,
    sent: where => `Du bekommst sie Wort für Wort ${where}.`,
    agent: where => `Die Antwort des Agenten kommt ${where}.`,
    urgent: 'Sie klingelt auch in der Ruhezeit.',
    noDates: 'Keine weiteren Termine.',
    confirm: 'Setzen? [J/n] ',
    nothingSet: 'Nichts gesetzt.',
    whichTime: 'Welche Zeit meinst du?',
    whichOne: count => `Welche? [1-${count}, Enter: 1, n: keine] `,
    again: count => `Tippe eine Zahl von 1 bis ${count}, oder n für keine.`,
  },
  notSet: (message, reason) => `Die Erinnerung "${message}" ging nicht: ${reason}`,
  notWorked: reason => `Das ging nicht: ${reason}`,
  stays: {
    reminder: (message, when) =>
      `Die Erinnerung aus deinem früheren Text bleibt: "${message}", ${when}. Zum Löschen: "lösche ${message}".`,
    job: name => `Der Job aus deinem früheren Text bleibt: ${name}. Zum Löschen: "lösche job ${name}".`,
    alarm: id => `Der Wecker des Agenten aus deinem früheren Text bleibt. Zum Löschen: rooster alarms cancel ${id}`,
  },
  noTime: 'Das verstehe ich nicht als Zeit.',
  noAnswer: 'Das verstehe ich nicht als Antwort.',
  thisOne: change => `Soll ich diese ${verb(change)}? Sag ja, oder nenne eine andere.`,
  whichOne: change => `Welche soll ich ${verb(change)}?`,
  allOf: (change, count) =>
    `Soll ich alle ${count} ${verb(change)}? ${change === 'cancel' ? '"rückgängig" holt nur die letzte zurück. ' : ''}Sag ja oder nein.`,
  refused: {
    set: 'Gut, keine Erinnerung.',
    offer: 'Gut.',
    change: 'Gut, nichts geändert.',
    job: 'Gut, der Job bleibt.',
  },
  fired: 'gemeldet ',
  more: count => `… und ${count} weitere.`,
  none: 'Du hast keine Erinnerungen.',
  noPending: 'Du hast keine offenen Erinnerungen.',
  noComing: 'Es steht keine Erinnerung an.',
  nextIs: (when, about) => `Als Nächstes ${when}${about}`,
  youHave: count => (count === 1 ? 'Du hast eine Erinnerung:' : `Du hast ${count} Erinnerungen:`),
  notDone: messages => `Gemeldet und noch nicht erledigt: ${messages}.`,
  firedAt: (when, about) => `Gemeldet ${when}${about}`,
  lists: {
    failed: reason => `Ich konnte die Erinnerungen nicht auflisten: ${reason}`,
    days: (days, here) => (days.kind === 'day' ? dayOf(days.at, here) : DAYS[days.kind]),
    noneFrom: name => `Von ${name.replace(/^am /u, '')} ist keine Erinnerung mehr offen.`,
    noneOn: name => `Du hast ${name} keine Erinnerung.`,
    nextOne: (when, about) => `Die nächste kommt ${when}${about}`,
    noneAbout: words => `Du hast keine Erinnerung an "${words}".`,
    mayMean: 'Vielleicht meinst du:',
    notDoneYet: ', noch nicht erledigt',
    asFirst: when => when.replace(/^am /u, ''),
  },
  jobs: {
    failed: reason => `Ich konnte die Jobs nicht nachsehen: ${reason}`,
    none: 'Du hast keine Jobs.',
    nothing: 'Nichts ist geplant.',
    unknown: (name, known) => `Es gibt keinen Job "${name}".${known === '' ? '' : ` Deine Jobs: ${known}.`}`,
    next: (name, when) => `${name} läuft als Nächstes ${when}.`,
    idle: (name, why) => `${name} ${IDLE[why]}.`,
    idleInList: {
      disabled: 'abgeschaltet',
      paused: 'pausiert',
      after: 'nach einem anderen Job',
      over: 'vorbei',
      never: 'nie',
    },
    label: (name, schedule) => `${name} (Job, ${schedule})`,
    created: ({name, schedule, file}, when) =>
      `Neuer Job ${name}: ${schedule}.${when === undefined ? '' : ` Als Nächstes: ${when}.`} Seine Datei: ${file}`,
    edited: ({name, schedule, file}, when) =>
      `Job ${name} geändert: ${schedule}.${when === undefined ? '' : ` Als Nächstes: ${when}.`} Seine Datei: ${file}`,
    needsModel: 'Seine Aufgabe braucht ein Modell, und keines ist verbunden. Bis dahin scheitern seine Läufe.',
    edit: name => `Um ${name} zu ändern, starte: rooster cron edit ${name}. Mit einem Modell sag es in deinen Worten.`,
    notCreated: reason => `Ich konnte den Job nicht anlegen: ${reason}`,
    changed: {
      run: name => `${name} ist gestartet. Das Ergebnis folgt.`,
      pause: name => `${name} ist pausiert und läuft erst wieder, wenn du ihn fortsetzt.`,
      resume: name => `${name} läuft wieder.`,
      delete: name => `${name} ist gelöscht.`,
    },
    pausedUntil: (name, when) => `${name} ist bis ${when} pausiert.`,
    reallyDelete: (name, file) => `Soll ich den Job ${name} und seine Datei ${file} löschen? Sag ja oder nein.`,
    notChanged: (order, name, reason) => `Ich konnte ${name} nicht ${ORDERS[order]}: ${reason}`,
    how: 'Sag, was der Job tut, und wann: "mach einen Job, der jeden Werktag um 8 guten Morgen sagt". Oder: rooster cron add --help',
  },
  clock: {
    day: wall => `${WEEKDAY_NAMES[weekdayOf(wall)]}, ${wall.day}. ${SHORT_MONTHS[wall.month - 1]}`,
    now: (time, day) => `Es ist ${time}, ${day}.`,
    today: date => `Heute ist ${date}.`,
    zone: (zone, time) => `Deine Zeitzone ist ${zone}, dort ist es ${time}.`,
    week: (week, day) => `Es ist KW ${week}. Heute ist ${day}.`,
    elsewhere: (place, time, day) => `In ${place} ist es ${time}, ${day}.`,
    unknownPlace: place => `Ich kenne die Zeitzone von ${place} nicht. Nenne eine, zum Beispiel Asia/Tokyo.`,
    that: date => `Das ist ${date}.`,
    over: when => `Das ist vorbei: Es war ${when}.`,
    daysUntil: (days, date) => `${days === 1 ? 'Ein Tag' : `${days} Tage`} bis ${date}.`,
    until: (length, when) => `Noch ${lengthLeft(length)} bis ${when.replace(/^am /u, '')}.`,
  },
  events: GERMAN_EVENTS,
  approvals: GERMAN_APPROVALS,
  smallTalk: GERMAN_SMALL_TALK,
  not: {
    reminders: 'In diesem Gespräch kann ich keine Erinnerungen setzen, zeigen oder ändern.',
    schedule: 'In diesem Gespräch kann ich den Plan nicht zeigen.',
    understood:
      'Das habe ich nicht verstanden. Ohne Modell kann ich erinnern und die Zeit sagen, zum Beispiel: "erinnere mich in 20 Minuten an den Tee" oder "was steht an?".',
    onlyTime: 'Das habe ich nicht verstanden. Hier kann ich nur die Zeit und das Datum sagen.',
    connect:
      'Für freie Gespräche verbinde ein Modell: tippe /setup im Terminal, oder starte `rooster setup`. Dafür brauchst du einen API-Schlüssel oder einen lokalen Server.',
    time: GERMAN_FAULTS,
  },
  failures: {
    'no-time': 'Das verstehe ich nicht als Zeit.',
    'wrong-state': 'Diese Erinnerung ist schon vorbei, gelöscht oder erledigt.',
    'not-repeating': 'Diese Erinnerung wiederholt sich nicht. Lösche sie stattdessen.',
    'not-due': 'Diese Erinnerung war noch nicht fällig. Lass stattdessen das nächste Mal aus.',
    'at-end': 'Diese Erinnerung kommt nicht mehr.',
    'too-early': 'So viel Zeit ist nicht mehr übrig. Soll Schluss sein, sag "lösche sie".',
    'nothing-to-undo': 'Aus den letzten 10 Minuten gibt es nichts rückgängig zu machen.',
    'changed-since': 'Seitdem hat sich etwas geändert. Nichts wurde zurückgenommen.',
    'too-many': 'Es stehen zu viele Erinnerungen an. Lösche zuerst einige.',
    'needs-full-trust': 'Jobs darf nur jemand mit vollem Vertrauen anlegen oder ändern.',
  },
};

const DAY_PARTS = {
  morning: 'für den Morgen',
  noon: 'für den Mittag',
  afternoon: 'für den Nachmittag',
  evening: 'für den Abend',
  night: 'für die Nacht',
  midnight: 'für Mitternacht',
} as const;
const DAYS = {today: 'heute', week: 'diese Woche', 'next-week': 'nächste Woche', weekend: 'am Wochenende'} as const;

/** `morgen`, `am Fr 27. Nov` */
const dayOf = (at: EpochMs, here: Here): string => {
  const [day] = parts(at, here);
  return `${/^[A-Z]/u.test(day) ? 'am ' : ''}${day}`;
};

const IDLE = {
  disabled: 'ist abgeschaltet',
  paused: 'ist pausiert',
  after: 'läuft nach einem anderen Job',
  over: 'ist vorbei',
  never: 'läuft nie',
} as const;
const ORDERS = {run: 'starten', pause: 'pausieren', resume: 'fortsetzen', delete: 'löschen'} as const;

const verb = (kind: ChangeKind): string => VERBS[kind];

const VERBS = {
  cancel: 'löschen',
  done: 'als erledigt abhaken',
  nag: 'wiederholen, bis sie erledigt ist,',
  skip: 'auslassen',
  pause: 'pausieren',
  resume: 'fortsetzen',
  snooze: 'verschieben',
  move: 'verschieben',
  reword: 'ändern',
} as const;

/** The day and the time: `morgen`, `Fr 27. Nov`, `Sa 27. Nov 2027`. */
const parts = (at: EpochMs, {now, zone}: Here): readonly [string, string] => {
  const [wall, today] = [wallTimeAt(at, zone), wallTimeAt(now, zone)];
  const near = NEAR_DAYS.find(([, distance]) => isSameDay(wall, plusDays(today, distance)))?.[0];
  const year = wall.year === today.year ? '' : ` ${wall.year}`;
  const seconds = Math.abs(at - now) < 2 * MINUTE && wall.second > 0 ? `:${twoDigits(wall.second)}` : '';
  return [
    near ?? `${SHORT_WEEKDAYS[weekdayOf(wall)]} ${wall.day}. ${SHORT_MONTHS[wall.month - 1]}${year}`,
    `${twoDigits(wall.hour)}:${twoDigits(wall.minute)}${seconds}`,
  ];
};

const lengthOf = (ms: EpochMs): string => {
  const minutes = Math.max(1, Math.round(ms / MINUTE));
  if (minutes < 60) return minutes === 1 ? 'einer Minute' : `${minutes} Minuten`;
  const hours = Math.round(ms / HOUR);
  if (hours < 48) return hours === 1 ? 'einer Stunde' : `${hours} Stunden`;
  return `${Math.round(hours / 24)} Tagen`;
};

/** `jede Stunde`, `alle 10 Minuten` */
const eachLength = (length: string): string =>
  length.startsWith('eine ') ? length.replace(/^eine/u, 'jede') : `alle ${length}`;

const lengthLeft = (ms: EpochMs): string =>
  lengthOf(ms)
    .replace(/^einer /u, 'eine ')
    .replace(/^(\d+) Tagen$/u, '$1 Tage');

const isSameDay = (a: WallTime, b: WallTime): boolean => a.day === b.day && a.month === b.month && a.year === b.year;
const PLACES: Readonly<Record<string, string>> = {
  terminal: 'im Terminal',
  notify: 'auf deinem Rechner',
  mail: 'per Mail',
};
const NEAR_DAYS = [
  ['heute', 0],
  ['morgen', 1],
  ['gestern', -1],
] as const;
