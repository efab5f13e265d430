// Collects the licences of the packages whose code is in dist/. Each of them asks that its text goes along with every copy.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

type Package = {readonly name: string; readonly version: string; readonly folder: string};

/** `modules`: the paths of the bundled files. `packages`: the folder node_modules. */
export const thirdPartyNotices = (modules: readonly string[], packages: string): string => {
  const folders = new Set(modules.flatMap(path => PACKAGE_FOLDER.exec(path)?.[0] ?? []));
  const bundled = [...folders].map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1));
  // The packages under the Apache License only name it, and it asks for its whole text.
  const apache = `Apache License 2.0\n\n${licenceTexts(join(packages, 'typescript'))[0]}\n`;
  const sections = [INTRODUCTION, ...bundled.map(entry => noticeOf(entry, packages)), apache];
  return sections.join(`\n${'='.repeat(80)}\n\n`);
};

const readPackage = (folder: string): Package => {
  const {name, version} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {name, version, folder};
};

const noticeOf = ({name, version, folder}: Package, packages: string): string => {
  const sibling = SAME_LICENCE.get(name);
  const texts = licenceTexts(sibling === undefined ? folder : join(packages, sibling));
  if (texts.length === 0) throw new Error(`${name} has no licence file: add to SAME_LICENCE a package with its text.`);
  return `${name} ${version}\n\n${texts.join('\n\n')}\n`;
};

const licenceTexts = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter(file => LICENCE_FILE.test(file))
    .sort()
    .map(file => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());

/** The innermost package of a path: packages can contain packages. */
const PACKAGE_FOLDER = /\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u;
const LICENCE_FILE = /^(?:licen[cs]e|notice)(?:\.\w+|-mit\.txt)?$/iu;
/** Packages that don't ship their licence's text, each with a package of the same owner that ships the same text. */
const SAME_LICENCE: ReadonlyMap<string, string> = new Map([
  ['@ai-sdk/provider-utils', '@ai-sdk/provider'],
  ['@workflow/serde', '@ai-sdk/provider'],
  ['pg-types', 'pg'],
  ['yoga-layout', 'react'],
]);
const INTRODUCTION = 'Rooster contains code of these packages, under these licences.\n';
