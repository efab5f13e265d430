// The recipes of other package managers: their files name only what the package has.
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {parseAllDocuments} from 'yaml';
import {manPage} from '../../scripts/man-page.ts';
import {tempDir} from '../support/temp-dir.ts';

const formula = readFileSync('packaging/homebrew/rooster.rb', 'utf8');
const dockerfile = readFileSync('packaging/docker/Dockerfile', 'utf8');

test('each says who installed Rooster, which "rooster update" reads', () => {
  expect(formula).toContain('(package/"installed-by").write "brew\\n"');
  expect(dockerfile).toContain('echo docker > "$(npm root --global)/rooster/installed-by"');
  expect(readFileSync('scripts/package-deb.ts', 'utf8')).toContain("installedBy: 'apt'");
});

test('the formula installs files that the build writes, and is whole', () => {
  const written = readFileSync('scripts/man-page.ts', 'utf8');
  const named = [...formula.matchAll(/"dist\/(?:completions\/)?([\w.]+)"/gu)].map(([, name = '']) => name);
  expect(named.sort()).toEqual(['_rooster', 'rooster.1', 'rooster.bash', 'rooster.fish']);
  expect(named.filter(name => !written.includes(name))).toEqual([]);
  const opened = formula.match(/^\s*(?:class|def|service do|test do)\b/gmu) ?? [];
  expect(formula.match(/^\s*end$/gmu)).toHaveLength(opened.length);
});

const hasRuby = spawnSync('ruby', ['--version']).status === 0;

test.skipIf(!hasRuby)('ruby reads the formula', () => {
  expect(spawnSync('ruby', ['-c'], {input: formula, encoding: 'utf8'}).stderr).toBe('');
});

test('the image runs the daemon itself, as a user without rights, with a Node that Rooster runs on', () => {
  const lines = dockerfile
    .replaceAll('\\\n', '')
    .split('\n')
    .filter(line => /^[A-Z]/u.test(line));
  expect(lines.map(line => line.split(' ')[0])).toEqual([
    ...['FROM', 'ARG', 'RUN', 'COPY', 'RUN', 'USER', 'ENV', 'VOLUME', 'CMD', 'HEALTHCHECK'],
  ]);
  expect(Number(/^FROM node:(\d+)/mu.exec(dockerfile)?.[1])).toBeGreaterThanOrEqual(24);
  expect(dockerfile).toMatch(/^USER node$/mu);
  expect(dockerfile).toContain('CMD ["rooster", "daemon", "run"]');
  expect(manPage('1')).toContain('rooster daemon run');
});

const cellUnit = readFileSync('packaging/systemd/rooster-cell@.service', 'utf8');

/** The settings of a unit, by name. */
const settingsOf = (unit: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...Map.groupBy(unit.matchAll(/^(\w+)=(.*)$/gmu), ([, name = '']) => name)].map(([name, lines]) => [
      name,
      lines.map(([, , value = '']) => value),
    ]),
  );

test('the unit of a cell gives each its home, keeps secrets out of the file, and tries for ever', () => {
  const settings = settingsOf(cellUnit);
  expect(settings.get('Environment')).toEqual(['ROOSTER_HOME=/var/lib/rooster/%i']);
  expect(settings.get('StateDirectory')).toEqual(['rooster/%i']);
  expect(settings.get('EnvironmentFile')).toEqual(['/etc/rooster/fleet.env', '-/etc/rooster/cell-%i.env']);
  expect([settings.get('Restart'), settings.get('StartLimitIntervalSec')]).toEqual([['always'], ['0']]);
  expect(settings.get('ExecStart')).toEqual(['rooster daemon run']);
  expect(Number(settings.get('TimeoutStopSec')?.[0])).toBeGreaterThan(15);
  // The sandbox of the agent's commands, or Node, needs something that each of these takes away.
  const harmful = ['RestrictNamespaces', 'ProtectProc', 'ProcSubset', 'ProtectKernelTunables', 'ProtectKernelLogs'];
  expect([...harmful, 'MemoryDenyWriteExecute', 'SystemCallFilter'].filter(name => settings.has(name))).toEqual([]);
});

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!hasAnalyzer)('systemd reads the unit of a cell without a complaint', () => {
  using folder = tempDir();
  const path = join(folder.path, 'rooster-cell@anna.service');
  const complaints = (text: string): string => {
    // The program isn't installed here.
    writeFileSync(path, text.replace('ExecStart=rooster', `ExecStart=${process.execPath}`));
    return spawnSync('systemd-analyze', ['verify', path], {encoding: 'utf8'}).stderr;
  };
  const ours = (text: string): readonly string[] =>
    complaints(text)
      .split('\n')
      .filter(line => line.includes('rooster-cell'));
  expect(ours(cellUnit)).toEqual([]);
  expect(ours(`${cellUnit}\n[Service]\nRestrat=always\n`).join()).toContain('Restrat');
});

