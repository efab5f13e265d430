// The names of days and months in other languages. They aren't read, but a time beside one isn't the whole time:
// "vendredi 27 novembre 14:00" is not today at 14:00.
import {anywhere, type Trace} from './time-words.ts';

const DAYS = [
  'lundi mardi mercredi jeudi vendredi samedi dimanche demain après-demain',
  'lunes martes miércoles jueves viernes sábado domingo hoy mañana',
  'lunedì martedì mercoledì giovedì venerdì sabato domenica oggi domani dopodomani',
  'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira hoje amanhã',
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vandaag',
  'måndag tisdag onsdag torsdag fredag lördag söndag imorgon idag',
  'mandag tirsdag lørdag søndag',
  'maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai tänään huomenna',
  'poniedziałek wtorek środa środę czwartek piątek sobota sobotę niedziela niedzielę dzisiaj jutro pojutrze',
  'pondělí úterý středa středu čtvrtek pátek sobotu neděle neděli dnes zítra',
  'pazartesi salı çarşamba perşembe cuma cumartesi pazar bugün yarın',
  'понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье сегодня завтра послезавтра',
  'понеділок вівторок середа середу четвер пʼятниця субота суботу неділя неділю сьогодні',
  'δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή σήμερα αύριο',
];

const MONTHS = [
  'janvier février mars avril juin juillet août septembre octobre novembre décembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre',
  'janeiro fevereiro março maio junho julho setembro outubro novembro dezembro',
  'januari februari maart augustus mei augusti maj marts desember',
  '(?:tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu)(?:kuu(?:ta|ssa|n)?)?',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  'ledna února března dubna května června července srpna října listopadu prosince',
  'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
];

const either = (lines: readonly string[]): string => `(?:${lines.join(' ').split(' ').join('|')})`;

export const OTHER_CALENDARS: readonly Trace[] = [
  {adds: 'day', reach: 4, words: anywhere(either(DAYS))},
  // A month counts only beside a number, because "Julio" and "Mars" are names.
  {
    adds: 'day',
    reach: 4,
    isNeverOwned: true,
    words: anywhere(`\\d{1,2}(?:\\.|º|er)?(?: de| di)? ${either(MONTHS)}|${either(MONTHS)}\\.? \\d{1,2}`),
  },
  // Without spaces between words.
  {
    adds: 'day',
    reach: 4,
    words: () => /\d+[年月日時时]|今日|明日|今天|明天|后天|[月火水木金土日]曜日?|(?:星期|周)[一二三四五六日]/gu,
  },
];
