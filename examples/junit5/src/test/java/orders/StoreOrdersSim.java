package orders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A test helper for store-orders-sim: one environment per test, over the control API. Requires Java 17 and Json.java.
 *
 * <pre>{@code
 * try (var environment = new StoreOrdersSim().environment(Map.of("scenario", "pending"))) {
 *     var store = new StoreOrders(environment.baseUrl, environment.apiKey);
 *     environment.verify(Map.of("check", "no-notes"));
 * }
 * }</pre>
 * Settings, faults, checks and scenarios are maps as in docs/reference/control-api.md, docs/reference/faults.md and
 * docs/reference/scenarios.md. Every
 * method throws a ControlApiException if the simulator refuses the request.
 */
final class StoreOrdersSim {
    /** The control API refused a request. The message has the code of the error and lists every problem. */
    static final class ControlApiException extends RuntimeException {
        ControlApiException(String message) {
            super(message);
        }
    }

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String controlUrl;
    private final String token;
    private final String serviceUrl;

    /** The simulator of the environment variables that README.md lists. */
    StoreOrdersSim() {
        this(variable("CONTROL_URL", "http://localhost:4011"), variable("CONTROL_TOKEN", ""), variable("URL", ""));
    }

    /** `serviceUrl` is the address of the service without /v1; empty if the simulator knows the address. */
    StoreOrdersSim(String controlUrl, String token, String serviceUrl) {
        if (token.isEmpty())
            throw new IllegalStateException("STORE_ORDERS_CONTROL_TOKEN is not set: use the simulator's SIM_CONTROL_TOKEN");
        this.controlUrl = controlUrl.replaceAll("/+$", "");
        this.token = token;
        this.serviceUrl = serviceUrl.replaceAll("/+$", "");
    }

    private static String variable(String name, String otherwise) {
        return System.getenv().getOrDefault("STORE_ORDERS_" + name, otherwise);
    }

    /**
     * Creates an environment with its own orders, key, clock, faults and journal. The settings are the fields of the
     * request: scenario (a name or a map), gaps, profile, seed. It expires after an hour if it is not closed.
     */
    Environment environment(Map<String, ?> settings) {
        Map<String, Object> request = new HashMap<>(Map.of("ttlSeconds", 3600));
        request.putAll(settings);
        String name = "test-" + UUID.randomUUID();
        Map<String, ?> path = Map.of("environment", name);
        return new Environment(name, call("PUT /environments/{environment}", path, Map.of(), request));
    }

    /** Returns the address of an environment. The simulator does not know mapped ports; STORE_ORDERS_URL does. */
    private String baseUrl(Map<?, ?> created) {
        return serviceUrl.isEmpty() ? (String) created.get("baseUrl") : serviceUrl + created.get("path");
    }

