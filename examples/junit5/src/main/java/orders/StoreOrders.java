package orders;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** The client under test: replace it with yours. It cancels orders, and repeats a cancel that gets no response. */
final class StoreOrders {
    /** UNCERTAIN: an attempt without a response may have cancelled the order. */
    enum Outcome { CANCELLED, CONFLICT, NOT_FOUND, UNCERTAIN }

    /** The API key is missing or invalid. */
    static final class Unauthorized extends RuntimeException {}

    private static final int ATTEMPTS = 3;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String baseUrl;
    private final String apiKey;

    /** The base address ends in /v1. */
    StoreOrders(String baseUrl, String apiKey) {
        this.baseUrl = baseUrl;
        this.apiKey = apiKey;
    }

    /** Returns the ids of all orders. An id is optional. */
    List<Long> listIds() throws IOException, InterruptedException {
        HttpResponse<String> response = send("GET", "/store/orders");
        if (response.statusCode() != 200) throw new IOException("listing orders returned " + response.statusCode());
        return JsonParser.parseString(response.body()).getAsJsonArray().asList().stream()
                .map(order -> order.getAsJsonObject().get("id"))
                .filter(id -> id != null)
                .map(JsonElement::getAsLong)
                .toList();
    }

    Outcome cancel(long id) throws IOException, InterruptedException {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            int status;
            try {
                status = send("DELETE", "/store/orders/" + id).statusCode();
            } catch (IOException noResponse) {
                continue;
            }
            if (status == 204) return Outcome.CANCELLED;
            if (status != 404 && status != 409) throw new IOException("cancelling order " + id + " returned " + status);
            if (attempt > 1) return Outcome.UNCERTAIN;
            return status == 409 ? Outcome.CONFLICT : Outcome.NOT_FOUND;
        }
        return Outcome.UNCERTAIN;
    }

    private HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(baseUrl + path))
                .header("Authorization", "Bearer " + apiKey)
                .timeout(Duration.ofSeconds(5))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() == 401) throw new Unauthorized();
        return response;
    }
}
