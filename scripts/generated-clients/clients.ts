import { copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { packageRoot } from '../../src/version.ts';
import { inCache, runWell } from '../compare/tool.ts';

const programs = fileURLToPath(new URL('programs/', import.meta.url));
const document = fileURLToPath(new URL('openapi/store-orders.yaml', packageRoot));
/** Returns a path in the folder of the clients. */
export const at = (...path: readonly string[]): string => join(inCache('generated-clients-1'), ...path);

const npm = {
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  '@hey-api/openapi-ts': '0.99.0',
  orval: '8.38.0',
  'swagger-client': '3.39.0',
  'swagger-typescript-api': '13.13.0',
  typescript: '5.9.3',
} as const;
const pythonClient = '0.29.1';
const openapiGenerator = '7.25.0';
const oapiCodegen = '2.8.2';

/** A client that a generator writes from the document: how to make it, and the command that runs it. */
export type GeneratedClient = {
  readonly name: string;
  readonly version: string;
  /** Installs the generator, and generates and builds the client. Throws if one of them fails. */
  make(): Promise<readonly string[]>;
};

let installed: Promise<unknown> | undefined;
function installNpm(): Promise<unknown> {
  const packages = Object.entries(npm).map(([name, version]) => `${name}@${version}`);
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  installed ??= existsSync(at('node_modules/orval')) ? Promise.resolve() : runWell('npm', args, at());
  return installed;
}

type NpmName = keyof typeof npm;

/** A client in TypeScript or JavaScript, of which esbuild makes one file. */
function inNode(
  name: string,
  version: string,
  generate: (output: string) => Promise<unknown>,
): GeneratedClient {
  return {
    name,
    version,
    async make() {
      await installNpm();
      const program = name.replace(/^@/, '').replaceAll(/[/ ]/g, '-');
      const output = at('generated', program);
      await generate(output);
      for (const file of ['exercise.mjs', `${program}.mjs`]) copyFileSync(programs + file, at(file));
      const bundle = at(`${program}.bundle.cjs`);
      await build({
        ...{ entryPoints: [at(`${program}.mjs`)], outfile: bundle, logLevel: 'silent' },
        ...{ bundle: true, platform: 'node', format: 'cjs' },
      });
      return [process.execPath, bundle];
    },
  };
}

const generator = (name: NpmName, file: string, args: readonly string[]): Promise<unknown> =>
  runWell(process.execPath, [at('node_modules', name, file), ...args], at());

async function openapiGeneratorJar(): Promise<string> {
  const artifact = `org.openapitools:openapi-generator-cli:${openapiGenerator}`;
  const jar = `org/openapitools/openapi-generator-cli/${openapiGenerator}/openapi-generator-cli-${openapiGenerator}.jar`;
  const file = join(homedir(), '.m2/repository', jar);
  if (!existsSync(file))
    await runWell('mvn', ['-q', 'dependency:get', `-Dartifact=${artifact}`, '-Dtransitive=false'], at());
  return file;
}

async function generateWithJar(language: string, output: string, flags: readonly string[] = []) {
  const args = ['generate', '-i', document, '-g', language, '-o', output, ...flags];
  await runWell('java', ['-jar', await openapiGeneratorJar(), ...args], at());
}

async function python(program: string): Promise<readonly string[]> {
  if (!existsSync(at('venv/bin/openapi-python-client'))) {
    await runWell('python3', ['-m', 'venv', at('venv')], at());
    const packages = [
      `openapi-python-client==${pythonClient}`,
      'pydantic',
      'urllib3',
      'python-dateutil',
      'httpx',
    ];
    await runWell(at('venv/bin/pip'), ['install', '--quiet', ...packages], at());
  }
  for (const file of ['exercise.py', `${program}.py`]) copyFileSync(programs + file, at(file));
  return [at('venv/bin/python'), at(`${program}.py`)];
}

function withInterpreter(language: string, extension: string): GeneratedClient {
  const program = `openapi-generator-${language}`;
  return {
    name: `openapi-generator ${language}`,
    version: openapiGenerator,
    async make() {
      await generateWithJar(language, at('generated', program));
      copyFileSync(`${programs}${program}.${extension}`, at(`${program}.${extension}`));
      return [language, at(`${program}.${extension}`)];
    },
  };
}

/** Builds a program in Go whose package `orders` is generated. */
async function go(program: string, generate: (output: string) => Promise<unknown>) {
  const module = at(`go-${program}`);
  mkdirSync(join(module, 'orders'), { recursive: true });
  writeFileSync(join(module, 'go.mod'), 'module clients\n\ngo 1.23\n');
  await generate(join(module, 'orders'));
  copyFileSync(`${programs}exercise.go`, join(module, 'exercise.go'));
  copyFileSync(`${programs}${program}.go`, join(module, 'main.go'));
  await runWell('go', ['mod', 'tidy'], module);
  await runWell('go', ['build', '-o', 'client', '.'], module);
  return [join(module, 'client')];
}

export const clients: readonly GeneratedClient[] = [
  inNode('openapi-fetch', npm['openapi-fetch'], (output) =>
    generator('openapi-typescript', 'bin/cli.js', [document, '-o', `${output}.d.ts`]),
  ),
  inNode('@hey-api/openapi-ts', npm['@hey-api/openapi-ts'], (output) =>
    generator('@hey-api/openapi-ts', 'bin/run.js', ['-i', document, '-o', output]),
  ),
  inNode('orval', npm.orval, (output) =>
    generator('orval', 'dist/bin/orval.mjs', [
      ...['--input', document, '--output', join(output, 'orders.ts')],
      ...['--client', 'fetch'],
    ]),
  ),
  inNode('swagger-typescript-api', npm['swagger-typescript-api'], (output) =>
    generator('swagger-typescript-api', 'dist/cli.mjs', [
      'generate',
      '-p',
      document,
      '-o',
      output,
      '-n',
      'orders.ts',
    ]),
  ),
  // It reads the document when it runs.
  inNode('swagger-client', npm['swagger-client'], async () => {}),
  inNode('openapi-generator typescript-fetch', openapiGenerator, (output) =>
    generateWithJar('typescript-fetch', output),
  ),
  {
    name: 'openapi-python-client',
    version: pythonClient,
    async make() {
      const command = await python('openapi-python-client');
      const output = at('generated/openapi_python_client_orders');
      const flags = ['--output-path', output, '--meta', 'none', '--overwrite'];
      await runWell(at('venv/bin/openapi-python-client'), ['generate', '--path', document, ...flags], at());
      return command;
    },
  },
  {
    name: 'openapi-generator python',
    version: openapiGenerator,
    async make() {
      await generateWithJar('python', at('generated/openapi-generator-python'));
      return python('openapi-generator-python');
    },
  },
  {
    name: 'openapi-generator go',
    version: openapiGenerator,
    make: () =>
      go('openapi-generator-go', async (output) => {
        const raw = at('generated/openapi-generator-go');
        await generateWithJar('go', raw, ['-p', 'packageName=orders']);
        cpSync(raw, output, { recursive: true, filter: (file) => !/\/(?:go\.(?:mod|sum)|test)$/.test(file) });
      }),
  },
  {
    name: 'oapi-codegen',
    version: oapiCodegen,
    make: () =>
      go('oapi-codegen', (output) => {
        const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${oapiCodegen}`;
        const flags = ['-generate', 'types,client', '-package', 'orders', '-o', join(output, 'orders.go')];
        return runWell('go', ['run', tool, ...flags, document], at());
      }),
  },
  {
    name: 'openapi-generator java (native)',
    version: openapiGenerator,
    async make() {
      const output = at('generated/openapi-generator-java');
      await generateWithJar('java', output, ['--library', 'native']);
      copyFileSync(`${programs}java/Exercise.java`, join(output, 'src/main/java/Exercise.java'));
      const flags = ['-q', '-Dmaven.test.skip', '-Dmaven.javadoc.skip', '-Dmaven.source.skip'];
      await runWell('mvn', [...flags, 'package'], output);
      // Half of the start of a JVM is its second compiler, which such a short program does not need.
      return [
        'java',
        '-XX:TieredStopAtLevel=1',
        '-cp',
        `${join(output, 'target/classes')}:${join(output, 'target/lib/*')}`,
        'Exercise',
      ];
    },
  },
  // Their libraries, Guzzle and Typhoeus, are packages of Debian: php-guzzlehttp-guzzle, ruby-typhoeus, ruby-marcel.
  withInterpreter('php', 'php'),
  withInterpreter('ruby', 'rb'),
];
