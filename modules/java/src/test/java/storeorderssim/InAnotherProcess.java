package storeorderssim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Calls {@code StoreOrdersSimulator.start()} in a JVM with variables of its own, because no JVM can change them. */
final class InAnotherProcess {
    private InAnotherProcess() {}

    /** Prints what was started, or the message of the exception. */
    public static void main(String[] args) {
        try (StoreOrdersSimulator simulator = StoreOrdersSimulator.start()) {
            ControlClient control = simulator.getControl();
            System.out.println("ready: " + control.ready());
            try (Environment orders = control.createEnvironment("pending")) {
                Conformance.send(orders.baseUrl(), orders.apiKey(), "DELETE", "/" + orders.handle("pending"));
                System.out.println(Conformance.send(orders.baseUrl(), orders.apiKey(), "GET", "").getValue());
            }
        } catch (RuntimeException error) {
            System.out.println(error.getMessage());
        }
    }

    /** Returns what {@code main} prints with only these variables: nothing on PATH, and no Docker. */
    static String start(Map<String, String> variables) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                List.of(java, "-cp", System.getProperty("java.class.path"), InAnotherProcess.class.getName()));
        builder.environment().clear();
        builder.environment().put("PATH", "/nowhere");
        // Testcontainers also looks at /var/run/docker.sock, but connects to nothing with an unknown transport.
        builder.environment().put("TESTCONTAINERS_TRANSPORT_TYPE", "none");
        builder.environment().putAll(variables);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        try {
            return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
