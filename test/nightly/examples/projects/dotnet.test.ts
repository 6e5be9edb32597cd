import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../../src/index.ts';
import { packageRoot } from '../../../../src/version.ts';
import { runs } from './project.ts';
import { end } from './workshop.ts';

const project = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
    <RollForward>Major</RollForward>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.12.0" />
    <PackageReference Include="xunit" Version="2.9.2" />
    <PackageReference Include="xunit.runner.visualstudio" Version="2.8.2" />
  </ItemGroup>
</Project>
`;

/** The client under test, which the page leaves to its reader. */
const client = `using System.Net.Http.Headers;
using System.Text.Json.Nodes;

public enum Outcome { Cancelled, Conflict, NotFound, Uncertain }

public sealed class StoreOrdersClient
{
    private readonly HttpClient _http = new();
    private readonly string _baseUrl;

    public StoreOrdersClient(string baseUrl, string apiKey)
    {
        _baseUrl = baseUrl;
        _http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", apiKey);
    }

    public async Task<Outcome> CancelAsync(long id)
    {
        try
        {
            using var response = await _http.DeleteAsync($"{_baseUrl}/store/orders/{id}");
            return (int)response.StatusCode switch { 204 => Outcome.Cancelled, 409 => Outcome.Conflict, _ => Outcome.NotFound };
        }
        catch (HttpRequestException)
        {
            return Outcome.Uncertain;
        }
    }
}
`;

test.runIf(runs(['dotnet', '--version']))('the code of the page about .NET passes as a project', async () => {
  const page = readFileSync(new URL('docs/languages/dotnet.md', packageRoot), 'utf8');
  const [helper = '', tests = ''] = [...page.matchAll(/```csharp\n(.*?)```/gs)].map(([, code = '']) => code);
  const folder = mkdtempSync(join(tmpdir(), 'dotnet-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  mkdirSync(join(folder, 'orders'));
  const files = {
    'Orders.csproj': project,
    'StoreOrdersEnvironment.cs': helper,
    'StoreOrdersClient.cs': client,
    'StoreOrdersTest.cs': `using Xunit;\n\npublic class StoreOrdersTest\n{\n${tests}}\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'orders', name), text);
  await using simulator = await startSimulator({ controlToken: 'token-for-tests' });
  const { code, output } = await end('dotnet', ['test'], join(folder, 'orders'), {
    ...process.env,
    DOTNET_CLI_TELEMETRY_OPTOUT: '1',
    STORE_ORDERS_CONTROL_URL: simulator.controlUrl,
    STORE_ORDERS_CONTROL_TOKEN: 'token-for-tests',
  });
  expect(code, output).toBe(0);
  expect(output).toMatch(/Passed:\s+1\b/);
});
