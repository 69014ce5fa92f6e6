package dev.hapax.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerSettingsTest {

    @TempDir
    Path folder;

    @Test
    void shouldKeepBrokersApartFromWhatClientsAreTold() throws Exception {
        var settings = settings(new BrokerAddress(1, "", 0, 4_711, 0, List.of(0), false));

        assertThat(settings.get("inter.broker.listener.name")).isEqualTo("BROKERS");
        assertThat(settings.get("advertised.listeners"))
                .startsWith("CLIENTS://127.0.0.1:4711,BROKERS://127.0.0.1:")
                .doesNotEndWith(":4711");
    }

    @Test
    void shouldAskForOneReplicaOfOneBroker() throws Exception {
        var settings = settings(BrokerAddress.alone(BrokerOptions.defaults()));

        assertThat(settings)
                .containsEntry("default.replication.factor", "1")
                .containsEntry("transaction.state.log.min.isr", "1");
    }

    @Test
    void shouldAskForThreeReplicasOfWhichOneMayBeMissing() throws Exception {
        var settings = settings(new BrokerAddress(2, "", 0, 0, 0, List.of(4_701, 0, 4_703), false));

        assertThat(settings)
                .containsEntry("default.replication.factor", "3")
                .containsEntry("min.insync.replicas", "2")
                .containsEntry("transaction.state.log.replication.factor", "3")
                .containsEntry("transaction.state.log.min.isr", "2");
        assertThat(settings.get("controller.quorum.voters"))
                .startsWith("1@127.0.0.1:4701,2@127.0.0.1:")
                .endsWith(",3@127.0.0.1:4703");
    }

    @Test
    void shouldTellAProcessItsPlaceAndItsSettings() {
        var place = new BrokerAddress(2, "AAAA", 19_093, 0, 19_103, List.of(19_112, 19_113, 19_114), true);
        var words = new LinkedHashMap<String, String>();
        place.words().forEach(word -> words.put(word.split("=", 2)[0], word.split("=", 2)[1]));
        words.put("num.io.threads", "3");

        assertThat(BrokerAddress.takeFrom(words)).isEqualTo(place);
        assertThat(words).containsExactly(Map.entry("num.io.threads", "3"));
    }

    private Map<String, String> settings(BrokerAddress place) throws Exception {
        try (var data = DataFolder.open(folder);
                var sockets = BrokerSockets.bind(place)) {
            return BrokerSettings.of(data, sockets, place, BrokerOptions.defaults())
                    .originalsStrings();
        }
    }
}
