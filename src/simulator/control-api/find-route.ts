type Row = { readonly method: string; readonly path: string; readonly pattern: RegExp };

/** Finds the routes of a path: those of the first row that matches it. */
export function findRoutes<Route extends Row>(routes: readonly Route[], method: string, path: string) {
  const first = routes.find(({ pattern }) => pattern.test(path));
  const all = routes.filter((one) => one.path === first?.path);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const given = Object.entries(first?.pattern.exec(path)?.groups ?? {});
  return {
    route: all.find((one) => one.method === wanted),
    all,
    /** Decodes the parameters of the path. Throws a URIError for a wrong percent-encoding. */
    params: (): Readonly<Record<string, string>> =>
      Object.fromEntries(given.map(([name, text]) => [name, decodeURIComponent(text)])),
  };
}

/** Returns what matches a path with parameters in braces. `/gates` is an alias of `/holds`. */
export function patternOf(path: string): RegExp {
  const segments = path.replaceAll('.', '\\.').replace('/holds', '/(?:holds|gates)');
  return new RegExp(`^${segments.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}
