// What the start of a Java program says where Java is missing, or too old for it.

export type JavaTrouble = 'noJava' | 'oldJava';

/** What is wrong with Java, as far as the words on stderr say so. */
export const javaTroubleIn = (stderr: string): JavaTrouble | undefined => {
  if (OLD_JAVA.test(stderr)) return 'oldJava';
  return NO_JAVA.test(stderr) ? 'noJava' : undefined;
};

/** For the operator: what to do about it. */
export const JAVA_SENTENCES: Readonly<Record<JavaTrouble, string>> = {
  noJava:
    'signal-cli finds no Java: install a Java runtime (25 for signal-cli 0.14), or the native build of signal-cli.',
  oldJava: 'The Java on this machine is too old for signal-cli: 0.14 needs Java 25. Or install its native build.',
};

const NO_JAVA = /java: (?:command )?not found|JAVA_HOME|no 'java' command|Unable to locate a Java/iu;
const OLD_JAVA = /UnsupportedClassVersionError|class file version|more recent version of the Java/u;
