package storeorderssim;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One environment of the simulator, with its own orders, keys, clock, faults, holds and journal. Closing it deletes it. An order is
 * an id (Long) or the handle of one (String); maps have the fields of {@code docs/reference/control-api.md}.
 */
public final class Environment implements AutoCloseable {
    private final ControlClient control;
    private final String name;
    private final String baseUrl;
    private final List<String> apiKeys;
    private Map<String, Long> handles;

    Environment(ControlClient control, Map<String, Object> created) {
        this.control = control;
        name = (String) created.get("name");
        baseUrl = control.baseUrl(created);
        apiKeys = field(created, "apiKeys");
        handles = field(created, "handles");
    }

    /** The name of the environment. */
    public String name() {
        return name;
    }

    /** The base address of the service in this environment. It ends in /v1. */
    public String baseUrl() {
        return baseUrl;
    }

    /** The first API key. */
    public String apiKey() {
        return apiKeys.get(0);
    }

    /** All API keys that the environment began with. */
    public List<String> apiKeys() {
        return apiKeys;
    }

    /** The order ids of the scenario by name. */
    public Map<String, Long> handles() {
        return handles;
    }

    /** Returns the order id of a handle of the scenario. */
    public long handle(String handle) {
        Long id = handles.get(handle);
        if (id == null)
            throw new IllegalArgumentException("no handle \"" + handle + "\" in " + name + ": " + String.join(", ", handles.keySet()));
        return id;
    }

    /** Deletes the environment if it still exists. */
    @Override
    public void close() {
        try {
            call("DELETE", "", null);
        } catch (ControlApiException error) {
            if (!error.getCode().equals("environment_not_found")) throw error;
        }
    }

    /** Replaces the state by a scenario, a name or a map, and the handles by its handles. */
    public void load(Object scenario) {
        handles = field(call("PUT", "/scenario", Map.of("scenario", scenario)), "handles");
    }

    /** Resets orders, keys, clock, gap choices, faults, holds and journal to the scenario. */
    public void reset() {
        call("POST", "/reset", null);
    }

    /** Replaces the gap choices that override the profile. */
    public void setGaps(Map<String, String> gaps) {
        call("PUT", "/profile", Map.of("gaps", gaps));
    }

    /** Returns an order with its {@code status}: pending, shipped or cancelled. The service never sends it. */
    public Map<String, Object> order(Object order) {
        return call("GET", "/orders/" + ControlClient.encode(order), null);
    }

    /** Returns every order. */
    public List<Map<String, Object>> orders() {
        return field(call("GET", "/orders", null), "orders");
    }

    /** Returns the orders with a status. */
    public List<Map<String, Object>> orders(String status) {
        return field(call("GET", "/orders", Map.of("status", status), null), "orders");
    }

    /** Places or replaces an order. */
    public void putOrder(Object order, Map<String, ?> fields) {
        call("PUT", "/orders/" + ControlClient.encode(order), fields);
    }

    /** Deletes an order without cancelling it. */
    public void deleteOrder(Object order) {
        call("DELETE", "/orders/" + ControlClient.encode(order), null);
    }

    /** Ships a pending order. */
    public void ship(Object order) {
        call("POST", "/orders/" + ControlClient.encode(order) + "/ship", null);
    }

    /** Adds a fault, as in {@code docs/reference/faults.md}. Returns its id. */
    public String addFault(Map<String, ?> fault) {
        return (String) call("POST", "/faults", fault).get("id");
    }

    /** Returns the faults; {@code fired} is how often each fired. */
    public List<Map<String, Object>> faults() {
        return field(call("GET", "/faults", null), "faults");
    }

    /** Deletes all faults. */
    public void clearFaults() {
        call("DELETE", "/faults", null);
    }

    /** Adds an API key. Returns its id. */
    public String addKey(String key) {
        return (String) call("POST", "/keys", Map.of("key", key)).get("id");
    }

    /** Adds an API key that expires, on the clock of the environment. Returns its id. */
    public String addKey(String key, Duration expiresIn) {
        return (String) call("POST", "/keys", Map.of("key", key, "expiresIn", text(expiresIn))).get("id");
    }

    /** Revokes an API key by its id. The first key of an environment is {@code key-1}. */
    public void revokeKey(String id) {
        call("DELETE", "/keys/" + ControlClient.encode(id), null);
    }

