import type { OpenMatrixSession } from './control-api/matrix-session.ts';

/** Opens a matrix for a client of the control API. Loads the matrix only now, so that `serve` starts without it. */
export const openMatrix: OpenMatrixSession = async (request) => {
  const { openMatrixSession } = await import('../matrix/run/control-session.ts');
  return openMatrixSession(request);
};
