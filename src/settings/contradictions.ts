import type { Problem } from '../shared/user-error.ts';
import { flagOf } from './setting.ts';
import type { SettingKey, Settings } from './settings-table.ts';

/** Settings that are right one by one and cannot be together. `given` says whether a source gave a setting. */
export function contradictions(settings: Settings, given: (key: SettingKey) => boolean): readonly Problem[] {
  const own = settings.tlsCert !== undefined || settings.tlsKey !== undefined;
  const problems: Problem[] = [];
  if (settings.control && settings.port !== 0 && settings.port === settings.controlPort) {
    problems.push(
      both('controlPort', 'port', `are both ${settings.port}`, 'give the control API another port'),
    );
  }
  if (own && (settings.tlsCert === undefined || settings.tlsKey === undefined)) {
    const [has, lacks] =
      settings.tlsKey === undefined ? (['tlsCert', 'tlsKey'] as const) : (['tlsKey', 'tlsCert'] as const);
    problems.push({
      where: flagOf(has),
      what: `is given without ${flagOf(lacks)}`,
      expected: 'both or none',
    });
  }
  if (own && settings.tls !== 'off') {
    problems.push(
      both(
        'tls',
        settings.tlsCert === undefined ? 'tlsKey' : 'tlsCert',
        'exclude each other',
        'leave one out',
      ),
    );
  }
  if (settings.tls === 'off' && given('tlsCaFile')) {
    problems.push({
      where: flagOf('tlsCaFile'),
      what: 'means nothing without a CA of ours',
      hint: 'add --tls self-signed',
    });
  }
  if (settings.scenarioInline !== undefined && given('scenario')) {
    problems.push(both('scenarioInline', 'scenario', 'exclude each other', 'leave one out'));
  }
  return problems;
}

function both(one: SettingKey, other: SettingKey, what: string, hint: string): Problem {
  return { where: flagOf(one), what: `and ${flagOf(other)} ${what}`, hint };
}
