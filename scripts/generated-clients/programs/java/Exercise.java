import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DefaultApi;
import org.openapitools.client.model.Order;

/** The same as exercise.mjs, in Java. */
public class Exercise {
  static final Map<String, String> seen = new LinkedHashMap<>();

  static void step(String name, Callable<String> run) {
    try {
      seen.put(name, run.call());
    } catch (ApiException error) {
      Throwable cause = error.getCause() == null ? error : error.getCause();
      seen.put(name, "throws " + (error.getCode() >= 400 ? error.getCode() : cause.getClass().getSimpleName()));
    } catch (Exception error) {
      seen.put(name, "throws " + error.getClass().getSimpleName());
    }
  }

  static DefaultApi open(String url, String key) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
    return new DefaultApi(client);
  }

  public static void main(String[] args) throws Exception {
    DefaultApi api = open(args[0], args[1]);
    Long[] first = {1L};
    step("list", () -> {
      List<Order> orders = api.listOrders();
      if (!orders.isEmpty() && orders.get(0).getId() != null) first[0] = orders.get(0).getId();
      return orders.stream().map(one -> one.getId() + "×" + one.getQuantity()).collect(Collectors.joining(" "));
    });
    step("cancel", () -> "" + api.cancelOrderWithHttpInfo(first[0]).getStatusCode());
    for (Long id : new ObjectMapper().readValue(args[2], Long[].class))
      step("cancel " + id, () -> "" + api.cancelOrderWithHttpInfo(id).getStatusCode());
    step("wrong key", () -> open(args[0], "wrong").listOrders().size() + " orders");
    System.out.println(new ObjectMapper().writeValueAsString(seen));
  }
}
