package storeorderssim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.Network;

@Tag("containers")
class StoreOrdersContainerTest {
    @TempDir
    private Path folder;

    private static String listed(String baseUrl, String key) {
        return Conformance.send(baseUrl, key, "GET", "").getValue();
    }

    @Test
    void startsWithAllOptions() {
        try (StoreOrdersContainer store = new StoreOrdersContainer()
                .withScenario("shipped")
                .withStagingScenario("empty")
                .withApiKey("key-a", "key-b")
                .withStagingApiKey("key-c")
                .withSeed(42)
                .withProfile("typical")
                .withGap("conflict-body", "text")
                .withControlToken("a-token-of-the-test")) {
            store.start();
            assertEquals("key-a", store.getApiKey());
            assertTrue(listed(store.getBaseUrl(), "key-b").contains("48190577"));
            assertEquals("[]", listed(store.getStagingBaseUrl(), store.getStagingApiKey()));
            Object answers = store.getControl()
                    .call("GET", "/environments/production/profile", Map.of(), null)
                    .get("answers");
            assertTrue(answers.toString().contains("conflict-body=text"));
        }
    }

    @Test
    void startsWithAScenarioFile() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), "orders: [{ id: 9007199254740993 }]\n");
        try (StoreOrdersContainer store = new StoreOrdersContainer().withScenarioFile(file)) {
            store.start();
            assertTrue(listed(store.getBaseUrl(), store.getApiKey()).contains("9007199254740993"));
        }
    }

    @Test
    void aFailedStartShowsTheEndOfTheLog() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), "orders:\n  - { id: 1, quantty: 2 }\n");
        try (StoreOrdersContainer store = new StoreOrdersContainer().withScenarioFile(file)) {
            Exception error = assertThrows(ContainerLaunchException.class, store::start);
            assertTrue(error.getMessage().contains("exit code 2 before it was ready"), error.getMessage());
            assertTrue(error.getMessage().contains("/scenarios/mine.yaml:2:14 "), error.getMessage());
            assertNull(store.getContainerId());
        }
    }

    @Test
    void aContainerIsReusedByTheSameOptions() {
        StoreOrdersContainer first = reused("pending");
        try {
            assertEquals(first.getContainerId(), reused("pending").getContainerId());
            StoreOrdersContainer other = reused("shipped");
            other.stop();
            assertNotEquals(first.getContainerId(), other.getContainerId());
            assertTrue(first.getControl().ready());
        } finally {
            first.stop();
        }
    }

    private static StoreOrdersContainer reused(String scenario) {
        StoreOrdersContainer container = new StoreOrdersContainer()
                .withScenario(scenario)
                .withControlToken("a-token-of-the-test")
                .withReuse(true);
        container.start();
        return container;
    }

    @Test
    void aRunOfTheMatrixReachesTheContainerAndItsRecordTheFile() throws IOException {
        Path record = folder.resolve("record.jsonl");
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.put("TESTCONTAINERS_TRANSPORT_TYPE", "httpclient5");
        variables.put("SIM_CELL", "{\"gaps\":{\"cancelled-in-list\":\"remove\"}}");
        variables.put("SIM_RECORD", record.toString());
        assertEquals("ready: true\n[]", InAnotherProcess.start(variables));
        assertTrue(Files.readAllLines(record).size() >= 2);
    }

    @Test
    void anotherContainerOfTheNetworkReachesAnEnvironmentByTheServiceUrl() throws Exception {
        try (Network network = Network.newNetwork();
                StoreOrdersContainer store =
                        new StoreOrdersContainer().withNetwork(network).withNetworkAliases("store")) {
            store.start();
            try (Environment orders = store.controlFor("http://store:4010").createEnvironment("empty")) {
                assertEquals("http://store:4010/" + orders.name() + "/v1", orders.baseUrl());
                String script = "fetch('" + orders.baseUrl() + "/store/orders', { headers: { Authorization: 'Bearer "
                        + orders.apiKey() + "' } }).then((one) => one.text()).then(console.log)";
                assertEquals("[]\n", store.execInContainer("node", "-e", script).getStdout());
            }
        }
    }
}
