package storeorderssim;

import java.util.List;
import java.util.stream.Collectors;

/** A simulator that is there or was started in the way that this machine allows. Closing it stops what it started. */
public final class StoreOrdersSimulator implements AutoCloseable {
    static final String WITHOUT_DOCKER = "Without Docker, set STORE_ORDERS_SIM_BIN to the command of"
            + " store-orders-sim, or STORE_ORDERS_CONTROL_URL and STORE_ORDERS_CONTROL_TOKEN to a running simulator.";

    private final ControlClient control;
    private final Runnable stop;

    private StoreOrdersSimulator(ControlClient control, Runnable stop) {
        this.control = control;
        this.stop = stop;
    }

    /**
     * Returns the first that is there: a running simulator (STORE_ORDERS_CONTROL_URL and STORE_ORDERS_CONTROL_TOKEN, and
     * STORE_ORDERS_BASE_URL behind mapped ports), the program STORE_ORDERS_SIM_BIN, a container of the image STORE_ORDERS_SIM_IMAGE,
     * the program {@code store-orders-sim} on PATH, a container of the image {@code store-orders-sim}.
     */
    public static StoreOrdersSimulator start() {
        String url = variable("STORE_ORDERS_CONTROL_URL", "");
        String token = variable("STORE_ORDERS_CONTROL_TOKEN", "");
        if (!url.isEmpty() || !token.isEmpty()) return running(url.isEmpty() ? "http://localhost:4011" : url, token);
        boolean image = !variable("STORE_ORDERS_SIM_IMAGE", "").isEmpty();
        if (!variable("STORE_ORDERS_SIM_BIN", "").isEmpty()
                || !image && StoreOrdersProcess.find("store-orders-sim") != null) {
            StoreOrdersProcess process = new StoreOrdersProcess().start();
            return new StoreOrdersSimulator(process.getControl(), process::close);
        }
        try {
            Class.forName("org.testcontainers.containers.GenericContainer");
        } catch (ClassNotFoundException error) {
            throw new IllegalStateException(
                    "org.testcontainers:testcontainers is not on the class path. " + WITHOUT_DOCKER, error);
        }
        return inContainer();
    }

    private static StoreOrdersSimulator running(String url, String token) {
        if (token.isEmpty())
            throw new IllegalStateException(
                    "STORE_ORDERS_CONTROL_TOKEN is not set: use the SIM_CONTROL_TOKEN of the simulator");
        return new StoreOrdersSimulator(new ControlClient(url, token, variable("STORE_ORDERS_BASE_URL", "")), () -> {});
    }

    @SuppressWarnings("resource")
    private static StoreOrdersSimulator inContainer() {
        StoreOrdersContainer container = new StoreOrdersContainer();
        container.start();
        return new StoreOrdersSimulator(container.getControl(), container::stop);
    }

    /** A client of its control API. */
    public ControlClient getControl() {
        return control;
    }

    @Override
    public void close() {
        stop.run();
    }

    /** Returns the value of a variable of this process; an empty one counts as not set. */
    static String variable(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    static String endOfLog(String log) {
        List<String> lines = log.lines().collect(Collectors.toList());
        return lines.stream()
                .skip(Math.max(0, lines.size() - 20))
                .map(line -> "\n  " + line)
                .collect(Collectors.joining("", "; the end of its log:", lines.isEmpty() ? "\n  (empty)" : ""));
    }
}
