import { httpDate, readTime } from '../../../clock.ts';
import { writeJson } from '../../../json/json.ts';
import { choice, type Exchange } from '../exchange.ts';
import { refuse } from '../refuse.ts';
import { jsonType, type ServiceResponse, textBody } from '../service-response.ts';

/** GET /pets/{petId}, deprecated and without specified shapes. Spec 4.3 and 9; gaps `pet-lookup` and `pet-deprecation`. */
export function getPet(exchange: Exchange): ServiceResponse {
  const { headers, goneAt } = readDeprecation(choice(exchange, 'pet-deprecation'));
  if (exchange.state.clock.now() >= goneAt) return refuse(exchange, 'gone', 'pet', headers);
  if (choice(exchange, 'pet-lookup') === 'not-simulated')
    return refuse(exchange, 'not_simulated', 'pet', headers);
  const pet = exchange.state.initial.pets.get(exchange.route.parameter);
  if (pet === undefined) return refuse(exchange, 'pet_not_found', 'pet', headers);
  return {
    status: 200,
    headers: ['Content-Type', jsonType(exchange), ...headers],
    body: textBody(writeJson(pet)),
  };
}

const never = Number.POSITIVE_INFINITY;

function readDeprecation(option: string) {
  if (option === 'none') return { headers: [], goneAt: never };
  const [kind, dates = ''] = option.split(':');
  const [since = '', sunset] = dates.split('..');
  const headers = ['Deprecation', `@${readTime(since) / 1000}`];
  if (sunset === undefined) return { headers, goneAt: never };
  headers.push('Sunset', httpDate(readTime(sunset)));
  return { headers, goneAt: kind === 'gone' ? readTime(sunset) : never };
}
