package example;

import java.util.Map;
import org.junit.jupiter.api.Test;
import storeorderssim.Environment;
import storeorderssim.StoreOrders;

class CancelTest {
    @Test
    void cancels(@StoreOrders(scenario = "pending") Environment orders) throws Exception {
        new MyClient(orders.baseUrl(), orders.apiKey()).cancel(orders.handle("pending"));
        orders.verify(Map.of("check", "cancelled", "orderId", orders.handle("pending"), "times", 1));
    }
}
