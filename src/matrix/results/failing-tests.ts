import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sax from 'sax';
import { readTextFile } from '../../text/text-file.ts';
import { formatProblem, UserError } from '../../user-error.ts';

const maxCharacters = 500;

type OpenCase = { readonly name: string; readonly classname: string; failed: boolean };

/**
 * Returns the names of the failing tests of a JUnit XML file, such as `refund.test.ts › shows the refunded order`, each once.
 * Reads what pytest, Surefire, vitest, jest-junit, go-junit-report, gotestsum and the reporter of node:test write. `file` is
 * the name in errors. Throws a UserError if the text is not such a file, or has a DOCTYPE.
 */
export function failingTests(xml: string, file: string): readonly string[] {
  const reader = createReader();
  const parser = sax.parser(true);
  const refuse = (what: string, expected?: string): never => {
    throw new UserError({
      where: `${file}:${parser.line + 1}:${parser.column + 1}`,
      what,
      ...(expected !== undefined && { expected }),
    });
  };
  parser.onerror = (error) => {
    // Only names are read. Reporters write such as `&#27;`, the colours of an error message, which XML 1.0 forbids.
    if (!error.message.startsWith('Invalid character'))
      refuse(`is not well-formed XML: ${error.message.split('\n', 1)[0]}`);
    parser.resume();
  };
  parser.ondoctype = () => refuse('has a DOCTYPE, which no report needs', 'JUnit XML');
  parser.onopentag = ({ name, attributes }) => {
    reader.open(name, attributes);
    if (!reader.isReport()) refuse(`begins with the element ${name}`, 'testsuites or testsuite');
  };
  parser.onclosetag = () => reader.close();
  parser.write(xml).close();
  if (!reader.isReport()) refuse('has no element', 'testsuites or testsuite');
  return reader.names();
}

/** Collects the failing tests from the elements of a report. */
function createReader() {
  const path: string[] = [];
  const suites: string[] = [];
  const names = new Set<string>();
  let testcase: OpenCase | undefined;
  let root: string | undefined;
  const add = (name: string): void => {
    const text = name.replace(/&#(?:\d+|x[\da-f]+);/gi, ' ').trim();
    names.add(text.slice(0, maxCharacters).toWellFormed());
  };
  const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  return {
    open(element: string, attributes: Readonly<Record<string, unknown>>): void {
      root ??= element;
      const parent = path.at(-1);
      path.push(element);
      if (element === 'testsuite') suites.push(textOf(attributes.name));
      if (element === 'testcase')
        testcase = { name: textOf(attributes.name), classname: textOf(attributes.classname), failed: false };
      const isFailure = element === 'failure' || element === 'error';
      if (isFailure && parent === 'testcase' && testcase !== undefined) testcase.failed = true;
      // A file that could not be loaded has an error without a test.
      if (isFailure && parent === 'testsuite') add(suites.at(-1) || 'a suite without a name');
    },
    close(): void {
      const element = path.pop();
      if (element === 'testcase' && testcase?.failed === true) add(nameOf(testcase, suites));
      if (element === 'testsuite') suites.pop();
    },
    isReport: () => root === 'testsuites' || root === 'testsuite',
    names: () => [...names],
  };
}

/** Returns the class or file, then the test. Some reporters repeat one in the other. */
function nameOf(testcase: OpenCase, suites: readonly string[]): string {
  // node:test escapes quotes twice.
  const name = testcase.name.replaceAll('&quot;', '"');
  const { classname } = testcase;
  // node:test: the class of a test is the innermost suite, and `test` outside of suites.
  const inSuites = classname === '' || classname === 'test' || classname === suites.at(-1);
  const scope = inSuites ? suites.filter((suite) => suite !== '').join(' › ') : classname;
  if (name === '') return scope || 'a test without a name';
  if (name.startsWith(scope)) return name;
  return `${scope} › ${name}`;
}

/** The maximum length of a file of results. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Reads the JUnit XML files in the folder of a run. A file that cannot be read is a problem and does not end the matrix: the
 * outcome is that of the command. Problems are sentences that name files relative to the folder.
 */
export async function readResults(folder: string) {
  const tests = new Set<string>();
  const problems: string[] = [];
  // The command may have removed its folder.
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  for (const file of files.filter((name) => name.endsWith('.xml')).toSorted()) {
    const read = await namesIn(join(folder, file), file);
    if (typeof read === 'string') problems.push(read);
    else for (const name of read) tests.add(name);
  }
  return { tests: [...tests], problems };
}

/** Returns the names of the failing tests of a file, or a sentence that says why it cannot be read. */
async function namesIn(path: string, shown: string): Promise<readonly string[] | string> {
  try {
    return failingTests(await readTextFile(path, maxBytes), shown);
  } catch (error) {
    if (error instanceof UserError) return error.problems.map(formatProblem).join('; ');
    throw error;
  }
}
