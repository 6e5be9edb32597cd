package storeorderssim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** The extension in test runs of users. */
class StoreOrdersExtensionTest {
    private static int cancel(Environment orders) {
        String path = "/" + orders.handle("pending");
        return Conformance.send(orders.baseUrl(), orders.apiKey(), "DELETE", path).getKey();
    }

    @Tag("user")
    static class Settings {
        private Environment before;

        @BeforeEach
        void prepare(@StoreOrders(scenario = "shipped") Environment orders) {
            before = orders;
        }

        @Test
        void mixedByDefault(@StoreOrders Environment orders) {
            assertEquals("shipped", orders.order("shipped").get("status"));
            assertNotEquals(before.name(), orders.name());
            assertEquals("shipped", before.order("shipped").get("status"));
        }

        @Test
        void byName(@StoreOrders(scenario = "pending", apiKeys = "key-of-the-test", seed = 7) Environment orders) {
            assertEquals(Set.of("pending", "missing"), orders.handles().keySet());
            assertEquals("key-of-the-test", orders.apiKey());
        }

        @Test
        void inline(
                @StoreOrders(scenario = "{\"orders\":[{\"id\":1001}]}", gaps = "cancelled-in-list=remove", profile = "typical")
                        Environment orders) {
            assertEquals(204, Conformance.send(orders.baseUrl(), orders.apiKey(), "DELETE", "/1001").getKey());
            assertEquals("[]", Conformance.send(orders.baseUrl(), orders.apiKey(), "GET", "").getValue());
        }
    }

    @Tag("user")
    @Execution(ExecutionMode.CONCURRENT)
    static class Parallel {
        static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

        @RepeatedTest(208)
        void cancels(@StoreOrders(scenario = "pending") Environment orders) {
            NAMES.add(orders.name());
            assertEquals(204, cancel(orders));
            orders.verify(
                    Map.of("check", "cancelled", "orderId", orders.handle("pending"), "times", 1),
                    Map.of("check", "nothing-else-changed"));
        }
    }

    @Tag("user")
    static class Failing {
        @Test
        void fails(@StoreOrders(scenario = "pending") Environment orders) {
            assertEquals(409, cancel(orders));
        }
    }

    @Tag("user")
    @TestMethodOrder(MethodOrderer.MethodName.class)
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class InOrder {
        private final Environment ofTheClass;
        private Environment ofTheFirst;

        InOrder(@StoreOrders Environment orders) {
            ofTheClass = orders;
        }

        @Test
        void first(@StoreOrders Environment orders) {
            ofTheFirst = orders;
        }

        @Test
        void second() {
            assertEquals("shipped", ofTheClass.order("shipped").get("status"));
            ControlApiException gone = assertThrows(ControlApiException.class, ofTheFirst::orders);
            assertEquals("environment_not_found", gone.getCode());
        }
    }

    @Tag("user")
    static class WrongType {
        @Test
        void takesAString(@StoreOrders String orders) {}
    }

    private static EngineTestKit.Builder run(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests));
    }

    @Test
    void theAnnotationChoosesTheEnvironment() {
        run(Settings.class).execute().testEvents().assertStatistics(tests -> tests.started(3).succeeded(3));
    }

    @Test
    void the208Tests8AtOnceHaveEnvironmentsOfTheirOwn() {
        run(Parallel.class)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "8")
                .execute()
                .testEvents()
                .assertStatistics(tests -> tests.started(208).succeeded(208));
        assertEquals(208, Parallel.NAMES.size());
    }

    @Test
    void aParameterOfAnotherTypeIsNamed() {
        Event failed = run(WrongType.class).execute().testEvents().failed().stream().findFirst().orElseThrow();
        String message = failed.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow().getMessage();
        assertTrue(message.contains("but a value assignment compatible with [java.lang.String] is required"), message);
    }

    @Test
    void anEnvironmentIsDeletedAtTheEndOfItsTest() {
        run(InOrder.class).execute().testEvents().assertStatistics(tests -> tests.succeeded(2));
    }

    @Test
    void aFailureShowsTheRequests() {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            run(Failing.class).execute().testEvents().assertStatistics(tests -> tests.failed(1));
        } finally {
            System.setErr(before);
        }
        List<String> lines = List.of(printed.toString(StandardCharsets.UTF_8).split("\n"));
        assertTrue(lines.stream().anyMatch(line -> line.matches("requests in test-\\w+:")), lines.toString());
        assertTrue(lines.stream().anyMatch(line -> line.matches("  DELETE .*/store/orders/48210013 -> 204")));
    }
}
