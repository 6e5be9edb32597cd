import type { ListSurvey } from '../judge/list-survey.ts';
import { fieldBits } from '../judge/order-fields.ts';
import type { ObservableGap } from './gap-choices.ts';

type Seen = readonly [gap: ObservableGap, observed: string];

/** What the orders of a list show where the specification is silent; nothing of a list that cannot be read. */
export function observeOrders(survey: ListSurvey): readonly Seen[] {
  if (survey.text.root === undefined || survey.objects === 0) return [];
  return [...observeFields(survey), ...observeDates(survey), ...observeSequence(survey)];
}

function observeFields({ fieldsInAll, otherFields }: ListSurvey): readonly Seen[] {
  const missing = Object.entries(fieldBits).flatMap(([name, bit]) => ((fieldsInAll & bit) === 0 ? name : []));
  const extra = [...otherFields].slice(0, 5);
  return [
    [
      'optional-fields',
      missing.length === 0 ? 'all five in every order' : `some orders lack ${missing.join(', ')}`,
    ],
    ['extra-fields', extra.length === 0 ? 'none in an order' : `in an order: ${extra.join(', ')}`],
  ];
}

function observeDates({ dateForms }: ListSurvey): readonly Seen[] {
  return [...dateForms].sort().map((form) => ['ship-date-form', form]);
}

function observeSequence({ ids, orders, rising }: ListSurvey): readonly Seen[] {
  if (ids.size < 3 || ids.size < orders) return [];
  return [['list-order', rising ? 'by-id' : 'not by id']];
}
