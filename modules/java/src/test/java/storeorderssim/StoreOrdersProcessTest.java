package storeorderssim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a simulator is started, and what a start that fails says. */
class StoreOrdersProcessTest {
    @TempDir
    private Path folder;

    private String script(String text) {
        Path file = folder.resolve("store-orders-sim");
        try {
            Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        assertTrue(file.toFile().setExecutable(true));
        return file.toString();
    }

    @Test
    void withoutDockerTheErrorNamesTheWaysWithoutIt() {
        String error = InAnotherProcess.start(Map.of());
        assertTrue(error.startsWith("Docker cannot be reached (Could not find a valid Docker environment."), error);
        assertTrue(error.endsWith("). " + Conformance.SHARED.get("withoutDocker")), error);
    }

    @Test
    void theAddressOfARunningSimulatorComesFirst() {
        Map<String, String> variables = new TreeMap<>(Map.of(
                "STORE_ORDERS_SIM_BIN", "/nowhere/sim", "STORE_ORDERS_CONTROL_URL", "http://127.0.0.1:9/"));
        assertTrue(InAnotherProcess.start(variables).startsWith("STORE_ORDERS_CONTROL_TOKEN is not set"));
        variables.put("STORE_ORDERS_CONTROL_TOKEN", "a-token-of-the-test");
        String printed = InAnotherProcess.start(variables);
        assertTrue(printed.startsWith("ready: false\nthe control API cannot be reached at http://127.0.0.1:9 ("), printed);
        assertTrue(printed.endsWith("): is the simulator running?"), printed);
    }

    @Test
    void aProgramThatIsMissingIsNamed() {
        assertEquals(
                "/nowhere/sim is not a program: set STORE_ORDERS_SIM_BIN to the path of store-orders-sim",
                InAnotherProcess.start(Map.of("STORE_ORDERS_SIM_BIN", "/nowhere/sim")));
    }

    @Test
    void aProgramOnPathIsStarted() {
        script("echo 'not a scenario' >&2; exit 2");
        assertEquals(
                "store-orders-sim exited with exit code 2 before it was ready; the end of its log:\n  not a scenario",
                InAnotherProcess.start(Map.of("PATH", folder.toString())));
    }

    @Test
    void aStartThatTakesTooLongEnds() {
        StoreOrdersProcess process = new StoreOrdersProcess(script("exec /bin/sleep 60"));
        Exception error = assertThrows(IllegalStateException.class, () -> process.start(Duration.ofMillis(100)));
        assertTrue(error.getMessage().startsWith("store-orders-sim was not ready after 100 ms"));
    }

    @Test
    void theOptionsReachTheProgramAsVariables() throws IOException {
        Path scenario = Files.writeString(folder.resolve("mine.yaml"), "orders: []");
        StoreOrdersProcess process = new StoreOrdersProcess(script("exec /usr/bin/env"))
                .withStagingScenario("empty")
                .withScenarioFile(scenario)
                .withApiKey("key-a", "key-b")
                .withStagingApiKey("key-c")
                .withSeed(42)
                .withProfile("typical")
                .withGap("conflict-body", "text")
                .withGap("list-order", "by-id")
                .withControlToken("a-token-of-the-test");
        assertThrows(IllegalStateException.class, process::start);
        List<String> given = new ArrayList<>(List.of(process.getLogs().split("\n")));
        given.removeIf(line -> !line.startsWith("SIM_"));
        given.sort(null);
        assertEquals(
                List.of(
                        "SIM_API_KEY=key-a,key-b",
                        "SIM_CONTROL_HOST=127.0.0.1",
                        "SIM_CONTROL_PORT=0",
                        "SIM_CONTROL_TOKEN=a-token-of-the-test",
                        "SIM_GAP=conflict-body=text;list-order=by-id",
                        "SIM_HOST=127.0.0.1",
                        "SIM_PORT=0",
                        "SIM_PROFILE=typical",
                        "SIM_SCENARIO=" + scenario,
                        "SIM_SEED=42",
                        "SIM_STAGING_API_KEY=key-c",
                        "SIM_STAGING_SCENARIO=empty"),
                given);
        assertEquals("key-a", process.getApiKey());
        assertEquals("key-c", process.getStagingApiKey());
    }

    @Test
    void onlyARunOfTheMatrixIsInherited() {
        String log = InAnotherProcess.start(Map.of(
                "STORE_ORDERS_SIM_BIN", script("exec /usr/bin/env"),
                "SIM_SCENARIO_INLINE", "orders: []",
                "SIM_CELL", "{\"gaps\":{}}",
                "SIM_RECORD", "/nowhere/record"));
        assertTrue(log.contains("\n  SIM_CELL={\"gaps\":{}}"), log);
        assertTrue(log.contains("\n  SIM_RECORD=/nowhere/record"), log);
        assertFalse(log.contains("SIM_SCENARIO_INLINE"), log);
    }

    @Test
    void aScenarioFileThatIsMissingIsNamed() {
        StoreOrdersProcess process = new StoreOrdersProcess(script("exit 0"));
        Path nowhere = Path.of("nowhere.yaml");
        Exception error = assertThrows(IllegalArgumentException.class, () -> process.withScenarioFile(nowhere));
        assertTrue(error.getMessage().startsWith("nowhere.yaml is not a file"));
    }

    @Test
    void closingStopsTheProgram() {
        StoreOrdersProcess process = new StoreOrdersProcess().withScenario("pending").start();
        ControlClient control = process.getControl();
        try (process) {
            assertTrue(control.ready());
            assertEquals(200, Conformance.send(process.getBaseUrl(), process.getApiKey(), "GET", "").getKey());
            String staging = process.getStagingBaseUrl();
            assertEquals(200, Conformance.send(staging, process.getStagingApiKey(), "GET", "").getKey());
        }
        assertFalse(control.ready());
    }
}