type Manifest = {readonly kind: string; readonly metadata: {readonly name: string}} & Readonly<Record<string, unknown>>;

/** A manifest of Kubernetes, whose shape its own server checks. */
const manifests = (): readonly Manifest[] =>
  parseAllDocuments(readFileSync('packaging/kubernetes/rooster-cell.yaml', 'utf8')).map(document => {
    expect([document.errors, document.warnings]).toEqual([[], []]);
    return document.toJS() as Manifest;
  });

test('the manifests of a cell are two pods of which one is ready, with their configuration and their secret', () => {
  const all = manifests();
  expect(all.map(({kind}) => kind)).toEqual(['Secret', 'ConfigMap', 'Service', 'StatefulSet']);
  expect(new Set(all.map(({metadata}) => metadata.name))).toEqual(new Set(['rooster-anna']));
  const [secret, configMap, service, set] = all;
  expect(Object.keys(secret?.['stringData'] ?? {})).toEqual(['ROOSTER_POSTGRES']);
  expect(service?.['spec']).toMatchObject({selector: {app: 'rooster-anna'}, ports: [{port: 8787, targetPort: 'http'}]});
  // With another update or start, Kubernetes would wait for the pod that stands by.
  expect(set?.['spec']).toMatchObject({
    ...{replicas: 2, podManagementPolicy: 'Parallel', updateStrategy: {type: 'OnDelete'}},
    selector: {matchLabels: {app: 'rooster-anna'}},
    template: {metadata: {labels: {app: 'rooster-anna'}}},
  });
  const pod = (set as unknown as {spec: {template: {spec: Pod}}}).spec.template.spec;
  expect(pod).toMatchObject({automountServiceAccountToken: false, securityContext: {runAsNonRoot: true}});
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(15);
  const [container] = pod.containers;
  expect(container).toMatchObject({
    envFrom: [{secretRef: {name: 'rooster-anna'}}],
    readinessProbe: {httpGet: {path: '/ready', port: 'http'}},
    livenessProbe: {httpGet: {path: '/health', port: 'http'}},
    startupProbe: {httpGet: {path: '/health', port: 'http'}},
  });
  expect(container?.readinessProbe.periodSeconds).toBeLessThanOrEqual(2);
  for (const {securityContext, volumeMounts} of [...pod.initContainers, ...pod.containers]) {
    expect(securityContext).toMatchObject({allowPrivilegeEscalation: false, readOnlyRootFilesystem: true});
    const volumes = pod.volumes.map(({name}) => name);
    expect(volumeMounts.map(({name}) => name).filter(name => !volumes.includes(name))).toEqual([]);
  }
  const home = /^ENV ROOSTER_HOME=(.*)$/mu.exec(dockerfile)?.[1];
  expect(container?.volumeMounts.find(({name}) => name === 'home')?.mountPath).toBe(home);
  const {data} = configMap as unknown as {data: Readonly<Record<string, string>>};
  const written = JSON.parse(data['config.json'] ?? '') as {
    http: {listen: string; behindProxy: boolean};
    fleet: {cells: string[]};
  };
  expect(written).toMatchObject({
    fleet: {postgres: {env: 'ROOSTER_POSTGRES'}, cells: ['anna']},
    http: {listen: `0.0.0.0:${container?.ports[0]?.containerPort}`, behindProxy: true},
  });
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

test.skipIf(!hasKubectl)('kubectl knows every field of the pods', () => {
  using folder = tempDir();
  const path = join(folder.path, 'set.json');
  /** It drops a field that it doesn't know. No cluster is asked. */
  const readBack = (set: unknown): unknown => {
    writeFileSync(path, JSON.stringify(set));
    const words = ['set', 'env', '--local', '-f', path, 'A=b', '-o', 'json'];
    return JSON.parse(spawnSync('kubectl', words, {encoding: 'utf8'}).stdout);
  };
  const set = manifests().find(({kind}) => kind === 'StatefulSet');
  expect(readBack(set)).toMatchObject({...set});
  expect(readBack({...set, spec: {...Object(set?.['spec']), replica: 2}})).not.toMatchObject({spec: {replica: 2}});
});

type Pod = {
  readonly terminationGracePeriodSeconds: number;
  readonly volumes: readonly {readonly name: string}[];
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
};

type Container = {
  readonly ports: readonly {readonly containerPort: number}[];
  readonly readinessProbe: {readonly periodSeconds: number};
  readonly securityContext: object;
  readonly volumeMounts: readonly {readonly name: string; readonly mountPath: string}[];
};

test('every package file that a script or a page names is there', () => {
  const named = ['scripts/package-deb.ts', 'docs/install.md', 'packaging/docker/Dockerfile'].flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(/packaging\/[\w./-]*\w/gu)].map(([file]) => file),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(file => !existsSync(file))).toEqual([]);
});
