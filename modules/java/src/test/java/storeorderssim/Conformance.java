package storeorderssim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs the cases of modules/conformance/cases.json, which the modules of all languages run. */
final class Conformance {
    static final Map<String, Object> SHARED = read();
    static final List<Map<String, Object>> CASES = at(SHARED, "cases");

    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Environment environment;
    private CompletableFuture<Integer> begun;

    private Conformance(Environment environment) {
        this.environment = environment;
    }

    /** Runs one case in an environment of its own. */
    static void run(ControlClient control, Map<String, Object> testCase) {
        try (Environment environment = control.createEnvironment(Map.of("scenario", testCase.get("scenario")))) {
            Conformance run = new Conformance(environment);
            for (Map<String, Object> step : Conformance.<List<Map<String, Object>>>at(testCase, "steps")) run.step(step);
        }
    }

    /** Sends one request as a client under test. The status of a broken connection is 0. */
    static Map.Entry<Integer, String> send(String baseUrl, String key, String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + "/store/orders" + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Authorization", "Bearer " + key)
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return Map.entry(response.statusCode(), response.body());
        } catch (IOException broken) {
            return Map.entry(0, "");
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    private void step(Map<String, Object> step) {
        switch ((String) step.get("do")) {
            case "cancel":
                assertEquals(number(step, "status"), cancel(step));
                break;
            case "beginCancel":
                begun = CompletableFuture.supplyAsync(() -> cancel(step), task -> new Thread(task).start());
                break;
            case "endCancel":
                assertEquals(number(step, "status"), begun.join());
                break;
            case "list":
                String key = step.containsKey("key") ? at(step, "key") : environment.apiKey();
                int status = step.containsKey("status") ? number(step, "status") : 200;
                assertEquals(status, send(environment.baseUrl(), key, "GET", "").getKey());
                if (step.containsKey("ids")) assertEquals(step.get("ids"), listed());
                break;
            case "listLacks":
                assertFalse(listed().contains(id(step.get("order"))));
                break;
            case "verify":
                verify(step);
                break;
            case "refused":
                ControlApiException refusal =
                        assertThrows(ControlApiException.class, () -> environment.order(step.get("order")));
                assertEquals(step.get("code"), refusal.getCode());
                assertTrue(refusal.getMessage().contains(at(step, "message")));
                break;
            case "noHandle":
                String handle = at(step, "order");
                Exception unknown = assertThrows(IllegalArgumentException.class, () -> environment.handle(handle));
                assertTrue(unknown.getMessage().startsWith("no handle \"" + handle + "\""));
                break;
            default:
                control(step);
        }
    }

    private void control(Map<String, Object> step) {
        Object order = step.get("order");
        String hold = at(step, "hold");
        switch ((String) step.get("do")) {
            case "order":
                assertEquals(step.get("is"), environment.order(order).get("status"));
                break;
            case "orders":
                assertEquals(step.get("ids"), fields(environment.orders(at(step, "status")), "id"));
                break;
            case "putOrder":
                environment.putOrder(order, Conformance.<Map<String, Object>>at(step, "fields"));
                break;
            case "deleteOrder":
                environment.deleteOrder(order);
                break;
            case "ship":
                environment.ship(order);
                break;
            case "openHold":
                if (order == null) environment.openHold(hold);
                else environment.openHold(hold, id(order));
                break;
            case "waitAtHold":
                if (!Boolean.FALSE.equals(step.get("reached"))) environment.waitAtHold(hold);
                else assertThrows(AssertionError.class, () -> environment.waitAtHold(hold, 1, duration(step, "timeout")));
                break;
            case "closeHold":
                environment.closeHold(hold);
                break;
            default:
                behaviour(step);
        }
    }

    private void behaviour(Map<String, Object> step) {
        switch ((String) step.get("do")) {
            case "addFault":
                environment.addFault(withId(at(step, "fault")));
                break;
            case "faults":
                assertEquals(step.get("fired"), fields(environment.faults(), "fired"));
                break;
            case "clearFaults":
                environment.clearFaults();
                break;
            case "addKey":
                assertEquals("key-2", environment.addKey(at(step, "key")));
                break;
            case "revokeKey":
                environment.revokeKey(at(step, "id"));
                break;
            case "freezeClock":
                environment.freezeClock();
                break;
            case "advanceClock":
                assertEquals(step.get("shipped"), environment.advanceClock(duration(step, "by")));
                break;
            case "journal":
                List<Object> answers = fields(environment.journal(at(step, "operation")), "answer");
                assertEquals(
                        step.get("statuses"),
                        answers.stream().map(one -> ((Map<?, ?>) one).get("status")).collect(Collectors.toList()));
                break;
            case "waitFor":
                int count = number(step, "count");
                assertEquals(count, environment.waitFor(at(step, "operation"), count, Duration.ofSeconds(10)).size());
                break;
            case "coverage":
                assertEquals(step.get("outcomes"), environment.coverage().get("outcomes"));
                break;
            case "load":
                environment.load(step.get("scenario"));
                break;
            case "reset":
                environment.reset();
                break;
            case "setGaps":
                environment.setGaps(at(step, "gaps"));
                break;
            default:
                throw new AssertionError("unknown step " + step);
        }
    }

    private int cancel(Map<String, Object> step) {
        return send(environment.baseUrl(), environment.apiKey(), "DELETE", "/" + id(step.get("order"))).getKey();
    }

    private List<Long> listed() {
        String body = send(environment.baseUrl(), environment.apiKey(), "GET", "").getValue();
        return Pattern.compile("\"id\":(-?\\d+)").matcher(body).results()
                .map((MatchResult match) -> Long.valueOf(match.group(1)))
                .sorted()
                .collect(Collectors.toList());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private void verify(Map<String, Object> step) {
        Map<String, ?>[] checks = Conformance.<List<Map<String, Object>>>at(step, "checks").stream()
                .map(this::withId)
                .toArray(Map[]::new);
        if (!step.containsKey("fails")) environment.verify(checks);
        else {
            AssertionError failed = assertThrows(AssertionError.class, () -> environment.verify(checks));
            assertTrue(failed.getMessage().contains(at(step, "fails")), failed.getMessage());
        }
    }

    private long id(Object order) {
        return order instanceof Long ? (Long) order : environment.handle((String) order);
    }

    private Map<String, Object> withId(Map<String, Object> fields) {
        Map<String, Object> withId = new HashMap<>(fields);
        withId.computeIfPresent("orderId", (name, order) -> id(order));
        return withId;
    }

    private static List<Object> fields(List<Map<String, Object>> of, String name) {
        return of.stream().map(one -> one.get(name)).collect(Collectors.toList());
    }

    private static Duration duration(Map<String, Object> step, String name) {
        String text = at(step, name);
        return Duration.parse(text.endsWith("ms") ? "PT0.00" + text.replace("ms", "S") : "PT" + text);
    }

    private static int number(Map<String, Object> step, String name) {
        return Conformance.<Long>at(step, name).intValue();
    }

    @SuppressWarnings("unchecked")
    private static <T> T at(Map<String, Object> of, String name) {
        return (T) of.get(name);
    }

    private static Map<String, Object> read() {
        try {
            return ControlClient.object(Files.readString(Path.of("..", "conformance", "cases.json")));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