    /** Stops the clock of the environment. */
    public void freezeClock() {
        changeClock(Map.of("frozen", true));
    }

    /** Sets the clock of the environment. Returns the ids of the orders that shipped by it. */
    public List<Long> setClock(Instant time) {
        return changeClock(Map.of("set", time.toString()));
    }

    /** Advances the clock of the environment. Returns the ids of the orders that shipped by it. */
    public List<Long> advanceClock(Duration by) {
        return changeClock(Map.of("advance", text(by)));
    }

    /** Stops all cancels at their commit, to force a race. */
    public void openHold(String hold) {
        call("POST", "/gates", Map.of("id", hold));
    }

    /** Stops the cancels of one order at their commit, to force a race. */
    public void openHold(String hold, long orderId) {
        call("POST", "/gates", Map.of("id", hold, "orderId", orderId));
    }

    /** Waits for 10 seconds until a cancel waits at a hold. */
    public void waitAtHold(String hold) {
        waitAtHold(hold, 1, Duration.ofSeconds(10));
    }

    /** Waits until a number of cancels wait at a hold, for at most a minute. Throws an AssertionError otherwise. */
    public void waitAtHold(String hold, int count, Duration timeout) {
        Map<String, ?> query = Map.of("waiting", count, "timeout", text(timeout));
        if (!Boolean.TRUE.equals(call("GET", "/gates/" + ControlClient.encode(hold), query, null).get("reached")))
            throw new AssertionError(
                    "fewer than " + count + " cancels waited at the hold " + hold + " within " + text(timeout));
    }

    /** Releases all waiting cancels and closes the hold. */
    public void closeHold(String hold) {
        call("DELETE", "/gates/" + ControlClient.encode(hold), null);
    }

    /** Returns what the client sent and received: up to 100 exchanges, newest first. */
    public List<Map<String, Object>> journal() {
        return field(call("GET", "/journal", null), "exchanges");
    }

    /** Returns what the client sent and received in an operation, listOrders or cancelOrder. */
    public List<Map<String, Object>> journal(String operation) {
        return field(call("GET", "/journal", Map.of("operation", operation), null), "exchanges");
    }

    /** Waits until a number of exchanges of an operation have ended, for at most a minute. Throws an AssertionError otherwise. */
    public List<Map<String, Object>> waitFor(String operation, int count, Duration timeout) {
        Map<String, ?> query = Map.of("operation", operation, "count", count, "timeout", text(timeout));
        Map<String, Object> waited = call("GET", "/journal/wait", query, null);
        if (!Boolean.TRUE.equals(waited.get("reached")))
            throw new AssertionError(waited.get("count") + " of " + count + " exchanges of " + operation + " within "
                    + text(timeout));
        return field(waited, "exchanges");
    }

    /**
     * Checks statements about what the client did. Throws an AssertionError with what the journal shows for those that fail.
     */
    @SafeVarargs
    public final void verify(Map<String, ?>... checks) {
        Map<String, Object> result = call("POST", "/journal/verify", Map.of("checks", List.of(checks)));
        List<Map<String, Object>> results = field(result, "checks");
        String failed = results.stream()
                .filter(check -> !Boolean.TRUE.equals(check.get("passed")))
                .map(check -> check.get("check") + ": " + check.get("seen"))
                .collect(Collectors.joining("\n"));
        if (!failed.isEmpty()) throw new AssertionError(failed);
    }

    /** Returns what the tests met in the environment ({@code outcomes}, {@code ids}), and the {@code holes}. */
    public Map<String, Object> coverage() {
        return call("GET", "/coverage", null);
    }

    private List<Long> changeClock(Map<String, ?> change) {
        return field(call("PATCH", "/clock", change), "shipped");
    }

    private Map<String, Object> call(String method, String below, Object body) {
        return call(method, below, Map.of(), body);
    }

    private Map<String, Object> call(String method, String below, Map<String, ?> query, Object body) {
        return control.call(method, "/environments/" + name + below, new HashMap<>(query), body);
    }

    private static String text(Duration duration) {
        return duration.toMillis() + "ms";
    }

    // The types are those of openapi/control.yaml.
    @SuppressWarnings("unchecked")
    private static <T> T field(Map<String, Object> of, String name) {
        return (T) of.get(name);
    }
}
