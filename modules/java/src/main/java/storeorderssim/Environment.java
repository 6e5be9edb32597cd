package storeorderssim;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One environment of the simulator, with its own orders, keys, clock, faults, holds and journal. Closing it deletes it. */
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

    /**
     * The name of the environment.
     *
     * @return such as {@code test-5e1f}
     */
    public String name() {
        return name;
    }

    /**
     * The base address of the service in this environment.
     *
     * @return an address that ends in /v1
     */
    public String baseUrl() {
        return baseUrl;
    }

    /**
     * The first API key.
     *
     * @return the key for the client under test
     */
    public String apiKey() {
        return apiKeys.get(0);
    }

    /**
     * All API keys that the environment began with.
     *
     * @return at least one
     */
    public List<String> apiKeys() {
        return apiKeys;
    }

    /**
     * The order ids of the scenario by name.
     *
     * @return the ids
     */
    public Map<String, Long> handles() {
        return handles;
    }

    /**
     * Returns the order id of a handle of the scenario.
     *
     * @param handle such as {@code pending}
     * @return the order id
     */
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

    /**
     * Replaces the state by a scenario, and the handles by its handles.
     *
     * @param scenario a name, or a map
     */
    public void load(Object scenario) {
        handles = field(call("PUT", "/scenario", Map.of("scenario", scenario)), "handles");
    }

    /** Resets orders, keys, clock, gap choices, faults, holds and journal to the scenario. */
    public void reset() {
        call("POST", "/reset", null);
    }

    /**
     * Replaces the gap choices that override the profile.
     *
     * @param gaps the choices by gap key
     */
    public void setGaps(Map<String, String> gaps) {
        call("PUT", "/profile", Map.of("gaps", gaps));
    }

    /**
     * Returns an order with its status, which the service never sends.
     *
     * @param order an id or a handle
     * @return the fields; {@code status} is pending, shipped or cancelled
     */
    public Map<String, Object> order(Object order) {
        return call("GET", "/orders/" + ControlClient.encode(order), null);
    }

    /**
     * Returns every order.
     *
     * @return the fields of each
     */
    public List<Map<String, Object>> orders() {
        return field(call("GET", "/orders", null), "orders");
    }

    /**
     * Returns the orders with a status.
     *
     * @param status pending, shipped or cancelled
     * @return the fields of each
     */
    public List<Map<String, Object>> orders(String status) {
        return field(call("GET", "/orders", Map.of("status", status), null), "orders");
    }

    /**
     * Places or replaces an order.
     *
     * @param order an id or a handle
     * @param fields petId, quantity, shipDate, complete, status
     */
    public void putOrder(Object order, Map<String, ?> fields) {
        call("PUT", "/orders/" + ControlClient.encode(order), fields);
    }

    /**
     * Deletes an order without cancelling it.
     *
     * @param order an id or a handle
     */
    public void deleteOrder(Object order) {
        call("DELETE", "/orders/" + ControlClient.encode(order), null);
    }

    /**
     * Ships a pending order.
     *
     * @param order an id or a handle
     */
    public void ship(Object order) {
        call("POST", "/orders/" + ControlClient.encode(order) + "/ship", null);
    }

    /**
     * Adds a fault.
     *
     * @param fault kind, operation, orderId, times and the other fields of docs/reference/faults.md
     * @return the id of the fault
     */
    public String addFault(Map<String, ?> fault) {
        return (String) call("POST", "/faults", fault).get("id");
    }

    /**
     * Returns the faults.
     *
     * @return the fields of each; {@code fired} is how often it fired
     */
    public List<Map<String, Object>> faults() {
        return field(call("GET", "/faults", null), "faults");
    }

    /** Deletes all faults. */
    public void clearFaults() {
        call("DELETE", "/faults", null);
    }

    /**
     * Adds an API key.
     *
     * @param key the key
     * @return the id of the key
     */
    public String addKey(String key) {
        return (String) call("POST", "/keys", Map.of("key", key)).get("id");
    }

    /**
     * Adds an API key that expires.
     *
     * @param key the key
     * @param expiresIn the time until it expires, on the clock of the environment
     * @return the id of the key
     */
    public String addKey(String key, Duration expiresIn) {
        return (String) call("POST", "/keys", Map.of("key", key, "expiresIn", text(expiresIn))).get("id");
    }

    /**
     * Revokes an API key.
     *
     * @param id the id of the key; {@code key-1} is the first of the environment
     */
    public void revokeKey(String id) {
        call("DELETE", "/keys/" + ControlClient.encode(id), null);
    }

    /** Stops the clock of the environment. */
    public void freezeClock() {
        changeClock(Map.of("frozen", true));
    }

    /**
     * Sets the clock of the environment.
     *
     * @param time the new time
     * @return the ids of the orders that shipped by it
     */
    public List<Long> setClock(Instant time) {
        return changeClock(Map.of("set", time.toString()));
    }

    /**
     * Advances the clock of the environment.
     *
     * @param by for how long
     * @return the ids of the orders that shipped by it
     */
    public List<Long> advanceClock(Duration by) {
        return changeClock(Map.of("advance", text(by)));
    }

    /**
     * Stops all cancels at their commit, to force a race.
     *
     * @param hold a name for the hold
     */
    public void openHold(String hold) {
        call("POST", "/gates", Map.of("id", hold));
    }

    /**
     * Stops the cancels of one order at their commit, to force a race.
     *
     * @param hold a name for the hold
     * @param orderId the order
     */
    public void openHold(String hold, long orderId) {
        call("POST", "/gates", Map.of("id", hold, "orderId", orderId));
    }

    /**
     * Waits for 10 seconds until a cancel waits at a hold.
     *
     * @param hold the name of the hold
     */
    public void waitAtHold(String hold) {
        waitAtHold(hold, 1, Duration.ofSeconds(10));
    }

    /**
     * Waits until a number of cancels wait at a hold. Throws an AssertionError otherwise.
     *
     * @param hold the name of the hold
     * @param count how many
     * @param timeout for how long, at most a minute
     */
    public void waitAtHold(String hold, int count, Duration timeout) {
        Map<String, ?> query = Map.of("waiting", count, "timeout", text(timeout));
        if (!Boolean.TRUE.equals(call("GET", "/gates/" + ControlClient.encode(hold), query, null).get("reached")))
            throw new AssertionError(
                    "fewer than " + count + " cancels waited at the hold " + hold + " within " + text(timeout));
    }

    /**
     * Releases all waiting cancels and closes the hold.
     *
     * @param hold the name of the hold
     */
    public void closeHold(String hold) {
        call("DELETE", "/gates/" + ControlClient.encode(hold), null);
    }

    /**
     * Returns what the client sent and received.
     *
     * @return up to 100 exchanges, newest first
     */
    public List<Map<String, Object>> journal() {
        return field(call("GET", "/journal", null), "exchanges");
    }

    /**
     * Returns what the client sent and received in an operation.
     *
     * @param operation listOrders or cancelOrder
     * @return up to 100 exchanges, newest first
     */
    public List<Map<String, Object>> journal(String operation) {
        return field(call("GET", "/journal", Map.of("operation", operation), null), "exchanges");
    }

    /**
     * Waits until a number of exchanges of an operation have ended. Throws an AssertionError otherwise.
     *
     * @param operation listOrders or cancelOrder
     * @param count how many
     * @param timeout for how long, at most a minute
     * @return the exchanges
     */
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
     *
     * @param checks such as {@code Map.of("check", "cancelled", "orderId", 1L, "times", 1)}
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

    /**
     * Returns what the tests met in the environment, and what they did not meet.
     *
     * @return counts by {@code outcomes}, {@code ids}; {@code holes} is a list
     */
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