    /** Sends one request to a route of openapi/control.yaml and returns the JSON of the response. */
    private Map<?, ?> call(String route, Map<String, ?> path, Map<String, ?> query, Object body) {
        String[] parts = route.split(" ");
        String target = parts[1];
        for (var value : path.entrySet()) target = target.replace("{" + value.getKey() + "}", encode(value.getValue()));
        String search = query.entrySet().stream()
                .map(value -> value.getKey() + "=" + encode(value.getValue()))
                .collect(Collectors.joining("&"));
        URI uri = URI.create(controlUrl + target + (search.isEmpty() ? "" : "?" + search));
        // A wait takes at most 60 s.
        var request = HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token).timeout(Duration.ofSeconds(70));
        if (body == null) request.method(parts[0], HttpRequest.BodyPublishers.noBody());
        else
            request.header("Content-Type", "application/json")
                    .method(parts[0], HttpRequest.BodyPublishers.ofString(Json.write(body)));
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) throw readError(response);
            return (Map<?, ?>) Json.parse(response.body());
        } catch (IOException error) {
            throw new UncheckedIOException("cannot reach " + controlUrl + ": is the simulator running?", error);
        } catch (InterruptedException error) {
            throw new IllegalStateException("interrupted", error);
        }
    }

    private RuntimeException readError(HttpResponse<String> response) {
        try {
            Map<?, ?> error = (Map<?, ?>) Json.parse(response.body());
            return new ControlApiException(error.get("code") + ": " + error.get("message"));
        } catch (IllegalArgumentException | ClassCastException notAnError) {
            return new IllegalStateException(controlUrl + " responded with " + response.statusCode()
                    + " and without an Error body: it is not the control API");
        }
    }

    private static String encode(Object value) {
        return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** One environment of the simulator. Closing it deletes it. */
    final class Environment implements AutoCloseable {
        final String name;
        final String baseUrl;
        final String apiKey;
        private Map<?, ?> handles;

        private Environment(String name, Map<?, ?> created) {
            this.name = name;
            baseUrl = baseUrl(created);
            apiKey = (String) ((List<?>) created.get("apiKeys")).get(0);
            handles = (Map<?, ?>) created.get("handles");
        }

        /** Deletes the environment. */
        @Override
        public void close() {
            call("DELETE /environments/{environment}", null);
        }

        /** Returns the order id of a handle of the scenario. */
        long handle(String handle) {
            if (handles.get(handle) instanceof Long id) return id;
            throw new IllegalArgumentException("no handle " + handle + " in " + handles.keySet());
        }

        /** Replaces the state by a scenario, a name or a map. */
        void load(Object scenario) {
            Map<?, ?> loaded = call("PUT /environments/{environment}/scenario", Map.of("scenario", scenario));
            handles = (Map<?, ?>) loaded.get("handles");
        }

        /** Resets orders, keys, clock, gap choices, faults, holds and journal to the scenario. */
        void reset() {
            call("POST /environments/{environment}/reset", null);
        }

        /** Replaces the gap choices that override the profile. */
        void setGaps(Map<String, String> gaps) {
            call("PUT /environments/{environment}/profile", Map.of("gaps", gaps));
        }

        /** Adds a fault and returns its id. */
        String addFault(Map<String, ?> fault) {
            return (String) call("POST /environments/{environment}/faults", fault).get("id");
        }

        /** Deletes all faults. */
        void clearFaults() {
            call("DELETE /environments/{environment}/faults", null);
        }

        /** Returns an order, by id or handle, with its "status": pending, shipped or cancelled. */
        Map<?, ?> order(Object order) {
            return call("GET /environments/{environment}/orders/{order}", Map.of("order", order), Map.of(), null);
        }

        /** Places or replaces an order. */
        void putOrder(long id, Map<String, ?> fields) {
            call("PUT /environments/{environment}/orders/{order}", Map.of("order", id), Map.of(), fields);
        }

        /** Ships a pending order, by id or handle. */
        void ship(Object order) {
            call("POST /environments/{environment}/orders/{order}/ship", Map.of("order", order), Map.of(), null);
        }

        /** Stops the clock of the environment. */
        void freezeClock() {
            call("PATCH /environments/{environment}/clock", Map.of("frozen", true));
        }

        /** Advances the clock and returns the orders that shipped by it. */
        List<?> advanceClock(Duration by) {
            Map<String, ?> change = Map.of("advance", by.toMillis() + "ms");
            return (List<?>) call("PATCH /environments/{environment}/clock", change).get("shipped");
        }

        /** Stops cancels of an order at their commit, to force a race. */
        void openHold(String hold, long orderId) {
            call("POST /environments/{environment}/gates", Map.of("id", hold, "orderId", orderId));
        }

        /** Waits until a number of cancels wait at a hold. Throws an AssertionError otherwise. */
        void waitAtHold(String hold, int count, Duration timeout) {
            Map<String, ?> query = Map.of("waiting", count, "timeout", timeout.toMillis() + "ms");
            Map<?, ?> wait = call("GET /environments/{environment}/gates/{gate}", Map.of("gate", hold), query, null);
            if (!(Boolean) wait.get("reached"))
                throw new AssertionError("fewer than " + count + " cancels waited at the hold " + hold);
        }

        /** Releases all waiting cancels and closes the hold. */
        void closeHold(String hold) {
            call("DELETE /environments/{environment}/gates/{gate}", Map.of("gate", hold), Map.of(), null);
        }

        /** Returns what the client sent and received in an operation, newest first, up to 100 exchanges. */
        List<?> journal(String operation) {
            Map<String, ?> query = Map.of("operation", operation);
            return (List<?>) call("GET /environments/{environment}/journal", Map.of(), query, null).get("exchanges");
        }

        /** Waits until a number of exchanges of an operation have ended. Throws an AssertionError otherwise. */
        List<?> waitFor(String operation, int count, Duration timeout) {
            Map<String, ?> query = Map.of("operation", operation, "count", count, "timeout", timeout.toMillis() + "ms");
            Map<?, ?> wait = call("GET /environments/{environment}/journal/wait", Map.of(), query, null);
            if (!(Boolean) wait.get("reached"))
                throw new AssertionError(wait.get("count") + " of " + count + " exchanges of " + operation);
            return (List<?>) wait.get("exchanges");
        }

        /** Checks statements about what the client did. Throws an AssertionError that lists those that are false. */
        @SafeVarargs
        final void verify(Map<String, ?>... checks) {
            Map<?, ?> result =
                    call("POST /environments/{environment}/journal/verify", Map.of("checks", List.of(checks)));
            String failed = ((List<?>) result.get("checks")).stream()
                    .map(check -> (Map<?, ?>) check)
                    .filter(check -> !(Boolean) check.get("passed"))
                    .map(check -> check.get("check") + ": " + check.get("seen"))
                    .collect(Collectors.joining("\n"));
            if (!failed.isEmpty()) throw new AssertionError(failed);
        }

        private Map<?, ?> call(String route, Object body) {
            return call(route, Map.of(), Map.of(), body);
        }

        private Map<?, ?> call(String route, Map<String, ?> path, Map<String, ?> query, Object body) {
            return StoreOrdersSim.this.call(route.replace("{environment}", name), path, query, body);
        }
    }
}
