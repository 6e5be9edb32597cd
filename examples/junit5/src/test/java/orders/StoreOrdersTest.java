package orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import orders.StoreOrders.Outcome;
import org.junit.jupiter.api.Test;
import storeorderssim.Environment;

class StoreOrdersTest {
    private final Environment environment;
    private final StoreOrders store;

    /** A separate environment for each test, because JUnit creates an instance of the class for each. */
    StoreOrdersTest(@storeorderssim.StoreOrders Environment environment) {
        this.environment = environment;
        store = new StoreOrders(environment.baseUrl(), environment.apiKey());
    }

    @Test
    void listsIdsBeyond2ToThe53() throws Exception {
        environment.load(Map.of("orders", List.of(Map.of("id", 9007199254740993L))));
        assertEquals(List.of(9007199254740993L), store.listIds());
    }

    @Test
    void cancelsAPendingOrder() throws Exception {
        assertEquals(Outcome.CANCELLED, store.cancel(environment.handle("pending")));
        assertEquals("cancelled", environment.order("pending").get("status"));
    }

    @Test
    void reportsAShippedAndAMissingOrder() throws Exception {
        assertEquals(Outcome.CONFLICT, store.cancel(environment.handle("shipped")));
        assertEquals(Outcome.NOT_FOUND, store.cancel(environment.handle("missing")));
    }

    @Test
    void reportsAnInvalidKey() {
        StoreOrders stranger = new StoreOrders(environment.baseUrl(), "no-key");
        assertThrows(StoreOrders.Unauthorized.class, stranger::listIds);
    }

    @Test
    void retriesIfTheConnectionBreaksBeforeTheCancel() throws Exception {
        environment.addFault(Map.of("kind", "reset", "operation", "cancelOrder", "when", "before-commit", "times", 1));
        assertEquals(Outcome.CANCELLED, store.cancel(environment.handle("pending")));
    }

    @Test
    void promisesNothingIfTheResponseToTheCancelIsLost() throws Exception {
        long pending = environment.handle("pending");
        environment.addFault(Map.of("kind", "reset", "operation", "cancelOrder", "when", "after-commit", "times", 1));
        assertEquals(Outcome.UNCERTAIN, store.cancel(pending));
        environment.verify(
                Map.of("check", "cancelled", "orderId", pending, "times", 1),
                Map.of("check", "nothing-else-changed"),
                Map.of("check", "retried", "atMost", 1),
                Map.of("check", "no-notes"));
    }

    @Test
    void losesTheRaceAgainstShipping() throws Exception {
        long pending = environment.handle("pending");
        environment.openHold("race", pending);
        FutureTask<Outcome> outcome = new FutureTask<>(() -> store.cancel(pending));
        new Thread(outcome).start();
        environment.waitAtHold("race", 1, Duration.ofSeconds(10));
        environment.ship(pending);
        environment.closeHold("race");
        assertEquals(Outcome.CONFLICT, outcome.get());
    }
}
