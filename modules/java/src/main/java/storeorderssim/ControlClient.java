package storeorderssim;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.ToNumberPolicy;
import com.google.gson.reflect.TypeToken;
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
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A client of the control API, which creates environments of a running simulator. Settings, faults and checks are maps with
 * the fields of {@code docs/reference/control-api.md}. Every method throws a {@link ControlApiException} if the simulator refuses
 * the request.
 */
public final class ControlClient {
    // Integers are exact: order ids need all 64 bits.
    private static final Gson JSON =
            new GsonBuilder().setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE).create();
    private static final TypeToken<Map<String, Object>> OBJECT = new TypeToken<>() {};

    // The simulator is near: no proxy.
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();

    private final String url;
    private final String token;
    private final String serviceUrl;

    /** A client of a simulator that knows the address of its service. */
    public ControlClient(String url, String token) {
        this(url, token, null);
    }

    /** A client of a simulator behind mapped ports or on a Docker network: {@code serviceUrl} is as the client under test reaches it. */
    public ControlClient(String url, String token, String serviceUrl) {
        this.url = url.replaceAll("/+$", "");
        this.token = token;
        this.serviceUrl = serviceUrl == null ? "" : serviceUrl.replaceAll("(/v1)?/*$", "");
    }

    /** Creates an environment with a scenario by name. Its {@code close} deletes it. */
    public Environment createEnvironment(String scenario) {
        return createEnvironment(Map.of("scenario", scenario));
    }

    /**
     * Creates an environment with some of the settings scenario (a name or a map), gaps, profile, seed, apiKeys and ttl. If it is not
     * closed, it expires after {@code ttl}, by default an hour.
     */
    public Environment createEnvironment(Map<String, ?> settings) {
        Map<String, Object> request = new HashMap<>(Map.of("ttl", "1h"));
        request.putAll(settings);
        String name = "test-" + UUID.randomUUID().toString().replace("-", "");
        return new Environment(this, call("PUT", "/environments/" + name, Map.of(), request));
    }

    /** Asks whether every socket of the simulator listens. */
    public boolean ready() {
        try {
            return "ready".equals(call("GET", "/readyz", Map.of(), null).get("status"));
        } catch (UncheckedIOException | ControlApiException | IllegalStateException notReady) {
            return false;
        }
    }

    /** Returns the record of a run of {@code matrix}, one JSON object on each line. */
    public String record() {
        return send("GET", "/record", null);
    }

    /** Returns the base address of an environment as the client under test reaches it. */
    String baseUrl(Map<String, Object> created) {
        if (!serviceUrl.isEmpty()) return serviceUrl + created.get("path");
        if (created.get("baseUrl") != null) return (String) created.get("baseUrl");
        throw new IllegalStateException("the base address of " + created.get("name") + " is unknown; set serviceUrl of the"
                + " ControlClient (STORE_ORDERS_BASE_URL): " + created.get("baseUrlHint"));
    }

    /** Sends one request to a route of openapi/control.yaml. */
    Map<String, Object> call(String method, String path, Map<String, ?> query, Object body) {
        String search = query.entrySet().stream()
                .map(value -> value.getKey() + "=" + encode(value.getValue()))
                .collect(Collectors.joining("&"));
        return object(send(method, path + (search.isEmpty() ? "" : "?" + search), body));
    }

    private String send(String method, String target, Object body) {
        // A wait takes at most 60 s.
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + target))
                .header("Authorization", "Bearer " + token)
                .timeout(Duration.ofSeconds(70))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (body != null)
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(JSON.toJson(body)));
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) throw refusal(response);
            return response.body();
        } catch (IOException error) {
            throw new UncheckedIOException("the control API cannot be reached at " + url + " (" + error
                    + "): is the simulator running?", error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", error);
        }
    }

    private RuntimeException refusal(HttpResponse<String> response) {
        Map<String, Object> error;
        try {
            error = object(response.body());
        } catch (JsonParseException notJson) {
            error = Map.of();
        }
        if (error != null && error.get("code") instanceof String && error.get("message") instanceof String)
            return new ControlApiException(
                    response.statusCode(), (String) error.get("code"), (String) error.get("message"));
        return new IllegalStateException(url + " responded with " + response.statusCode()
                + " and without an Error body: it is not the control API");
    }

    /** Reads a JSON object with exact integers. */
    static Map<String, Object> object(String json) {
        return JSON.fromJson(json, OBJECT);
    }

    static String encode(Object value) {
        return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }
}
