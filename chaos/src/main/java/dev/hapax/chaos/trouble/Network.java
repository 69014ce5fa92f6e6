package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.embedded.FaultProxy;
import java.time.Duration;
import java.util.Set;

/** The way between clients and broker: cut, reset in the middle of a request, slow, silent. */
public final class Network implements Trouble {

    private static final String CUT = "connections cut";
    private static final String RESET = "connections reset in the middle of an answer";
    private static final String SLOW = "connections slowed down";
    private static final String SILENT = "connections gone silent";

    @Override
    public Set<String> faults() {
        return Set.of(CUT, RESET, SLOW, SILENT);
    }

    @Override
    public void strike(Stage stage) throws Exception {
        FaultProxy way = stage.proxies().get(0);
        stage.letWork(Duration.ofMillis(500), Duration.ofSeconds(2));
        fault(stage, CUT, way.cut(), " of them");
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
        fault(stage, RESET, way.reset(Duration.ofSeconds(2)), " of them");
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
        way.delay(Duration.ofMillis(50 + stage.random().nextInt(250)));
        stage.letWork(Duration.ofSeconds(2), Duration.ofSeconds(5));
        fault(stage, SLOW, way.delay(Duration.ZERO), " requests and answers");
        way.silence();
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(8));
        fault(stage, SILENT, way.speak(), " requests and answers held");
    }

    private static void fault(Stage stage, String name, int hit, String what) {
        stage.journal().fault(name, hit, hit + what);
    }

    @Override
    public void heal(Stage stage) {
        stage.proxies().forEach(proxy -> {
            proxy.delay(Duration.ZERO);
            proxy.speak();
        });
    }
}
