package storeorderssim;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An {@link Environment} as the parameter of a test or of a {@code @BeforeEach} method. Each parameter has an environment of its own,
 * also in tests that run in parallel, and it is deleted at the end of the test. The test run shares one simulator.
 *
 * <pre>{@code
 * @Test
 * void cancels(@StoreOrders(scenario = "pending") Environment orders) {
 *     new MyClient(orders.baseUrl(), orders.apiKey()).cancel(orders.handle("pending"));
 *     orders.verify(Map.of("check", "cancelled", "orderId", orders.handle("pending"), "times", 1));
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
@ExtendWith(StoreOrdersExtension.class)
public @interface StoreOrders {
    /** The name of a scenario, or an inline scenario as JSON. */
    String scenario() default "mixed";

    /** Gap choices that override the profile, such as {@code conflict-body=error}. */
    String[] gaps() default {};

    /** The choices for all gaps: least-promise, typical or vary. Default: those of the simulator. */
    String profile() default "";

    /** The seed of everything random. Default: that of the simulator. */
    long seed() default -1;

    /** The API keys. Default: one that is random. */
    String[] apiKeys() default {};
}
