import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs without a build tool: java StoreOrdersTest.java. */
public class StoreOrdersTest {
    static final HttpClient http = HttpClient.newHttpClient();

    static String setting(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null ? otherwise : value;
    }

    static HttpResponse<String> send(String method, String url, String key, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + key);
        if (body == null) request.method(method, BodyPublishers.noBody());
        else request.method(method, BodyPublishers.ofString(body)).header("Content-Type", "application/json");
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /** Calls the control API of the simulator. */
    static String control(String method, String path, String body) throws IOException, InterruptedException {
        String url = setting("STORE_ORDERS_CONTROL_URL", "http://localhost:4011") + path;
        String token = setting("STORE_ORDERS_CONTROL_TOKEN", "token-for-tests");
        HttpResponse<String> response = send(method, url, token, body);
        expect(response.statusCode() < 300, method + " " + path + ": " + response.body());
        return response.body();
    }

    /** The client under test: call yours here. */
    static int cancel(String baseUrl, String apiKey, long orderId) throws IOException, InterruptedException {
        return send("DELETE", baseUrl + "/store/orders/" + orderId, apiKey, null).statusCode();
    }

    static void expect(boolean holds, String message) {
        if (!holds) throw new AssertionError(message);
    }

    /** Returns a text or number of a JSON document. Your test has a JSON library. */
    static String field(String json, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(json);
        expect(matcher.find(), "no " + pattern + " in " + json);
        return matcher.group(1);
    }

    static void cancelsAPendingOrderAndNotAShippedOne() throws IOException, InterruptedException {
        String path = "/environments/test-" + ProcessHandle.current().pid();
        String environment = control("PUT", path, "{\"scenario\": \"first\"}");
        try {
            String baseUrl = field(environment, "\"baseUrl\":\\s*\"([^\"]+)");
            String apiKey = field(environment, "\"apiKeys\":\\s*\\[\\s*\"([^\"]+)");
            String handles = field(environment, "\"handles\":\\s*(\\{[^}]*})");
            long pending = Long.parseLong(field(handles, "\"pending\":\\s*(-?\\d+)"));
            long shipped = Long.parseLong(field(handles, "\"shipped\":\\s*(-?\\d+)"));
            int first = cancel(baseUrl, apiKey, pending);
            expect(first == 204, "the pending order: " + first);
            int second = cancel(baseUrl, apiKey, shipped);
            expect(second == 409, "the shipped order: " + second);
            String checks = "{\"checks\": [{\"check\": \"cancelled\", \"orderId\": " + pending
                    + ", \"times\": 1}, {\"check\": \"nothing-else-changed\"}]}";
            String result = control("POST", path + "/journal/verify", checks);
            expect(field(result, "\"passed\":\\s*(\\w+)").equals("true"), result);
        } finally {
            control("DELETE", path, null);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        cancelsAPendingOrderAndNotAShippedOne();
        System.out.println("1 test passed");
    }
}
