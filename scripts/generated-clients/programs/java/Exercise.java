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

  static int attempts = 1;

  static void step(String name, Callable<String> run, Runnable look) throws InterruptedException {
    boolean lost = false;
    for (int left = attempts; left > 0; left--) {
      int status = 0;
      try {
        seen.put(name, run.call());
        return;
      } catch (ApiException error) {
        status = error.getCode() >= 400 ? error.getCode() : 0;
        Throwable cause = error.getCause() == null ? error : error.getCause();
        seen.put(name, "throws " + (status > 0 ? status : cause.getClass().getSimpleName()));
      } catch (Exception error) {
        seen.put(name, "throws " + error.getClass().getSimpleName());
      }
      if (lost && (status == 404 || status == 409)) seen.put(name, "unclear");
      if (left == 1 || status > 0 && status < 500 && status != 429) return;
      lost |= status == 0;
      Thread.sleep(1100);
      look.run();
    }
  }

  static DefaultApi open(String url, String key) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
    return new DefaultApi(client);
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 4) attempts = Integer.parseInt(args[4]);
    DefaultApi api = open(args[0], args[1]);
    List<Long> others = List.of(new ObjectMapper().readValue(args[2], Long[].class));
    Long[] first = {1L};
    Runnable nothing = () -> {};
    Runnable look = () -> {
      try {
        api.listOrders();
      } catch (Exception error) {
        // The repeated cancel shows it.
      }
    };
    step("list", () -> {
      List<Order> orders = api.listOrders();
      for (Order one : orders) if (one.getId() != null && !others.contains(one.getId())) first[0] = one.getId();
      return orders.stream().map(one -> one.getId() + "×" + one.getQuantity()).collect(Collectors.joining(" "));
    }, nothing);
    step("cancel", () -> "" + api.cancelOrderWithHttpInfo(first[0]).getStatusCode(), look);
    for (Long id : others)
      step("cancel " + id, () -> "" + api.cancelOrderWithHttpInfo(id).getStatusCode(), look);
    step("list again", () -> {
      api.listOrders();
      return "read";
    }, nothing);
    step("wrong key", () -> open(args[0], "wrong").listOrders().size() + " orders", nothing);
    System.out.println(new ObjectMapper().writeValueAsString(seen));
  }
}
