// Runs in a copy of the project that has every addition: prints what its programs know of them, as JSON.
import { checkContract } from '../../src/check/check-contract.ts';
import { reportWriters } from '../../src/check/reports/reports.ts';
import { startSimulator } from '../../src/index.ts';

await using simulator = await startSimulator({
  gaps: { ['served-by' as 'cors']: 'on' },
  ...{ motto: 'carpe diem' },
});
const { baseUrl, controlUrl, controlToken } = simulator;
const list = () => fetch(`${baseUrl}/store/orders`, { headers: { Authorization: 'Bearer test-api-key' } });
const control = async (path: string, body?: unknown) => {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`${controlUrl}${path}`, init)).json();
};

const { headers } = await list();
const report = await checkContract({ url: baseUrl, apiKey: 'test-api-key' });
const environment = '/environments/production';
const seen = {
  server: headers.get('server'),
  gap: report.gaps.find(({ gap }) => gap === ('served-by' as string)),
  finding: report.findings.find(({ rule }) => rule === ('R98' as string)),
  lines: (reportWriters as unknown as Record<string, (of: typeof report) => string>).lines?.(report),
  profile: await control(`${environment}/profile`),
  settings: await control('/settings'),
  weekday: await control(`${environment}/clock/weekday`),
  fault: await control(`${environment}/faults`, { kind: 'hang-up', times: 1 }),
  hungUp: await list().then(
    () => false,
    () => true,
  ),
};
console.log(JSON.stringify(seen));
