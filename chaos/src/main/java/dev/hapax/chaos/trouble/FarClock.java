package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Messages years ahead must not make the guard forget; messages days behind cannot be judged. */
public final class FarClock implements Trouble {

    private static final String AHEAD = "message from the future";
    private static final String BEHIND = "message from the past";
    private static final long A_YEAR = Duration.ofDays(365).toMillis();

    private int sent;

    @Override
    public Set<String> faults() {
        return Set.of(AHEAD, BEHIND);
    }

    /** Brokers refuse such a message unless the topic allows it, as many older topics do. */
    @Override
    public void prepare(Stage stage) throws Exception {
        ConfigResource input = new ConfigResource(
                ConfigResource.Type.TOPIC, stage.application().input());
        ConfigEntry anyTime =
                new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, Long.toString(Long.MAX_VALUE));
        stage.application()
                .admin()
                .incrementalAlterConfigs(Map.of(input, List.of(new AlterConfigOp(anyTime, AlterConfigOp.OpType.SET))))
                .all()
                .get(1, TimeUnit.MINUTES);
    }

    @Override
    public void strike(Stage stage) throws Exception {
        stage.letWork(Duration.ofMillis(500), Duration.ofSeconds(2));
        long now = System.currentTimeMillis();
        int years = 1 + stage.random().nextInt(10);
        stage.load().sendAt("ahead-" + sent, now + years * A_YEAR).get(1, TimeUnit.MINUTES);
        stage.journal().fault(AHEAD, years + " years");
        int days = 2 + stage.random().nextInt(300);
        stage.load()
                .sendAt("behind-" + sent, now - Duration.ofDays(days).toMillis())
                .get(1, TimeUnit.MINUTES);
        stage.journal().fault(BEHIND, days + " days");
        sent++;
        if (sent % 4 == 0) {
            // What the guard knows must survive with it.
            int victim = stage.anyInstance();
            stage.fleet().kill(victim);
            stage.journal().note("instance " + victim + " killed");
            stage.fleet().start(victim);
            stage.fleet().awaitReady(victim);
        }
    }
}
