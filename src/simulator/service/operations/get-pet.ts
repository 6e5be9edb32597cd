import { writeJson } from '../../../shared/json.ts';
import { httpDate, readTime } from '../../environment/clock.ts';
import { choice, type Exchange } from '../exchange.ts';
import { jsonType, refuse } from '../refusal.ts';
import { type ServiceResponse, textBody } from '../service-response.ts';

/** GET /pets/{petId}, deprecated; its shapes are not shown. Spec 4.3 and 9; gaps `pet-lookup` and `pet-deprecation`. */
export function getPet(exchange: Exchange): ServiceResponse {
  const deprecation = readDeprecation(choice(exchange, 'pet-deprecation'));
  const headers = deprecation.headers;
  if (deprecation.goneAt !== undefined && exchange.state.clock.now() >= deprecation.goneAt)
    return refuse(exchange, 'gone', headers);
  if (choice(exchange, 'pet-lookup') === 'not-simulated') return refuse(exchange, 'not_simulated', headers);
  const pet = exchange.state.initial.pets.get(exchange.route.parameter);
  if (pet === undefined) return refuse(exchange, 'pet_not_found', headers);
  return {
    status: 200,
    headers: ['Content-Type', jsonType(exchange), ...headers],
    body: textBody(writeJson(pet)),
  };
}

type Deprecation = { readonly headers: readonly string[]; readonly goneAt?: number };

function readDeprecation(answer: string): Deprecation {
  if (answer === 'none') return { headers: [] };
  const [kind, dates = ''] = answer.split(':');
  const [since = '', sunset] = dates.split('..');
  const headers = ['Deprecation', `@${readTime(since) / 1000}`];
  if (sunset === undefined) return { headers };
  headers.push('Sunset', httpDate(readTime(sunset)));
  return kind === 'gone' ? { headers, goneAt: readTime(sunset) } : { headers };
}
