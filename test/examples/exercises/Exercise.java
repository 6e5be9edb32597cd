package orders;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;

/** Calls every method of the test helper, and prints what it returns. */
final class Exercise {
    public static void main(String[] args) throws Exception {
        StoreOrdersSim.Environment environment = new StoreOrdersSim()
                .environment(Map.of("scenario", "pending", "gaps", Map.of("conflict-body", "text")));
        try (environment) {
            exercise(environment);
        }
        try {
            environment.reset();
        } catch (StoreOrdersSim.ControlApiException error) {
            print("deleted", error.getMessage().split(":")[0]);
        }
    }

    private static void exercise(StoreOrdersSim.Environment environment) throws Exception {
        StoreOrders store = new StoreOrders(environment.baseUrl, environment.apiKey);
        long big = 9007199254740993L;
        long pending = environment.handle("pending");
        print("base address", environment.baseUrl.replace(environment.name, "NAME"));
        print("handle", pending);
        environment.setGaps(Map.of("conflict-body", "error"));
        print("fault", environment.addFault(Map.of("id", "mine", "kind", "status", "status", 503)));
        environment.clearFaults();
        print("cancel", store.cancel(pending));
        environment.putOrder(big, Map.of("petId", 7, "status", "pending"));
        environment.ship(big);
        Map<?, ?> order = environment.order(big);
        print("order", order.get("id"), order.get("petId"), order.get("status"));
        print("cancel", store.cancel(big));
        print("waited", environment.waitFor("cancelOrder", 2, Duration.ofSeconds(10)).size());
        List<?> exchanges = environment.journal("cancelOrder");
        print("journal", answer(exchanges.get(0)).get("status"), answer(exchanges.get(1)).get("status"));
        String text = (String) ((Map<?, ?>) answer(exchanges.get(0)).get("body")).get("text");
        print("body", text.contains("order_already_shipped"));
        environment.verify(
                Map.of("check", "cancelled", "orderId", pending, "times", 1), Map.of("check", "nothing-else-changed"));
        Map<String, ?> wrong = Map.of("check", "cancelled", "orderId", pending, "times", 7);
        print("failed", failure(() -> environment.verify(Map.of("check", "no-notes"), wrong)));
        print("too few", failure(() -> environment.waitFor("listOrders", 1, Duration.ofMillis(1))).contains("listOrders"));
        environment.reset();
        print("after reset", environment.order("pending").get("status"));
        var orders = List.of(Map.of("id", 7, "ships", Map.of("after", "30s")), Map.of("id", 8));
        environment.load(Map.of("orders", orders, "handles", Map.of("seven", 7)));
        environment.freezeClock();
        print("handle", environment.handle("seven"));
        print("shipped", environment.advanceClock(Duration.ofSeconds(30)).toArray());
        environment.openHold("race", 8);
        print("too few", failure(() -> environment.waitAtHold("race", 1, Duration.ofMillis(1))).contains("race"));
        FutureTask<StoreOrders.Outcome> held = new FutureTask<>(() -> store.cancel(8));
        new Thread(held).start();
        environment.waitAtHold("race", 1, Duration.ofSeconds(10));
        environment.closeHold("race");
        print("held", held.get());
        try {
            environment.order("no body");
        } catch (StoreOrdersSim.ControlApiException error) {
            print("refused", error.getMessage().split(":")[0], error.getMessage().contains("no body"));
        }
    }

    private static Map<?, ?> answer(Object exchange) {
        return (Map<?, ?>) ((Map<?, ?>) exchange).get("answer");
    }

    private static String failure(Runnable call) {
        try {
            call.run();
        } catch (AssertionError error) {
            return error.getMessage();
        }
        throw new IllegalStateException("no failure");
    }

    private static void print(String name, Object... values) {
        System.out.println(name + " " + List.of(values).stream()
                .map(value -> value instanceof StoreOrders.Outcome ? value.toString().toLowerCase(Locale.ROOT) : value)
                .map(Object::toString)
                .collect(Collectors.joining(" ")));
    }
}
