package storeorderssim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The cases that all modules share, one by one, and 8 at once. */
@Tag("conformance")
class ConformanceTest {
    private static StoreOrdersSimulator simulator;

    @BeforeAll
    static void start() {
        simulator = StoreOrdersSimulator.start();
    }

    @AfterAll
    static void stop() {
        simulator.close();
    }

    @TestFactory
    Stream<DynamicTest> everyCase() {
        return Conformance.CASES.stream()
                .map(one -> DynamicTest.dynamicTest(
                        (String) one.get("name"), () -> Conformance.run(simulator.getControl(), one)));
    }

    @Test
    void the208Runs8AtOnceSeeNothingOfEachOther() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<?>> runs = new ArrayList<>();
        for (int round = 0; round < 16; round++)
            for (Map<String, Object> one : Conformance.CASES)
                runs.add(threads.submit(() -> Conformance.run(simulator.getControl(), one)));
        threads.shutdown();
        for (Future<?> run : runs) run.get();
        assertEquals(208, runs.size());
    }
}
