package storeorderssim;

import com.github.dockerjava.api.command.InspectContainerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * A simulator in a container of Testcontainers. Start one for a test run, and create an environment for each test:
 *
 * <pre>{@code
 * try (StoreOrdersContainer store = new StoreOrdersContainer().withProfile("typical")) {
 *     store.start();
 *     try (Environment orders = store.getControl().createEnvironment("pending")) { ... }
 * }
 * }</pre>
 *
 * {@code withReuse(true)} needs {@code withControlToken}.
 */
public class StoreOrdersContainer extends GenericContainer<StoreOrdersContainer>
        implements StartOptions<StoreOrdersContainer> {
    /** The image that {@code docker build -t store-orders-sim .} makes in a clone. */
    public static final String DEFAULT_IMAGE = "store-orders-sim";

    private static final int SERVICE_PORT = 4010;
    private static final int CONTROL_PORT = 4011;

    /** A container of the image STORE_ORDERS_SIM_IMAGE, or else of {@link #DEFAULT_IMAGE}. */
    public StoreOrdersContainer() {
        this(StoreOrdersSimulator.variable("STORE_ORDERS_SIM_IMAGE", DEFAULT_IMAGE));
    }

    /** A container of an image. */
    public StoreOrdersContainer(String image) {
        super(DockerImageName.parse(image));
        withExposedPorts(SERVICE_PORT, CONTROL_PORT);
        waitingFor(new UntilReady());
    }

    @Override
    public StoreOrdersContainer withSetting(String variable, String value) {
        return withEnv(variable, value);
    }

    @Override
    public String setting(String variable) {
        return getEnvMap().get(variable);
    }

    @Override
    public StoreOrdersContainer withScenarioFile(Path file) {
        if (!Files.isRegularFile(file))
            throw new IllegalArgumentException(file + " is not a file: expected the path of a scenario file");
        String target = "/scenarios/" + file.getFileName();
        return withCopyFileToContainer(MountableFile.forHostPath(file, 0444), target).withScenario(target);
    }

    /**
     * Starts the container and waits until {@code /readyz} responds with 200. In a run of {@code matrix} the container gets the
     * cell. The error of a failed start contains the end of the log.
     */
    @Override
    public void start() {
        try {
            DockerClientFactory.instance().client();
        } catch (IllegalStateException error) {
            throw new IllegalStateException(
                    "Docker cannot be reached (" + error.getMessage() + "). " + StoreOrdersSimulator.WITHOUT_DOCKER, error);
        }
        try {
            super.start();
        } catch (ContainerLaunchException error) {
            throw new ContainerLaunchException(reasonOf(error), error);
        }
    }

    /** Testcontainers wraps the exception of the wait strategy three times. */
    private static String reasonOf(Throwable error) {
        return error.getCause() == null ? error.getMessage() : reasonOf(error.getCause());
    }

    @Override
    protected void configure() {
        if (getControlToken() == null) withControlToken(UUID.randomUUID().toString());
        // One of the aliases is random. Without a network it would make each container another one for `withReuse`.
        Stream<String> aliases = getNetwork() == null ? Stream.empty() : getNetworkAliases().stream();
        withEnv("SIM_CONTROL_HOSTS", Stream.concat(Stream.of(getHost()), aliases).collect(Collectors.joining(",")));
        String record = StoreOrdersSimulator.variable("SIM_RECORD", "");
        // A cell, even an empty one, makes the simulator keep a record.
        String cell = StoreOrdersSimulator.variable("SIM_CELL", record.isEmpty() ? "" : "{}");
        if (!cell.isEmpty()) withEnv("SIM_CELL", cell);
    }

    /** Appends the record to the file SIM_RECORD of this machine, which the container cannot write. */
    @Override
    protected void containerIsStopping(InspectContainerResponse container) {
        String record = StoreOrdersSimulator.variable("SIM_RECORD", "");
        if (record.isEmpty()) return;
        try {
            Files.writeString(
                    Path.of(record), getControl().record(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException | UncheckedIOException | IllegalStateException | ControlApiException error) {
            // A stop must not fail after the tests have passed.
            System.err.println("SIM_RECORD " + record + " lacks the record of a container: " + error.getMessage());
        }
    }

    @Override
    public String getServiceUrl() {
        return address(SERVICE_PORT);
    }

    @Override
    public String getControlUrl() {
        return address(CONTROL_PORT);
    }

    private String address(int port) {
        String host = getHost();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + getMappedPort(port);
    }

    /** Unlike {@code Wait.forHttp}, it fails as soon as the container exits, with the end of the log. */
    private final class UntilReady extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {
            long until = System.nanoTime() + startupTimeout.toNanos();
            ControlClient control = getControl();
            while (!control.ready()) {
                var state = getCurrentContainerInfo().getState();
                if (!Boolean.TRUE.equals(state.getRunning()))
                    throw failed("exited with exit code " + state.getExitCodeLong() + " before it was ready");
                if (System.nanoTime() > until) throw failed("was not ready after " + startupTimeout.toMillis() + " ms");
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }

        private ContainerLaunchException failed(String reason) {
            return new ContainerLaunchException("store-orders-sim " + reason + StoreOrdersSimulator.endOfLog(getLogs()));
        }
    }
}
