package storeorderssim;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A simulator as a program of this machine, on two free ports: the command of the archive of a release, or of the npm package.
 * In a run of {@code matrix} it inherits the cell, and appends its record to the file itself. Closing it stops it.
 */
public final class StoreOrdersProcess implements StartOptions<StoreOrdersProcess>, AutoCloseable {
    private static final Pattern READY =
            Pattern.compile("^store-orders-sim ready: (\\S+)/v1 \\(production\\),.* (\\S+) \\(control\\)");

    private final Map<String, String> settings = new TreeMap<>();
    private final StringBuffer log = new StringBuffer();
    private final String program;
    private final Thread stop = new Thread(this::end);
    private Process process;
    private Matcher ready;

    /** The program STORE_ORDERS_SIM_BIN, or else {@code store-orders-sim} on PATH. */
    public StoreOrdersProcess() {
        this(StoreOrdersSimulator.variable("STORE_ORDERS_SIM_BIN", "store-orders-sim"));
    }

    /** A program, by its path or its name on PATH. */
    public StoreOrdersProcess(String program) {
        this.program = find(program);
        if (this.program == null)
            throw new IllegalArgumentException(
                    program + " is not a program: set STORE_ORDERS_SIM_BIN to the path of store-orders-sim");
        withControlToken(UUID.randomUUID().toString());
    }

    /** Returns the path of a program, or null if there is none. */
    static String find(String program) {
        Stream<Path> paths = program.contains(File.separator)
                ? Stream.of(Path.of(program))
                : Stream.of(StoreOrdersSimulator.variable("PATH", "").split(File.pathSeparator))
                        .flatMap(folder -> Stream.of(program, program + ".exe").map(name -> Path.of(folder, name)));
        return paths.filter(Files::isRegularFile)
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }

    @Override
    public StoreOrdersProcess withSetting(String variable, String value) {
        settings.put(variable, value);
        return this;
    }

    @Override
    public String setting(String variable) {
        return settings.get(variable);
    }

    @Override
    public StoreOrdersProcess withScenarioFile(Path file) {
        if (!Files.isRegularFile(file))
            throw new IllegalArgumentException(file + " is not a file: expected the path of a scenario file");
        return withScenario(file.toAbsolutePath().toString());
    }

    /**
     * Starts the program and waits for a minute until it is ready. The error of a failed start contains the end of its log.
     */
    public StoreOrdersProcess start() {
        return start(Duration.ofMinutes(1));
    }

    /** Starts the program and waits until it is ready. */
    public StoreOrdersProcess start(Duration timeout) {
        ProcessBuilder builder = new ProcessBuilder(program).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        // As a container: no other setting of this process reaches the simulator, only a run of `matrix`.
        environment.keySet().removeIf(name -> name.startsWith("SIM_") && !name.matches("SIM_CELL|SIM_RECORD"));
        environment.putAll(settings);
        environment.putAll(Map.of(
                "SIM_HOST", "127.0.0.1", "SIM_PORT", "0", "SIM_CONTROL_HOST", "127.0.0.1", "SIM_CONTROL_PORT", "0"));
        try {
            process = builder.start();
            process.getOutputStream().close();
        } catch (IOException error) {
            throw new UncheckedIOException(program + " cannot be started", error);
        }
        Runtime.getRuntime().addShutdownHook(stop);
        CompletableFuture<Void> late = CompletableFuture.runAsync(
                process::destroyForcibly, CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS));
        BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        ready = readUntilReady(lines);
        boolean inTime = late.cancel(false);
        if (ready == null) {
            close();
            String reason = inTime
                    ? "exited with exit code " + process.exitValue() + " before it was ready"
                    : "was not ready after " + timeout.toMillis() + " ms";
            throw new IllegalStateException("store-orders-sim " + reason + StoreOrdersSimulator.endOfLog(getLogs()));
        }
        Thread rest = new Thread(() -> readUntilReady(lines), "store-orders-sim log");
        rest.setDaemon(true);
        rest.start();
        return this;
    }

    /** Keeps lines up to the one with the addresses. Returns null at the end of the output. */
    private Matcher readUntilReady(BufferedReader lines) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.append(line).append('\n');
                Matcher match = READY.matcher(line);
                if (match.find()) return match;
            }
        } catch (IOException stopped) {
            // The end of the output.
        }
        return null;
    }

    /** Stops the program and waits for its end. */
    @Override
    public void close() {
        if (process == null) return;
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException shuttingDown) {
            // The hook stops it.
        }
        end();
    }

    private void end() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    /** The log so far. */
    public String getLogs() {
        return log.toString();
    }

    @Override
    public String getServiceUrl() {
        return ready.group(1);
    }

    @Override
    public String getControlUrl() {
        return ready.group(2);
    }
}
