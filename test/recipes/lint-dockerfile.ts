import { spawnSync } from 'node:child_process';

/** One instruction of a Dockerfile, with its continuation lines joined by line feeds. */
type Instruction = { readonly line: number; readonly name: string; readonly value: string };

const instructionNames: ReadonlySet<string> = new Set(
  'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(
    ' ',
  ),
);

/** Rules that one instruction keeps or breaks, each with the message for a broken one. */
const rules: readonly {
  readonly of: string;
  readonly broken: (value: string) => boolean;
  readonly message: string;
}[] = [
  { of: 'ADD', broken: () => true, message: 'use COPY, or a download whose digest is checked' },
  { of: 'CMD', broken: (value) => !isJsonList(value), message: 'write the command as a JSON array' },
  {
    of: 'COPY',
    broken: (value) => /^(?!--)(?:\S+\s+){2,}\S*[^/.\s]$/.test(value),
    message: 'end the folder with /',
  },
  { of: 'ENTRYPOINT', broken: (value) => !isJsonList(value), message: 'write the command as a JSON array' },
  { of: 'EXPOSE', broken: (value) => !value.split(/\s+/).every(isPort), message: 'ports are 1 to 65535' },
  {
    of: 'HEALTHCHECK',
    broken: (value) =>
      !/^(?:NONE$|(?:--\S+\s+)*CMD\s)/.test(value) || !isJsonList(value.replace(/^.*?CMD\s/s, '')),
    message: 'write the command as a JSON array',
  },
  { of: 'ONBUILD', broken: () => true, message: 'is not used' },
  {
    of: 'RUN',
    broken: (value) => /\b(?:sudo|ssh|vim|service|shutdown|mount)\s/.test(value),
    message: 'has no use in an image',
  },
  { of: 'RUN', broken: (value) => /^cd\s/.test(value), message: 'use WORKDIR' },
  { of: 'RUN', broken: (value) => /\b(?:apt|apk)\b/.test(value), message: 'installs no system package' },
  {
    of: 'RUN',
    broken: (value) => /\bnpm\s+(?:i|install|add)\b|\bnpm\s+(?:ci|prune)\b(?!.*--ignore-scripts)/.test(value),
    message: 'install with npm ci --ignore-scripts',
  },
  { of: 'RUN', broken: (value) => /[^|]\|[^|]/.test(value), message: 'a pipe hides a failure' },
  { of: 'RUN', broken: (value) => shellError(value) !== '', message: 'is not a shell command' },
  { of: 'SHELL', broken: () => true, message: 'is not used' },
  { of: 'WORKDIR', broken: (value) => !value.startsWith('/'), message: 'use an absolute path' },
];

/** Returns what is wrong in a Dockerfile, one message for each finding, with its line. Uses no program but `sh`. */
export function lintDockerfile(text: string): readonly string[] {
  const instructions = parseDockerfile(text);
  const found = instructions.flatMap(({ line, name, value }) =>
    instructionNames.has(name)
      ? rules
          .filter(({ of, broken }) => of === name && broken(value))
          .map(({ message }) => `${line}: ${name}: ${message}`)
      : [`${line}: ${name}: is not an instruction`],
  );
  return [...found, ...lintStages(instructions)];
}

function parseDockerfile(text: string): readonly Instruction[] {
  const instructions: Instruction[] = [];
  let open = '';
  let begin = 0;
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (open === '') begin = at + 1;
    open += `${open === '' ? '' : '\n'}${line.replace(/\\\s*$/, '').trim()}`;
    if (/\\\s*$/.test(line)) continue;
    const [, name = '', value = ''] = /^(\S+)\s*(.*)$/s.exec(open) ?? [];
    instructions.push({ line: begin, name, value });
    open = '';
  }
  return open === '' ? instructions : [...instructions, { line: begin, name: '(an open line)', value: open }];
}

/** Stages: tagged bases, unique names, copies only from earlier stages, one command each, and no root at the end. */
function lintStages(instructions: readonly Instruction[]): readonly string[] {
  const found: string[] = [];
  const args = new Map<string, string>();
  const stages: string[] = [];
  let once = new Set<string>();
  let user = '';
  for (const { line, name, value } of instructions) {
    const report = (message: string): unknown => found.push(`${line}: ${name}: ${message}`);
    if (stages.length === 0 && !['ARG', 'FROM'].includes(name)) report('only ARG can precede FROM');
    if (name === 'ARG' && stages.length === 0) args.set(...(value.split('=', 2) as [string, string]));
    if (name === 'FROM') {
      const [, image = '', alias = `${stages.length}`] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(value) ?? [];
      const base = image.replace(/\$\{?(\w+)\}?/g, (_, arg) => args.get(arg) ?? '');
      if (!stages.includes(base) && !/[^/]+:(?!latest$)[\w.-]+(?:@sha256:\S+)?$/.test(base))
        report('pin a tag of the base');
      if (stages.includes(alias)) report('the stage is already defined');
      stages.push(alias);
      once = new Set();
      user = '';
    }
    const source = name === 'COPY' ? /--from=(\S+)/.exec(value)?.[1] : undefined;
    if (source !== undefined && !stages.slice(0, -1).includes(source)) report('copies from no earlier stage');
    if (['CMD', 'ENTRYPOINT', 'HEALTHCHECK'].includes(name) && once.has(name))
      report('only the last one is used');
    once.add(name);
    if (name === 'USER') user = value;
  }
  if (!/^[1-9]\d*(?::\d+)?$/.test(user)) found.push('USER: the last user is a number, and not root');
  if (stages.length === 0) found.push('FROM: is missing');
  return found;
}

function isJsonList(value: string): boolean {
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) && list.every((item) => typeof item === 'string');
  } catch {
    return false;
  }
}

function isPort(text: string): boolean {
  const port = /^(\d+)(?:\/(?:tcp|udp))?$/.exec(text)?.[1];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
}

/** What a shell says about the syntax of a command, which it does not run. */
function shellError(command: string): string {
  return spawnSync('sh', ['-n', '-c', command.replaceAll('\n', '\\\n')], { encoding: 'utf8' }).stderr;
}
