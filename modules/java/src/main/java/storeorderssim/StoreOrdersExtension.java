package storeorderssim;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Resolves the parameters with {@link StoreOrders}, and prints what the client sent if a test fails. */
public final class StoreOrdersExtension implements ParameterResolver, AfterTestExecutionCallback {
    private static final Namespace NAMESPACE = Namespace.create(StoreOrdersExtension.class);

    /** Used by JUnit. */
    public StoreOrdersExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.isAnnotated(StoreOrders.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        StoreOrders wanted = parameter.findAnnotation(StoreOrders.class).orElseThrow();
        Simulator simulator = context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Simulator.class, key -> new Simulator(), Simulator.class);
        Environment environment = simulator.started.getControl().createEnvironment(settings(wanted));
        environments(context).all.add(environment);
        return environment;
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        if (context.getExecutionException().isEmpty()) return;
        for (Environment environment : environments(context).all)
            System.err.println("requests in " + environment.name() + ":" + requests(environment));
    }

    private static Environments environments(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                // Not the list of the class, whose environments end later.
                .getOrComputeIfAbsent(context.getUniqueId(), key -> new Environments(), Environments.class);
    }

    private static Map<String, Object> settings(StoreOrders wanted) {
        Map<String, Object> settings = new HashMap<>();
        String scenario = wanted.scenario();
        settings.put("scenario", scenario.startsWith("{") ? ControlClient.object(scenario) : scenario);
        if (wanted.gaps().length > 0)
            settings.put(
                    "gaps",
                    Stream.of(wanted.gaps())
                            .map(gap -> gap.split("=", 2))
                            .collect(Collectors.toMap(gap -> gap[0], gap -> gap.length > 1 ? gap[1] : "")));
        if (!wanted.profile().isEmpty()) settings.put("profile", wanted.profile());
        if (wanted.seed() >= 0) settings.put("seed", wanted.seed());
        if (wanted.apiKeys().length > 0) settings.put("apiKeys", List.of(wanted.apiKeys()));
        return settings;
    }

    private static String requests(Environment environment) {
        try {
            List<Map<String, Object>> exchanges = new ArrayList<>(environment.journal());
            Collections.reverse(exchanges);
            return exchanges.stream().map(StoreOrdersExtension::line).collect(Collectors.joining());
        } catch (RuntimeException error) {
            // The simulator may be what failed.
            return "\n  " + error.getMessage();
        }
    }

    private static String line(Map<String, Object> exchange) {
        Object answer = exchange.get("answer");
        Object end = answer instanceof Map ? ((Map<?, ?>) answer).get("status") : exchange.get("end");
        return "\n  " + exchange.get("method") + " " + exchange.get("path") + " -> " + end;
    }

    // JUnit 5.13 closes an AutoCloseable, an earlier version only a CloseableResource.
    @SuppressWarnings("deprecation")
    private static final class Simulator implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        final StoreOrdersSimulator started = StoreOrdersSimulator.start();

        @Override
        public void close() {
            started.close();
        }
    }

    @SuppressWarnings("deprecation")
    private static final class Environments implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        final List<Environment> all = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void close() {
            all.forEach(Environment::close);
        }
    }
}
