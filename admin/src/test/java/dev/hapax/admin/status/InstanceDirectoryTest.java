package dev.hapax.admin.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.Peers;
import dev.hapax.admin.ProblemException;
import java.util.List;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.Test;

class InstanceDirectoryTest {

    private static final JsonNode THREADS = AdminJson.array().add("t");
    private static final JsonNode RESTORE = AdminJson.object().put("running", true);
    private static final JsonNode DECIDES_BY = AdminJson.array().add("v");
    private static final InstanceDirectory.Known OWN =
            new InstanceDirectory.Known("a:1", true, "RUNNING", "1", AdminJson.array(), AdminJson.object(), null);

    @Test
    void shouldReturnTheReportOfEachInstanceAndUnreachableOnes() {
        try (InstanceDirectory instances = new InstanceDirectory(new Others(), () -> OWN)) {
            assertThat(instances.all())
                    .containsExactly(
                            OWN,
                            new InstanceDirectory.Known(
                                    "restoring:2", false, "REBALANCING", "2", THREADS, RESTORE, DECIDES_BY),
                            new InstanceDirectory.Known("silent:3", false, "unreachable", null, null, null, null),
                            new InstanceDirectory.Known("stranger:4", false, "RUNNING", null, null, null, null));
        }
    }

    /** One that answers, one that is gone, and one that rejects the token. */
    private static final class Others implements Peers {

        @Override
        public HostInfo self() {
            return new HostInfo("a", 1);
        }

        @Override
        public List<HostInfo> others() {
            return List.of(new HostInfo("silent", 3), new HostInfo("restoring", 2), new HostInfo("stranger", 4));
        }

        @Override
        public JsonNode get(HostInfo peer, String path) {
            if (peer.host().equals("silent")) {
                throw new ProblemException(502, UNREACHABLE, "gone");
            }
            if (path.equals("/health/live")) {
                return AdminJson.object().put("status", "live").put("state", "RUNNING");
            }
            assertThat(path).isEqualTo("/api/status?scope=instance");
            if (peer.host().equals("stranger")) {
                throw new ProblemException(502, "Instance refused", "not this token");
            }
            ObjectNode said = AdminJson.object().put("state", "REBALANCING").put("version", "2");
            said.set("threads", THREADS);
            said.set("restore", RESTORE);
            said.set("decidesBy", DECIDES_BY);
            return said;
        }
    }
}
