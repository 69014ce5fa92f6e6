package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Set;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Test;

class RightsTest {

    @Test
    void shouldNameTheMissingPermissionAndHowToGrantIt() {
        assertThat(told(new TopicAuthorizationException(Set.of("hapax.quarantine"))))
                .contains("topic hapax.quarantine", "Read", "kafka-acls.sh");
        assertThat(told(GroupAuthorizationException.forGroupId("hapax"))).contains("group hapax", "kafka-acls.sh");
        assertThat(told(new TransactionalIdAuthorizationException("no")))
                .contains("transactional ids", "application-id");
        assertThat(told(new ClusterAuthorizationException("not you"))).contains("not you", "Write", "kafka-acls.sh");
    }

    /** The message that a command prints. */
    private static String told(AuthorizationException refused) {
        StringWriter err = new StringWriter();
        int exitCode = new CommandFailures()
                .handleExecutionException(
                        refused,
                        Hapax.commandLine().setErr(new PrintWriter(err, true)),
                        Hapax.commandLine().parseArgs());
        assertThat(exitCode).isEqualTo(ExitCodes.FAILED);
        return err.toString();
    }
}
